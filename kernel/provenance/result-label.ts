/**
 * Labels of a tool's result: tainted by the tool and by its arguments, except what the host itself
 * minted. Undeclared fields have no readers. Writes are no better than reads: their response is
 * content too (C38, INV-P2).
 */
import {
  branchTree,
  isJsonList,
  isJsonObject,
  type Json,
  joinLabel,
  type Label,
  type LabelTree,
  makeLabel,
  meetReaders,
  pointerSegments,
  type Readers,
  type ResultSpec,
  uniformTree,
  union,
  withControl,
} from '../../schemas/index.js';
import { createRecord } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';
import { type PatternNode, patternFor } from '../tools/pattern.js';
import { emailPrincipal, namedPrincipal, namedReaders } from './recipients.js';

interface Minting {
  readonly tool: string;
  readonly principal: string;
  /** The join of all argument labels and of the decision's control. */
  readonly args: Label;
  readonly root: Json;
  readonly rootPattern: PatternNode<ResultSpec>;
}

const none: readonly string[] = Object.freeze([]);

/** Labels a result; linear in its size. */
export function labelResult(
  definition: ToolDefinition,
  value: Json,
  args: Label,
  principal: string,
): LabelTree {
  const { spec, result, hasResultSpecs } = definition;
  const minting: Minting = { tool: spec.name, principal, args, root: value, rootPattern: result };
  if (!hasResultSpecs)
    return uniformTree(labelFor(null, minting, []), typeof value === 'object' && value !== null);
  return labelPart(value, result, minting, []);
}

function labelPart(
  value: Json,
  node: PatternNode<ResultSpec> | null,
  minting: Minting,
  keys: readonly string[],
): LabelTree {
  const label = labelFor(node?.spec ?? null, minting, keys);
  const isContainer = typeof value === 'object' && value !== null;
  if (!isContainer || node === null || node.isLeaf) return uniformTree(label, isContainer);
  if (isJsonList(value)) {
    return branchTree(
      label,
      value.map((item, i) => labelPart(item, patternFor(node, i), minting, [...keys, `${i}`])),
    );
  }
  const kids: Record<string, LabelTree> = createRecord();
  if (isJsonObject(value)) {
    for (const key in value) {
      kids[key] = labelPart(value[key] as Json, patternFor(node, key), minting, [...keys, key]);
    }
  }
  return branchTree(label, kids);
}

function labelFor(spec: ResultSpec | null, minting: Minting, keys: readonly string[]): Label {
  const { args, tool } = minting;
  const readers = readersOf(spec, minting, keys);
  const subjects = subjectsOf(spec, minting, keys);
  if (spec?.minted !== undefined) {
    // The host chose every byte, but the arguments decided of what.
    const source = spec.minted === true ? 'host' : `host:${spec.minted}`;
    const minted = makeLabel({ sources: [source], readers, subjects });
    return withControl(
      {
        sources: minted.sources,
        control: minted.control,
        readers: meetReaders(minted.readers, args.readers),
        subjects: union(minted.subjects, args.subjects),
      },
      union(args.sources, args.control),
    );
  }
  // INV-P2: whatever a tool returns is content, from a write as from a read.
  return joinLabel(makeLabel({ sources: [`tool:${tool}`], readers, subjects }), args);
}

function readersOf(spec: ResultSpec | null, minting: Minting, keys: readonly string[]): Readers {
  const listed =
    spec?.readers === undefined ? none : listedReaders(spec.readers, minting.principal);
  if (spec?.readersFrom === undefined) return listed;
  const { names, isMinted } = namesFrom(spec.readersFrom, minting, keys);
  // From a field that outsiders can write, readers only narrow.
  if (!isMinted) return meetReaders(listed, names);
  return listed === 'anyone' ? listed : union(listed, names);
}

function subjectsOf(
  spec: ResultSpec | null,
  minting: Minting,
  keys: readonly string[],
): readonly string[] {
  const listed = spec?.subjects ?? none;
  if (spec?.subjectsFrom === undefined) return listed;
  const { names, isMinted, isWhole } = namesFrom(spec.subjectsFrom, minting, keys);
  // A name that cannot be read is somebody's all the same.
  const others = isWhole && (isMinted || names.length > 0) ? none : ['third_party'];
  return [...listed, ...names, ...others];
}

function listedReaders(readers: Readers, principal: string): Readers {
  const named = namedReaders(readers, principal);
  return named === 'anyone' ? named : [...new Set(named)].sort();
}

type Computed = NonNullable<ResultSpec['readersFrom']>;

interface NamedPrincipals {
  readonly names: readonly string[];
  /** Whether the field is there and all that it holds could be read. */
  readonly isWhole: boolean;
  readonly isMinted: boolean;
}

/**
 * Reads principals out of another field; `*` in its pointer takes the keys of the place being
 * labelled.
 */
function namesFrom(computed: Computed, minting: Minting, keys: readonly string[]): NamedPrincipals {
  let value: Json | undefined = minting.root;
  let node: PatternNode<ResultSpec> | null = minting.rootPattern;
  for (const [i, segment] of pointerSegments(computed.from).entries()) {
    const key = segment === '*' ? (keys[i] ?? '') : segment;
    node = patternFor(node, key);
    value = partOf(value, key);
  }
  const items = itemsOf(value);
  const parse = computed.parse === 'email' ? emailPrincipal : namedPrincipal;
  const names = items.map(parse).filter((name) => name !== null);
  const isMinted =
    node?.spec?.minted !== undefined && (node.isLeaf || node.star?.spec?.minted !== undefined);
  const isWhole = value !== undefined && names.length === items.length;
  return { names: [...new Set(names)].sort(), isWhole, isMinted };
}

function itemsOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isJsonList(value) ? value : [value];
}

/** Own parts only: a `*` with no place of its own names no item, not the first one. */
function partOf(value: Json | undefined, key: string): Json | undefined {
  if (value === undefined || (!isJsonList(value) && !isJsonObject(value))) return undefined;
  if (isJsonList(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return value[key];
}
