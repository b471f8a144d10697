/** Functions on numbers; whatever is not a finite number afterwards has no answer. */

import type { Labelled } from '../provenance/tainted.js';
import { type ComputeCall, madeOf, numberOf, textOf } from './call.js';
import { computeFailed } from './failed.js';

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const MAX_DIGITS = 12;
const MAX_WHOLE = 2 ** 53 - 1;
/** From here on numbers are written with an exponent. */
export const LARGE = 1e21;

function finite(call: ComputeCall, value: number): Labelled {
  if (!Number.isFinite(value)) throw computeFailed(call.fn, 'no finite number');
  return madeOf(call, value === 0 ? 0 : value);
}

/** Arithmetic on `left` and `right`. */
export const arithmetic: Readonly<
  Record<'add' | 'subtract' | 'multiply' | 'divide', (call: ComputeCall) => Labelled>
> = Object.freeze({
  add: (call: ComputeCall): Labelled => finite(call, left(call) + right(call)),
  subtract: (call: ComputeCall): Labelled => finite(call, left(call) - right(call)),
  multiply: (call: ComputeCall): Labelled => finite(call, left(call) * right(call)),
  divide: (call: ComputeCall): Labelled => finite(call, left(call) / right(call)),
});

function left(call: ComputeCall): number {
  return numberOf(call, 'left');
}

function right(call: ComputeCall): number {
  return numberOf(call, 'right');
}

/** So many hundredths of a number. */
export function percent(call: ComputeCall): Labelled {
  return finite(call, (numberOf(call, 'of') * numberOf(call, 'rate')) / 100);
}

/** The nearest number with so many digits after the point; half goes away from zero. */
export function round(call: ComputeCall): Labelled {
  const digits = numberOf(call, 'digits', 0);
  if (!Number.isInteger(digits) || digits < 0 || digits > MAX_DIGITS)
    throw computeFailed(call.fn, '`digits` is no whole number from 0 to 12');
  return finite(call, rounded(numberOf(call, 'number'), digits));
}

/** Rounds the shortest decimal that stands for a number, not its binary form: 1.005 is 1.01. */
export function rounded(value: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  // A number has no further digits than these; shifting it would only lose some.
  if (shifted > MAX_WHOLE) return value;
  return Math.sign(value) * Number(`${shifted}e${-digits}`);
}

/** The number that a text is; blanks around it and commas between thousands do not count. */
export function number(call: ComputeCall): Labelled {
  const text = textOf(call, 'text')
    .trim()
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  if (!NUMBER.test(text)) throw computeFailed(call.fn, '`text` is no number');
  return finite(call, Number(text));
}
