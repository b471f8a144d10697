/** Labels of results, part by part: the reference for kernel/provenance/result-label.ts. */
import type { Json, ToolSpecInput } from '../../schemas/index.js';
import { naiveEmail } from './naive-declass.js';
import { type NaiveLabel, naiveControl, naiveJoin, naiveLabel } from './naive-label.js';
import { type Declared, declaredFor, declaredOf } from './naive-pattern.js';
import { type NaiveTree, naiveBranch, naiveUniform, partsOf } from './naive-tree.js';

type ResultSpec = NonNullable<ToolSpecInput['result']>[string];

interface Ground {
  readonly tool: string;
  readonly principal: string;
  readonly args: NaiveLabel;
  readonly root: Json;
  readonly declared: Declared<ResultSpec>;
}

function readPrincipal(parse: 'email' | 'principal', value: Json): string | null {
  if (parse === 'email') return naiveEmail(value);
  return typeof value === 'string' && /^user:[^\s\p{Cc}\p{Cf}]+$/u.test(value) ? value : null;
}

interface Named {
  readonly names: readonly string[];
  readonly isMinted: boolean;
  readonly isWhole: boolean;
}

/** The principals that another field names; a `*` stands for the key of the labelled place. */
function namesFrom(
  from: { readonly from: string; readonly parse: 'email' | 'principal' },
  ground: Ground,
  keys: readonly string[],
): Named {
  let value: Json | undefined = ground.root;
  let node = ground.declared;
  for (const [i, segment] of from.from.split('/').slice(1).entries()) {
    const key = segment === '*' ? (keys[i] ?? '') : segment;
    node = declaredFor(node, key);
    value = value === undefined ? undefined : new Map(partsOf(value)).get(key);
  }
  const items: readonly Json[] =
    value === undefined ? [] : Array.isArray(value) ? (value as readonly Json[]) : [value];
  const read = items.map((item) => readPrincipal(from.parse, item));
  const names = read.filter((name) => name !== null);
  const itemsAreMinted =
    node.below.length === 0 || declaredFor(node, '*').spec?.minted !== undefined;
  return {
    names,
    isMinted: node.spec?.minted !== undefined && itemsAreMinted,
    isWhole: value !== undefined && names.length === read.length,
  };
}

function readersOf(spec: ResultSpec, ground: Ground, keys: readonly string[]) {
  const { readers = [], readersFrom } = spec;
  const listed: 'anyone' | readonly string[] =
    readers === 'anyone' ? readers : readers.map((r) => (r === 'user' ? ground.principal : r));
  if (readersFrom === undefined) return listed;
  const found = [readersFrom].flat().map((from) => namesFrom(from, ground, keys));
  // A handle stands for its readers: where nobody vouches for them, it has none.
  if (typeof spec.minted === 'string' && found.some(({ isMinted }) => !isMinted)) return [];
  const widened = found.filter(({ isMinted }) => isMinted).flatMap(({ names }) => names);
  const wide = listed === 'anyone' ? listed : [...listed, ...widened];
  const narrowing = found.filter(({ isMinted }) => !isMinted).map(({ names }) => names);
  return narrowing.reduce<'anyone' | readonly string[]>(
    (all, names) => (all === 'anyone' ? names : all.filter((one) => names.includes(one))),
    wide,
  );
}

function subjectsOf(spec: ResultSpec, ground: Ground, keys: readonly string[]): readonly string[] {
  const { subjects = [], subjectsFrom } = spec;
  if (subjectsFrom === undefined) return subjects;
  const { names, isMinted, isWhole } = namesFrom(subjectsFrom, ground, keys);
  const isKnown = isWhole && (isMinted || names.length > 0);
  return [...subjects, ...names, ...(isKnown ? [] : ['third_party'])];
}

function labelFor(spec: ResultSpec, ground: Ground, keys: readonly string[]): NaiveLabel {
  const { args, tool } = ground;
  const readers = readersOf(spec, ground, keys);
  const subjects = subjectsOf(spec, ground, keys);
  if (spec.minted === undefined) {
    return naiveJoin(naiveLabel([`tool:${tool}`], readers, [], subjects), args);
  }
  const source = spec.minted === true ? 'host' : `host:${spec.minted}`;
  const joined = naiveJoin(naiveLabel([source], readers, [], subjects), args);
  const own = naiveLabel([source], readers, [], subjects);
  const isNarrowed =
    typeof spec.minted === 'string' && peopleOf(joined.readers) !== peopleOf(own.readers);
  const label = { ...joined, sources: new Set([source]) };
  return naiveControl(isNarrowed ? { ...label, readers: new Set() } : label, args.sources);
}

/** Readers that are people; capabilities read nothing of what is sent to them. */
function peopleOf(readers: 'anyone' | ReadonlySet<string>): string {
  if (readers === 'anyone') return readers;
  const people = [...readers].filter((reader) => !/^cap:/.test(reader));
  return `[${people.sort().join(',')}]`;
}

/** Labels a result by what the tool declares of it. */
export function naiveResult(
  spec: ToolSpecInput,
  root: Json,
  args: NaiveLabel,
  principal: string,
): NaiveTree {
  const declared = declaredOf(spec.result ?? {});
  const ground: Ground = { tool: spec.name, principal, args, root, declared };
  const label = (value: Json, node: Declared<ResultSpec>, keys: readonly string[]): NaiveTree => {
    const own = labelFor(node.spec ?? {}, ground, keys);
    const isWhole = typeof value !== 'object' || value === null || node.below.length === 0;
    if (isWhole) return naiveUniform(own, value);
    const kids = partsOf(value).map(([key, part]) => {
      return [key, label(part, declaredFor(node, key), [...keys, key])] as const;
    });
    return naiveBranch(own, new Map(kids));
  };
  return label(root, declared, []);
}
