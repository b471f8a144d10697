/**
 * The functions of `compute` as a planner is told of them: one line each, what it takes and gives.
 * What it takes is read off the table that the kernel checks against.
 */
import { type ComputeFunction, computeFunctions, signatureOf } from '../schemas/index.js';

/** What each function gives; a function without a word does not compile. */
const gives = Object.freeze({
  select: 'the one item that fits; none, or more than one, ends the run',
  filter: 'the items that fit',
  sort: 'the items by their field, ascending if nothing is said',
  least: 'the first item whose field is least: a number, date or text',
  most: 'the first item whose field is most',
  take: 'the first so many items',
  count: 'how many items there are',
  sum: 'the sum of the items, or of their field',
  entries: 'a list of {key, value} of a record',
  group: 'a list of {key, items}, one for each value of the field',
  rank: 'a list of {place, item}, places from 1',
  pluck: 'the list of that field of every item',
  flatten: 'the items of the lists in a list, as one list',
  distinct: 'the first item for each value',
  difference: 'the items that "without" does not have',
  add: 'left + right',
  subtract: 'left - right',
  multiply: 'left * right',
  divide: 'left / right',
  percent: 'so many hundredths of a number: of * rate / 100',
  round: 'the number with so many digits after the point, 0 if nothing is said',
  number: 'the number that a text is, such as "1,250.50"',
  extract:
    'a record of what stands in the holes; the pattern is the whole text: "{day} at {place}"',
  split: 'the list of the parts of a text',
  template: 'the text with each {hole} filled from "fields", a record',
  join: 'one text of a list of texts or numbers',
  move: 'the moment so much later: an amount of units (below 0 is earlier), or "PT90M", "P2D"',
  next: 'the first such day, "--11-14", on or after a moment',
  between: 'how many units from one moment to another',
  moment: 'a moment of a date and a time "14:30"',
  format:
    'a text: a part of a moment; minutes as clock "01:30"; a number as integer or money "3.50"',
  choose: 'what "yes" is if the condition holds, else what "no" is',
} as const satisfies Readonly<Record<ComputeFunction, string>>);

/** One line a function, in the order of the table. */
export const computeLines: readonly string[] = Object.freeze(
  computeFunctions.map((fn) => `${fn}(${takenBy(fn)}): ${gives[fn]}`),
);

function takenBy(fn: ComputeFunction): string {
  const { args, optional = [], by, where } = signatureOf(fn);
  const parts = Object.entries(args).map(([name, takes]) => {
    const words = takes === 'any' ? '' : ` ${takes.join('|')}`;
    return `${name}${optional.includes(name) ? '?' : ''}${words}`;
  });
  if (by !== undefined) parts.push(by === 'required' ? 'by' : 'by?');
  if (where !== undefined) parts.push('where');
  return parts.join(', ');
}
