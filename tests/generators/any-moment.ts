/** Numbers, dates, times and durations as people write them, and the normal form of each. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';

/** One wording, and what a plan may write for it. */
export interface Wording {
  readonly written: string;
  readonly normal: string | number;
}

const MONTHS: readonly string[] = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const UNITS: readonly (readonly [string, string])[] = [
  ['hour', 'PT#H'],
  ['minute', 'PT#M'],
  ['min', 'PT#M'],
  ['second', 'PT#S'],
  ['day', 'P#D'],
  ['week', 'P#W'],
];

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

function drawNumber(draws: Draws): Wording {
  const value = draws.pick([0, 7, 12, 999, 1000, 20_500, 1_234_567]);
  const cents = draws.pick([0, 0, 5, 25]);
  const grouped = draws.chance(50) ? value.toLocaleString('en-US') : `${value}`;
  const amount = cents === 0 ? grouped : `${grouped}.${two(cents)}`;
  const written = draws.pick([amount, `$${amount}`, `€${amount}`, `${amount}%`]);
  return { written, normal: Number(`${value}.${two(cents)}`) };
}

function drawDate(draws: Draws): Wording {
  const month = draws.below(12) + 1;
  const day = draws.below(28) + 1;
  const year = draws.pick([1999, 2026, 2031]);
  const full = MONTHS[month - 1] as string;
  const name = draws.pick([full, full.slice(0, 3), full.toLowerCase()]);
  const written = draws.pick([
    `${day} ${name} ${year}`,
    `${name} ${day}, ${year}`,
    `${name} ${day} ${year}`,
    `${day}th of ${name} ${year}`,
  ]);
  return { written, normal: `${year}-${two(month)}-${two(day)}` };
}

function drawTime(draws: Draws): Wording {
  const hour = draws.below(24);
  const minute = draws.pick([0, 5, 59]);
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const half = hour < 12 ? 'am' : 'pm';
  const written = draws.pick([
    `${two(hour)}:${two(minute)}`,
    `${twelve}:${two(minute)} ${half}`,
    `${twelve}:${two(minute)}${half.toUpperCase()}`,
  ]);
  return { written, normal: `${two(hour)}:${two(minute)}` };
}

function drawDuration(draws: Draws): Wording {
  const count = draws.pick([1, 2, 45, 90]);
  const [unit, form] = draws.pick(UNITS);
  const gap = draws.pick([' ', '-', '']);
  const written = `${count}${gap}${unit}${draws.pick(['', 's'])}`;
  return { written, normal: form.replace('#', `${count}`) };
}

export const anyWording: fc.Arbitrary<Wording> = drawn(12, (draws) => {
  return draws.pick([drawNumber, drawDate, drawTime, drawDuration])(draws);
});
