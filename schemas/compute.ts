/**
 * The closed table of functions that a plan may compute with: total, bounded, pure. What each takes
 * is data, so that a plan is checked before it runs.
 */

/** What a function takes beside `by` and `where`. */
export interface ComputeSignature {
  /** `any` value, or one of some words, which the plan must write itself. */
  readonly args: Readonly<Record<string, 'any' | readonly (string | number)[]>>;
  /** Arguments that may be left out. */
  readonly optional?: readonly string[];
  /** A condition about each `items` of `list`, or about `values` that stand in it. */
  readonly where?: 'items' | 'values';
  /** The field that counts. */
  readonly by?: 'required' | 'optional';
}

const list = { list: 'any' } as const;
const pair = { left: 'any', right: 'any' } as const;
const units = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
const forms = ['date', 'time', 'date_time', 'weekday', 'year', 'month', 'day'] as const;

export const computeTable = {
  select: { args: list, where: 'items' },
  filter: { args: list, where: 'items' },
  sort: {
    args: { list: 'any', order: ['ascending', 'descending'] },
    optional: ['order'],
    by: 'optional',
  },
  least: { args: list, by: 'optional' },
  most: { args: list, by: 'optional' },
  take: { args: { list: 'any', count: 'any' } },
  count: { args: list },
  sum: { args: list, by: 'optional' },
  entries: { args: { record: 'any' } },
  group: { args: list, by: 'required' },
  rank: { args: list },
  pluck: { args: list, by: 'required' },
  flatten: { args: list },
  distinct: { args: list, by: 'optional' },
  difference: { args: { list: 'any', without: 'any' }, by: 'optional' },
  add: { args: pair },
  subtract: { args: pair },
  multiply: { args: pair },
  divide: { args: pair },
  percent: { args: { of: 'any', rate: 'any' } },
  round: { args: { number: 'any', digits: [0, 1, 2, 3, 4, 5, 6] }, optional: ['digits'] },
  number: { args: { text: 'any' } },
  extract: { args: { text: 'any', pattern: 'any' } },
  split: { args: { text: 'any', separator: 'any' } },
  template: { args: { text: 'any', fields: 'any' } },
  join: { args: { list: 'any', separator: 'any' } },
  move: { args: { moment: 'any', amount: 'any', unit: units }, optional: ['unit'] },
  next: { args: { day: 'any', after: 'any' } },
  between: { args: { from: 'any', to: 'any', unit: ['minutes', 'hours', 'days', 'weeks'] } },
  moment: { args: { date: 'any', time: 'any' } },
  format: { args: { value: 'any', form: [...forms, 'clock', 'integer', 'money'] } },
  choose: { args: { yes: 'any', no: 'any' }, where: 'values' },
} as const satisfies Readonly<Record<string, ComputeSignature>>;

export type ComputeFunction = keyof typeof computeTable;

export const computeFunctions: readonly ComputeFunction[] = Object.freeze(
  Object.keys(computeTable) as ComputeFunction[],
);

/** What a function of the table takes. */
export function signatureOf(fn: ComputeFunction): ComputeSignature {
  return computeTable[fn];
}
