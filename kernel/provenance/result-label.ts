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
  type Readers,
  type ResultSpec,
  type Source,
  uniformTree,
  union,
  withControl,
} from '../../schemas/index.js';
import { createRecord } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';
import { type PatternNode, patternFor } from '../tools/pattern.js';
import { namedReaders } from './recipients.js';
import { type ComputedNames, type DeclaredResult, isMintedAt, namesFrom } from './result-names.js';

interface Minting extends DeclaredResult {
  readonly tool: string;
  /** The join of all argument labels and of the decision's control. */
  readonly args: Label;
  /** Who decided on the call, where that is news of the result. */
  readonly decision: readonly Source[];
}

const none: readonly string[] = Object.freeze([]);

/** What a result comes from. */
export interface ResultOrigin {
  /** The join of all argument labels and of the decision's control. */
  readonly args: Label;
  /** Who decided on the call, where that is news of the result. */
  readonly decision: readonly Source[];
  readonly principal: string;
}

/** Labels a result; linear in its size. */
export function labelResult(
  definition: ToolDefinition,
  value: Json,
  { args, decision, principal }: ResultOrigin,
): LabelTree {
  const { spec, result, hasResultSpecs } = definition;
  const minting: Minting = {
    tool: spec.name,
    principal,
    args,
    decision,
    root: value,
    rootPattern: result,
  };
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
  if (spec?.minted !== undefined && isMintedAt(spec, minting, keys)) {
    // The host chose every byte, but the arguments decided of what.
    const source = spec.minted === true ? 'host' : `host:${spec.minted}`;
    const minted = makeLabel({ sources: [source], readers, subjects });
    return withControl(
      {
        sources: minted.sources,
        control: minted.control,
        readers: readersWith(spec, minted.readers, args.readers),
        subjects: union(minted.subjects, args.subjects),
      },
      // INV-P27: unless the call itself made it, and it could be nothing else.
      spec.fresh === true ? minting.decision : union(args.sources, args.control),
    );
  }
  // INV-P2: whatever a tool returns is content, from a write as from a read.
  return joinLabel(makeLabel({ sources: [`tool:${tool}`], readers, subjects }), args);
}

/**
 * A handle stands for its readers as recipients, too: a set from which the arguments took one away
 * would be too small for that, so that nobody is left.
 */
function readersWith(spec: ResultSpec, declared: Readers, ofArgs: Readers): Readers {
  const met = meetReaders(declared, ofArgs);
  return typeof spec.minted === 'string' && losesPrincipal(declared, met) ? none : met;
}

/** Capabilities read nothing of what is sent to people. */
function losesPrincipal(declared: Readers, met: Readers): boolean {
  if (met === declared || met === 'anyone') return false;
  if (declared === 'anyone') return true;
  return declared.some((reader) => !reader.startsWith('cap:') && !met.includes(reader));
}

function readersOf(spec: ResultSpec | null, minting: Minting, keys: readonly string[]): Readers {
  const listed =
    spec?.readers === undefined ? none : listedReaders(spec.readers, minting.principal);
  if (spec?.readersFrom === undefined) return listed;
  const fields = Array.isArray(spec.readersFrom) ? spec.readersFrom : [spec.readersFrom];
  const found = (fields as readonly ComputedNames[]).map((field) =>
    namesFrom(field, minting, keys),
  );
  let readers: Readers = listed;
  for (const { names, isMinted } of found) {
    if (isMinted && readers !== 'anyone') readers = union(readers, names);
  }
  // From a field that outsiders can write, readers only narrow, whatever the order. A handle stands
  // for its readers as recipients, too: where nobody vouches for them, it has none.
  for (const { names, isMinted } of found) {
    if (isMinted) continue;
    if (typeof spec.minted === 'string') return none;
    readers = meetReaders(readers, names);
  }
  return readers;
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
