/**
 * What arguments name, from the sentences: first every place of the arguments by its path, then
 * what each is taken for, then what is read there. The reference for kernel/policy/extract.ts.
 */
import type { ArgumentDimension, Json, JsonObject } from '../../schemas/index.js';
import { type Declared, declaredFor, declaredOf } from './naive-pattern.js';

type Names = Readonly<Record<string, { readonly names?: ArgumentDimension | undefined }>>;
type Spec = { readonly names?: ArgumentDimension | undefined };

const BY_KEY = `
  path: path file_path filePath paths file files file_paths target_path destination directory dir cwd
  ref: ref refs branch branches push_branch pushBranch branch_override base base_branch head
  ref: head_branch target_branch target_ref
  host: url host hosts urls endpoint
  command: command cmd script
  count: count limit max_files`;

/** What a key is taken for where nothing is declared. */
export function naiveByKey(key: string): ArgumentDimension | undefined {
  for (const line of BY_KEY.trim().split('\n')) {
    const [dimension, names = ''] = line.trim().split(': ');
    if (names.split(' ').includes(key)) return dimension as ArgumentDimension;
  }
  return undefined;
}

interface Place {
  readonly value: Json;
  /** Undefined where nobody says what it is. */
  readonly takenFor: ArgumentDimension | undefined;
  /** Only because the list that it stands in is taken for that. */
  readonly isInherited: boolean;
  readonly saysOfParts: boolean;
}

function saysOfParts(node: Declared<Spec>): boolean {
  return node.below.some(([, spec]) => spec.names !== undefined);
}

function placesUnder(value: Json, node: Declared<Spec>, list: Place | null): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const part = (value as Readonly<Record<string, Json>>)[key] as Json;
    const declared = declaredFor(node, key);
    const own = declared.spec?.names ?? (list === null ? naiveByKey(key) : undefined);
    const inherited = Array.isArray(value) ? list?.takenFor : undefined;
    const place: Place = {
      value: part,
      takenFor: own ?? inherited,
      isInherited: own === undefined && inherited !== undefined,
      saysOfParts: saysOfParts(declared),
    };
    const isRead = typeof part !== 'object' || part === null;
    if (isRead || (!place.saysOfParts && !(Array.isArray(part) && isItemwise(place)))) {
      return [place];
    }
    return placesUnder(part, declared, place);
  });
}

/** A list of which nothing more is said is read item by item, but for words and lists in lists. */
function isItemwise({ takenFor, isInherited }: Place): boolean {
  return takenFor !== undefined && takenFor !== 'command' && !isInherited;
}

function textOf({ value }: Place): string | readonly string[] | null {
  if (typeof value === 'string') return value;
  const words = Array.isArray(value) ? (value as readonly Json[]) : null;
  return words?.every((word) => typeof word === 'string') ? words : null;
}

/** What the amounts come to, up to where a number is exact. */
function sumOf(amounts: readonly number[]): number | null {
  if (amounts.length === 0) return null;
  return amounts.reduce((all, one) => (Number.isSafeInteger(all + one) ? all + one : all), 0);
}

/** One of the sums on the way is not exact. */
function isBeyond(amounts: readonly number[]): boolean {
  let all = 0n;
  for (const one of amounts) {
    if (all + BigInt(one) > BigInt(Number.MAX_SAFE_INTEGER)) return true;
    all += BigInt(one);
  }
  return false;
}

interface NaivelyNamed {
  readonly paths: readonly string[];
  readonly refs: readonly string[];
  readonly hosts: readonly string[];
  readonly commands: readonly (string | readonly string[])[];
  readonly count: number | null;
  readonly cents: number | null;
  readonly unreadable: readonly string[];
  readonly hasNegative: boolean;
}

/** What the arguments name, by what is declared for each pointer pattern. */
export function naiveNames(specs: Names, args: JsonObject): NaivelyNamed {
  const all = placesUnder(args, declaredOf<Spec>(specs), null).filter(
    ({ value, isInherited }) => value !== null || isInherited,
  );
  const of = (dimension: ArgumentDimension) => all.filter(({ takenFor }) => takenFor === dimension);
  const texts = (dimension: ArgumentDimension): readonly string[] =>
    of(dimension).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const commands = of('command').filter(({ isInherited, value }) => {
    return typeof value === 'string' || !isInherited;
  });
  const isAmount = (value: Json): value is number => Number.isSafeInteger(value) && value !== null;
  const amounts = (dimension: ArgumentDimension): readonly number[] =>
    of(dimension).flatMap(({ value }) => (isAmount(value) && value >= 0 ? [value] : []));
  const numbers = [...of('count'), ...of('cents')].flatMap(({ value }) =>
    typeof value === 'number' ? [value] : [],
  );
  const isUnread = ({ value, takenFor, isInherited }: Place): boolean => {
    if (takenFor === 'count' || takenFor === 'cents') return typeof value !== 'number';
    if (takenFor !== 'command') return typeof value !== 'string';
    return textOf({ value } as Place) === null || (Array.isArray(value) && isInherited);
  };
  const dimensions = ['path', 'ref', 'host', 'command', 'count', 'cents'] as const;
  return {
    paths: texts('path'),
    refs: texts('ref'),
    hosts: texts('host'),
    commands: commands.flatMap((place) => {
      const text = textOf(place);
      return text === null || text.length === 0 ? (text === '' ? [''] : []) : [text];
    }),
    count: sumOf(amounts('count')),
    cents: sumOf(amounts('cents')),
    unreadable: dimensions.filter((dimension) => of(dimension).some(isUnread)),
    hasNegative:
      isBeyond(amounts('count')) ||
      isBeyond(amounts('cents')) ||
      numbers.some((value) => !Number.isSafeInteger(value) || value < 0),
  };
}
