/**
 * Texts and decimals digit by digit: the reference for kernel/compute/{texts,numbers,extract}.ts.
 */
import { isReservedKey } from '../../schemas/index.js';

/** A number as decimal text with so many digits after the point; half goes away from zero. */
export function naiveRounded(value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = `${Math.abs(value)}`.split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  const places = Number(exponent) - part.length;
  const units = BigInt(whole + part);
  const shift = places + digits;
  const scaled = shift >= 0 ? units * 10n ** BigInt(shift) : halved(units, 10n ** BigInt(-shift));
  const text = scaled.toString().padStart(digits + 1, '0');
  const at = text.length - digits;
  const sign = value < 0 && scaled > 0n ? '-' : '';
  return `${sign}${text.slice(0, at)}${digits === 0 ? '' : `.${text.slice(at)}`}`;
}

function halved(units: bigint, by: bigint): bigint {
  return (units * 2n + by) / (by * 2n);
}

/** The number that a text is; null where it is none. */
export function naiveNumber(text: string): number | null {
  const trimmed = text.trim();
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(trimmed);
  const plain = grouped ? trimmed.split(',').join('') : trimmed;
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(plain) ? Number(plain) + 0 : null;
}

/** Minutes as a clock shows them; null where they are no whole number of them. */
export function naiveClock(minutes: number): string | null {
  if (!Number.isSafeInteger(minutes) || minutes < 0) return null;
  const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
  return `${two((minutes - (minutes % 60)) / 60)}:${two(minutes % 60)}`;
}

/** What stands in the holes of a pattern; null where the text is of another form. */
export function naiveExtract(text: string, pattern: string): Record<string, string> | null {
  const parts = pattern.split(/\{([a-z][a-z0-9_]{0,63})\}/);
  const names = parts.filter((_, i) => i % 2 === 1);
  const literals = parts.filter((_, i) => i % 2 === 0);
  const inner = literals.slice(1, -1);
  if (names.length === 0 || inner.includes('') || new Set(names).size < names.length) return null;
  if (names.some((name) => isReservedKey(name))) return null;
  const [first = '', last = ''] = [literals[0], literals.at(-1)];
  if (!text.startsWith(first)) return null;
  let rest = text.slice(first.length);
  const found: string[] = [];
  for (const literal of inner) {
    const [before = '', ...after] = rest.split(literal);
    if (after.length === 0) return null;
    found.push(before);
    rest = after.join(literal);
  }
  if (!rest.endsWith(last)) return null;
  found.push(rest.slice(0, rest.length - last.length));
  return Object.fromEntries(names.map((name, i) => [name, found[i] ?? '']));
}
