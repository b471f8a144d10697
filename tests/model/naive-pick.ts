/**
 * What picks or orders items, one sentence of the architecture a line: the reference for
 * kernel/compute/pick.ts and lists.ts.
 */
import type { Json } from '../../schemas/index.js';
import { everyone, fieldOf, type NaiveAnswer, naiveOrder } from './naive-condition.js';
import type { NaiveFact } from './naive-declass.js';
import { Stop } from './naive-end.js';
import { type NaiveLabel, naiveControl, naiveJoin } from './naive-label.js';
import { sortedText } from './naive-relabel.js';
import {
  type NaiveTree,
  naiveBranch,
  naiveFlat,
  naiveLift,
  naiveUniform,
  noKids,
} from './naive-tree.js';

/** A step of the reference, its list taken apart. */
export interface NaivePick {
  readonly items: readonly NaiveFact[];
  /** The label of the list's shape. */
  readonly own: NaiveLabel;
  readonly by: string | undefined;
  readonly args: Readonly<Record<string, NaiveFact>>;
  readonly choice: readonly string[];
  readonly isStrict: boolean;
  readonly answer: (item: NaiveFact | null) => NaiveAnswer;
  /** The items and the shape of another list. */
  readonly listOf: (name: string) => Pick<NaivePick, 'items' | 'own'>;
}

type Said = Iterable<string>;

const trusted = (source: string): boolean => source === 'user' || source === 'host';

export const failed = (): never => {
  throw new Stop('failed', 'compute_failed');
};

/** An item as it is, chosen by some. */
export function by({ value, tree }: NaiveFact, ...said: readonly Said[]): NaiveFact {
  return {
    value,
    tree: naiveLift(
      tree,
      said.flatMap((one) => [...one]),
    ),
  };
}

/** A list of items under a shape that some had a say in. */
export function list(own: NaiveLabel, items: readonly NaiveFact[], ...said: Said[]): NaiveFact {
  const kids = items.map(({ tree }, i) => [`${i}`, tree] as const);
  const shape = naiveControl(
    own,
    said.flatMap((one) => [...one]),
  );
  return { value: items.map(({ value }) => value), tree: naiveBranch(shape, new Map(kids)) };
}

/** A record of fields under a shape. */
export function recordOf(
  shape: NaiveLabel,
  fields: Readonly<Record<string, NaiveFact>>,
): NaiveFact {
  const entries = Object.entries(fields);
  return {
    value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    tree: naiveBranch(shape, new Map(entries.map(([key, { tree }]) => [key, tree]))),
  };
}

/** A scalar. */
export function leaf(value: Json, own: NaiveLabel): NaiveFact {
  return { value, tree: { own, shaped: false, kids: noKids } };
}

export function said(label: NaiveLabel): ReadonlySet<string> {
  return new Set([...label.sources, ...label.control]);
}

const fieldIn = (pick: NaivePick, item: NaiveFact): NaiveFact => fieldOf(item, pick.by);
const fields = (pick: NaivePick, items = pick.items): Said =>
  items.flatMap((item) => [...everyone(fieldIn(pick, item).tree)]);

/** The order of two fields. */
export function orderOf(a: Json, b: Json): number {
  const order = naiveOrder(a, b);
  if (order !== null) return order;
  if (typeof a !== 'string' || typeof b !== 'string') return failed();
  return a < b ? -1 : Number(a !== b);
}

function isNamed({ isNaming, operands }: NaiveAnswer): boolean {
  return isNaming && operands.size > 0 && [...operands].every(trusted);
}

function select(pick: NaivePick): NaiveFact {
  const all = pick.items.map((item) => ({ item, answer: pick.answer(item) }));
  const [one, ...more] = all.filter(({ answer }) => answer.holds);
  if (one === undefined) throw new Stop('failed', 'select_none');
  if (more.length > 0) throw new Stop('failed', 'select_ambiguous');
  const operands = all.flatMap(({ answer }) => [...answer.operands]);
  if (isNamed(one.answer) && !pick.isStrict) return by(one.item, operands);
  const compared = all.flatMap(({ answer }) => [...answer.compared]);
  return by(one.item, operands, compared, said(pick.own), pick.choice);
}

function filter(pick: NaivePick): NaiveFact {
  const all = pick.items.map((item) => ({ item, answer: pick.answer(item) }));
  const kept = all.filter(({ answer }) => answer.holds);
  const items = kept.map(({ item, answer }) =>
    by(item, answer.operands, ...(isNamed(answer) ? [] : [answer.compared, pick.choice])),
  );
  const everything = all.flatMap(({ answer }) => [...answer.operands, ...answer.compared]);
  return list(pick.own, items, everything, pick.choice);
}

function extreme(pick: NaivePick, sign: number): NaiveFact {
  const [first] = pick.items;
  if (first === undefined) throw new Stop('failed', 'select_none');
  let best = first;
  for (const item of pick.items) {
    if (sign * orderOf(fieldIn(pick, item).value, fieldIn(pick, best).value) < 0) best = item;
  }
  return by(best, fields(pick), said(pick.own), pick.choice);
}

function take(pick: NaivePick): NaiveFact {
  const count = pick.args['count'] as NaiveFact;
  if (!Number.isInteger(count.value) || (count.value as number) < 0) return failed();
  const many = everyone(count.tree);
  const first = pick.items.slice(0, count.value as number);
  const items = first.map((item) => by(item, many, said(pick.own), pick.choice));
  return list(pick.own, items, many, pick.choice);
}

function distinct(pick: NaivePick): NaiveFact {
  const texts = pick.items.map((item) => sortedText(fieldIn(pick, item).value));
  const kept = pick.items.filter((_, i) => texts.indexOf(texts[i] as string) === i);
  // The order decides which of two equal ones stays.
  const items = kept.map((item) => by(item, fields(pick), said(pick.own), pick.choice));
  return list(pick.own, items, fields(pick), pick.choice);
}

function difference(pick: NaivePick): NaiveFact {
  const other = pick.listOf('without');
  const gone = other.items.map((item) => sortedText(fieldIn(pick, item).value));
  const kept = pick.items.filter((item) => !gone.includes(sortedText(fieldIn(pick, item).value)));
  const named = [...fields(pick, other.items), ...said(other.own)];
  const items = kept.map((item) =>
    by(item, everyone(fieldIn(pick, item).tree), named, pick.choice),
  );
  return list(pick.own, items, fields(pick), named, pick.choice);
}

function sort(pick: NaivePick): NaiveFact {
  const sign = pick.args['order']?.value === 'descending' ? -1 : 1;
  const keyed = pick.items.map((item) => ({ item, field: fieldIn(pick, item).value }));
  const sorted = keyed.sort((a, b) => sign * orderOf(a.field, b.field));
  return list(
    pick.own,
    sorted.map(({ item }) => item),
    fields(pick),
    pick.choice,
  );
}

function group(pick: NaivePick): NaiveFact {
  const shape = naiveControl(pick.own, [...fields(pick), ...pick.choice]);
  const names = pick.items.map((item) => sortedText(fieldIn(pick, item).value));
  const groups = [...new Set(names)].map((name) => {
    const items = pick.items.filter((_, i) => names[i] === name);
    const keys = items.map((item) => fieldIn(pick, item));
    const [key, ...more] = keys as [NaiveFact, ...NaiveFact[]];
    const all = keys.map(({ tree }) => naiveFlat(tree)).reduce(naiveJoin);
    const readers = new Set(keys.map(({ tree }) => readersText(naiveFlat(tree).readers)));
    const isHandle = [...all.sources].some((source) => source.startsWith('host:'));
    const read = isHandle && readers.size > 1 ? { ...all, readers: new Set<string>() } : all;
    const joined: NaiveTree = naiveUniform(read, key.value);
    return recordOf(shape, {
      key: more.length === 0 ? key : { value: key.value, tree: joined },
      items: list(shape, items),
    });
  });
  return list(shape, groups);
}

function readersText(readers: 'anyone' | ReadonlySet<string>): string {
  return readers === 'anyone' ? readers : `[${[...readers].sort().join(',')}]`;
}

function pluck(pick: NaivePick): NaiveFact {
  const isIndexed = (item: NaiveFact): boolean => {
    let at: unknown = item.value;
    return (pick.by ?? '').split('.').some((key) => {
      if (Array.isArray(at)) return true;
      at = (at as Readonly<Record<string, unknown>> | null)?.[key];
      return false;
    });
  };
  const plucked = pick.items.map((item) =>
    isIndexed(item) ? by(fieldIn(pick, item), pick.choice) : fieldIn(pick, item),
  );
  return list(pick.own, plucked, pick.choice);
}

export const naivePicks = {
  ...{ select, filter, take, distinct, difference, sort, group, pluck },
  least: (pick: NaivePick): NaiveFact => extreme(pick, 1),
  most: (pick: NaivePick): NaiveFact => extreme(pick, -1),
};
