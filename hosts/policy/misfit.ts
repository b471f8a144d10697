/**
 * Where data does not fit a schema, in sentences that name the key that was perhaps meant. Pure.
 */
import type { z } from 'zod';
import { isJsonList, isJsonObject, type Json, nearHint, unknownKey } from '../../schemas/index.js';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;
/** Keys that a strict object would have taken, by the list of keys that it refused. */
type KnownKeys = Map<readonly string[], readonly string[]>;

export interface Misfit {
  /** `whole`: how the parts of a value go together. */
  readonly kind: 'stray' | 'missing' | 'value' | 'whole';
  readonly path: Path;
  /** The key below the path that is stray or missing; null where the value is wrong. */
  readonly key: string | null;
  readonly text: string;
}

/** More are not looked for. */
export const MAX_MISFITS = 100;
const MAX_SHOWN = 256;
const kinds: Readonly<Record<string, string>> = Object.freeze({
  array: 'a list',
  record: 'a map',
  object: 'a map',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
});

/** What the data comes to under a schema, or everything that is wrong with it. */
export function checkFit<T>(
  schema: z.ZodType<T>,
  value: Json,
): { readonly data: T } | { readonly misfits: readonly Misfit[] } {
  const known: KnownKeys = new Map();
  const parsed = schema.safeParse(value, { error: (issue) => noteKeys(issue, known) });
  if (parsed.success) return { data: parsed.data };
  const misfits: Misfit[] = [];
  for (const issue of parsed.error.issues) {
    misfits.push(...misfitsOf(issue, [], value, known));
    if (misfits.length >= MAX_MISFITS) break;
  }
  return { misfits: withoutConsequences(misfits) };
}

/** An issue tells which keys were refused, and only while it is made which ones were known. */
function noteKeys(issue: z.core.$ZodRawIssue, known: KnownKeys): undefined {
  if (issue.code === 'unrecognized_keys')
    known.set(issue.keys, Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {}));
}

function misfitsOf(issue: Issue, above: Path, value: Json, known: KnownKeys): readonly Misfit[] {
  const path = [...above, ...issue.path];
  const given = valueAt(value, path);
  if (issue.code !== 'custom' && given === undefined) return [missing(path)];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, MAX_MISFITS)
        .map((key) => stray(path, key, known.get(issue.keys) ?? []));
    case 'invalid_union':
      return misfitsOfUnion(issue, path, value, known);
    case 'invalid_key':
      return [wrong(path, issue.issues[0]?.message ?? 'no such key')];
    case 'invalid_value':
      return [wrong(path, noneOf(given, issue.values))];
    case 'invalid_type':
      return [wrong(path, `expected ${kinds[issue.expected] ?? issue.expected}`)];
    case 'custom':
      return [{ ...wrong(path, issue.message), kind: 'whole' }];
    default:
      return [wrong(path, issue.message.charAt(0).toLowerCase() + issue.message.slice(1))];
  }
}

function wrong(path: Path, text: string): Misfit {
  return { kind: 'value', path, key: null, text: `${named(path)}${text}` };
}

function stray(path: Path, key: string, known: readonly string[]): Misfit {
  const text = printable(unknownKey({ [key]: true }, known) ?? 'unknown key', 1024);
  return { kind: 'stray', path, key, text };
}

function missing(path: Path): Misfit {
  const key = String(path.at(-1) ?? '');
  return { kind: 'missing', path: path.slice(0, -1), key, text: `missing key \`${key}\`` };
}

/** What is only wrong because a key was misspelt is not told beside it. */
function withoutConsequences(misfits: readonly Misfit[]): readonly Misfit[] {
  const strays = misfits.filter(({ kind }) => kind === 'stray');
  return misfits.filter(({ kind, path, key }) => {
    const beside = strays.filter((other) => named(other.path) === named(path));
    if (kind === 'whole') return beside.length === 0;
    if (kind !== 'missing' || key === null) return true;
    return beside.every((other) => nearHint(other.key ?? '', [key]) === null);
  });
}

/** Of several forms, a key that none has was misspelt; else the form counts that fits best. */
function misfitsOfUnion(
  issue: Extract<Issue, { readonly code: 'invalid_union' }>,
  path: Path,
  value: Json,
  known: KnownKeys,
): readonly Misfit[] {
  const forms = issue.errors.map((issues) => {
    const strays = issues.filter((one) => one.code === 'unrecognized_keys' && isHere(one));
    const lists = strays.flatMap((one) => (one.code === 'unrecognized_keys' ? [one.keys] : []));
    return { issues, lists, refused: lists.flat(), depth: depthOf(issues) };
  });
  const inNone = (forms[0]?.refused ?? []).filter((key) =>
    forms.every(({ refused }) => refused.includes(key)),
  );
  if (inNone.length > 0) {
    const keys = forms.flatMap(({ lists }) => lists.flatMap((list) => known.get(list) ?? []));
    return inNone.slice(0, MAX_MISFITS).map((key) => stray(path, key, [...new Set(keys)]));
  }
  const fitting = forms.filter(({ refused }) => refused.length === 0);
  const best = fitting.sort((a, b) => b.depth - a.depth)[0];
  if (best === undefined || best.depth === 0)
    return [wrong(path, 'fits none of the forms that it may have')];
  return best.issues.flatMap((inner) => misfitsOf(inner, path, value, known));
}

function isHere({ path }: Issue): boolean {
  return path.length === 0;
}

function depthOf(issues: readonly Issue[]): number {
  return issues.reduce((depth, { path }) => Math.max(depth, path.length), 0);
}

function noneOf(value: Json | undefined, values: readonly unknown[]): string {
  const names = values.map(String);
  const listed = names.map((name) => `\`${name}\``).join(', ');
  if (typeof value !== 'string') return `expected ${names.length === 1 ? '' : 'one of '}${listed}`;
  if (values.some((one) => typeof one === 'number' && String(one) === value))
    return `expected the number \`${value}\`, without quotation marks`;
  const hint = nearHint(value, names) ?? `known are ${listed}`;
  return `unknown word \`${printable(value, 64)}\`: ${hint}`;
}

function valueAt(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (at === undefined) return undefined;
    if (isJsonList(at)) at = at[Number(step)];
    else at = isJsonObject(at) ? at[String(step)] : undefined;
  }
  return at;
}

function named(path: Path): string {
  if (path.length === 0) return '';
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return `\`${printable(steps.join('').replace(/^\./, ''), MAX_SHOWN)}\`: `;
}

/** Bounded, and without what a terminal would obey. */
function printable(text: string, max: number): string {
  return text.slice(0, max).replaceAll(/\p{C}/gu, '?');
}
