/** Every function of the table, the long way: the reference for kernel/compute. */
import {
  type ComputeFunction,
  computeFunctions,
  type Json,
  signatureOf,
} from '../../schemas/index.js';
import { fieldOf, type NaiveAnswer } from './naive-condition.js';
import type { NaiveFact } from './naive-declass.js';
import { type NaiveLabel, naiveControl, naiveJoin, naiveLabel } from './naive-label.js';
import {
  type NaiveMoment,
  naiveBetween,
  naiveDuration,
  naiveForm,
  naiveMoment,
  naiveMomentText,
  naiveMove,
  naiveNext,
} from './naive-moment.js';
import {
  by,
  failed,
  leaf,
  list,
  type NaivePick,
  naivePicks,
  recordOf,
  said,
} from './naive-pick.js';
import { naiveClock, naiveExtract, naiveNumber, naiveRounded } from './naive-text.js';
import { type NaiveTree, naiveFlat, naiveKid, naiveUniform, partsOf } from './naive-tree.js';

/** One computation. */
export interface NaiveCompute {
  readonly fn: ComputeFunction;
  readonly args: Readonly<Record<string, NaiveFact>>;
  readonly by: string | undefined;
  readonly answer: (item: NaiveFact | null) => NaiveAnswer;
  readonly choice: readonly string[];
  readonly isStrict: boolean;
}

const MAX_ITEMS = 10_000;
const MAX_TEXT = 1_000_000;

function itemsOf(fact: NaiveFact | undefined): Pick<NaivePick, 'items' | 'own'> {
  if (fact === undefined || !Array.isArray(fact.value)) return failed();
  if (fact.value.length > MAX_ITEMS) return failed();
  const items = partsOf(fact.value).map(([key, value]) => {
    return { value, tree: naiveKid(fact.tree, key) as NaiveTree };
  });
  return { items, own: fact.tree.own };
}

/** Computes a value and its labels. */
export function naiveCompute(call: NaiveCompute): NaiveFact {
  const { fn, args, choice } = call;
  if (fn in naivePicks) {
    const listOf = (name: string) => itemsOf(args[name]);
    const pick: NaivePick = { ...call, ...listOf('list'), listOf };
    return naivePicks[fn as keyof typeof naivePicks](pick);
  }
  if (fn in wholes) return wholes[fn as keyof typeof wholes](call);
  // Everything else is made of all arguments: joined, and chosen by the plan.
  const value = made[fn as keyof typeof made]((name) => args[name]?.value);
  // A word of the table is the choice of the plan, like the function.
  const { args: takes } = signatureOf(fn);
  const parts = Object.entries(args).filter(([name]) => takes[name] === 'any');
  const labels = parts.map(([, { tree }]) => naiveFlat(tree));
  // That parts stand together is the plan's word.
  if (fn === 'join' || fn === 'template') labels.push(naiveLabel(['planner'], 'anyone'));
  const label = naiveControl(labels.reduce(naiveJoin), choice);
  return { value, tree: naiveUniform(label, value) };
}

const wholes = {
  count: ({ args, choice }: NaiveCompute): NaiveFact => {
    const { items, own } = itemsOf(args['list']);
    return leaf(items.length, naiveControl(own, choice));
  },
  sum: (call: NaiveCompute): NaiveFact => {
    const { items, own } = itemsOf(call.args['list']);
    const fields = items.map((item) => fieldOf(item, call.by));
    const total = fields.reduce((sum, { value }) => sum + number(value), 0);
    if (!Number.isFinite(total)) return failed();
    const labels: readonly NaiveLabel[] = fields.map(({ tree }) => naiveFlat(tree));
    return leaf(total, naiveControl(labels.reduce(naiveJoin, own), [...said(own), ...call.choice]));
  },
  rank: ({ args, choice }: NaiveCompute): NaiveFact => {
    const { items, own } = itemsOf(args['list']);
    const shape = naiveControl(own, choice);
    return list(
      shape,
      items.map((item, i) => recordOf(shape, { place: leaf(i + 1, shape), item })),
    );
  },
  flatten: ({ args, choice }: NaiveCompute): NaiveFact => {
    const { items, own } = itemsOf(args['list']);
    const inner = items.map((item) => itemsOf(item));
    const all = inner.flatMap((one) => one.items);
    if (all.length > MAX_ITEMS) return failed();
    return list(
      inner.reduce((shape, one) => naiveJoin(shape, one.own), own),
      all,
      choice,
    );
  },
  entries: ({ args, choice }: NaiveCompute): NaiveFact => {
    const { value, tree } = args['record'] as NaiveFact;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return failed();
    const shape = naiveControl(tree.own, choice);
    const fields = partsOf(value).map(([key, part]) => {
      const kid = { value: part, tree: naiveKid(tree, key) as NaiveTree };
      return recordOf(shape, { key: leaf(key, shape), value: kid });
    });
    return list(shape, fields);
  },
  choose: ({ args, answer, choice }: NaiveCompute): NaiveFact => {
    const { holds, operands } = answer(null);
    return by(args[holds ? 'yes' : 'no'] as NaiveFact, operands, choice);
  },
};

function number(value: Json | undefined): number {
  return typeof value === 'number' ? value : failed();
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : failed();
}

function moment(value: Json | undefined): NaiveMoment {
  return naiveMoment(value ?? null) ?? failed();
}

function finite(value: number): number {
  return Number.isFinite(value) ? value + 0 : failed();
}

function short(value: string | null): string {
  return value === null || value.length > MAX_TEXT ? failed() : value;
}

/** A scalar, or scalars with commas, as text. */
function plain(value: Json): string {
  if (Array.isArray(value)) return value.map((item: Json) => plain(item)).join(', ');
  return typeof value === 'object' && value !== null ? failed() : `${value ?? ''}`;
}

/** Digits; a number of too many has none. */
function written(value: number, digits: number): string {
  return Math.abs(value) < 1e21 ? naiveRounded(value, digits) : failed();
}

type Take = (name: string) => Json | undefined;
type Make = (take: Take) => Json;

const made = {
  add: (take: Take): Json => finite(number(take('left')) + number(take('right'))),
  subtract: (take: Take): Json => finite(number(take('left')) - number(take('right'))),
  multiply: (take: Take): Json => finite(number(take('left')) * number(take('right'))),
  divide: (take: Take): Json => finite(number(take('left')) / number(take('right'))),
  percent: (take: Take): Json => finite((number(take('of')) * number(take('rate'))) / 100),
  next: (take: Take): Json => {
    const day = text(take('day'));
    const after = moment(take('after'));
    return (/^--\d\d-\d\d$/.test(day) ? naiveNext(day, after) : null) ?? failed();
  },
  round: (take: Take): Json => {
    const given = take('digits');
    const digits = given === undefined ? 0 : number(given);
    if (!Number.isInteger(digits) || digits < 0 || digits > 12) return failed();
    return finite(Number(naiveRounded(number(take('number')), digits)));
  },
  number: (take: Take): Json => naiveNumber(text(take('text'))) ?? failed(),
  extract: (take: Take): Json =>
    naiveExtract(text(take('text')), text(take('pattern'))) ?? failed(),
  split: (take: Take): Json => {
    const separator = text(take('separator'));
    const parts = separator === '' ? failed() : text(take('text')).split(separator);
    return parts.length > MAX_ITEMS ? failed() : parts;
  },
  join: (take: Take): Json => {
    const items = itemsOf({ value: take('list') ?? null, tree: naiveUniform(nobody, []) });
    const separator = text(take('separator'));
    return short(items.items.map(({ value }) => plain(value)).join(separator));
  },
  template: (take: Take): Json => {
    const fields = take('fields') ?? null;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return failed();
    const texts = new Map(partsOf(fields).map(([key, value]) => [key, plain(value)]));
    const holes = text(take('text')).split(/(\{[A-Za-z_]\w{0,63}\})/);
    const filled = holes.map((part, i) =>
      i % 2 === 0 ? part : (texts.get(part.slice(1, -1)) ?? failed()),
    );
    return short(filled.join(''));
  },
  move: (take: Take): Json => {
    const from = moment(take('moment'));
    const given = take('amount');
    const minutes = take('unit') === undefined ? naiveDuration(given ?? null) : null;
    if (minutes !== null) {
      const hasTime = from.hasTime || minutes % 1440 !== 0;
      return short(naiveMomentText(naiveMove({ ...from, hasTime }, minutes * 60, 'seconds')));
    }
    const amount = number(given);
    if (!Number.isInteger(amount) || Math.abs(amount) > 10_000_000) return failed();
    return short(naiveMomentText(naiveMove(from, amount, text(take('unit')))));
  },
  between: (take: Take): Json => {
    const to = moment(take('to'));
    return naiveBetween(moment(take('from')), to, text(take('unit')));
  },
  moment: (take: Take): Json => {
    const day = moment(take('date'));
    const time = text(take('time'));
    if (day.hasTime || moment(`1970-01-01 ${time}`) === null) return failed();
    return `${take('date')} ${time.slice(0, 5)}`;
  },
  format: (take: Take): Json => {
    const value = take('value');
    const form = text(take('form'));
    if (form === 'money') return written(number(value), 2);
    if (form === 'integer') return written(number(value), 0);
    if (form === 'clock') return naiveClock(number(value)) ?? failed();
    return naiveForm(moment(value), form);
  },
} satisfies Partial<Record<ComputeFunction, Make>>;

const nobody: NaiveLabel = {
  ...{ sources: new Set<string>(), control: new Set<string>() },
  ...{ readers: 'anyone' as const, subjects: new Set<string>() },
};

/** Functions that the reference does not know; none. */
export const unmodelled = computeFunctions.filter(
  (fn) => !(fn in naivePicks || fn in wholes || fn in made),
);
