/** Functions on numbers; whatever is not a finite number afterwards has no answer. */

import type { Labelled } from '../provenance/tainted.js';
import { type ComputeCall, madeOf, numberOf, textOf } from './call.js';
import { computeFailed } from './failed.js';

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const MAX_DIGITS = 12;
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
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e');
  const [whole = '0', part = ''] = mantissa.split('.');
  if (exponent !== undefined) return roundedSmall(value, mantissa, Number(exponent), digits);
  if (part.length <= digits) return value;
  // Digit by digit: a shifted number of so many digits would be another one.
  const units = BigInt(whole + part.slice(0, digits)) + ((part[digits] ?? '0') >= '5' ? 1n : 0n);
  return Math.sign(value) * Number(`${units}e-${digits}`);
}

/** A number written with an exponent: too large to have digits after the point, or very small. */
function roundedSmall(value: number, mantissa: string, exponent: number, digits: number): number {
  if (exponent > 0) return value;
  const shifted = Math.round(Number(`${mantissa}e${exponent + digits}`));
  return Math.sign(value) * Number(`${shifted}e-${digits}`);
}

/** The number that a text is; blanks around it and commas between thousands do not count. */
export function number(call: ComputeCall): Labelled {
  const text = textOf(call, 'text')
    .trim()
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  if (!NUMBER.test(text)) throw computeFailed(call.fn, '`text` is no number');
  return finite(call, Number(text));
}
