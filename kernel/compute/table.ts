/** The functions of the table, by name: each total over its inputs, or a typed stop. */
import type { ComputeFunction } from '../../schemas/index.js';
import type { Labelled } from '../provenance/tainted.js';
import type { ComputeCall } from './call.js';
import * as lists from './lists.js';
import { between, moment, move, next } from './moments.js';
import { arithmetic, number, percent, round } from './numbers.js';
import * as picks from './pick.js';
import { extract, format, join, split, template } from './texts.js';

const table = Object.freeze({
  select: picks.select,
  filter: picks.filter,
  sort: lists.sort,
  least: picks.least,
  most: picks.most,
  take: picks.take,
  count: lists.count,
  sum: lists.sum,
  entries: lists.entries,
  group: lists.group,
  rank: lists.rank,
  pluck: lists.pluck,
  flatten: lists.flatten,
  distinct: picks.distinct,
  difference: picks.difference,
  ...arithmetic,
  percent,
  round,
  number,
  extract,
  split,
  template,
  join,
  move,
  next,
  between,
  moment,
  format,
  choose: picks.choose,
} satisfies Record<ComputeFunction, (call: ComputeCall) => Labelled>);

/** Computes. @throws RunStopped `compute_failed`, `select_none`, `select_ambiguous` */
export function compute(call: ComputeCall): Labelled {
  return table[call.fn](call);
}
