/**
 * The one normalisation of quotes: what number, percentage, date, time or duration a whole token
 * (or run of tokens) of the query stands for. Numbers lose a currency sign, a percent sign and
 * thousands commas; dates become `YYYY-MM-DD`, days without a year `--MM-DD`, times `HH:MM`,
 * durations ISO 8601 with one unit. Anything ambiguous (5/6/2024) is left out.
 */
import type { QueryToken } from './query-tokens.js';

const MONTHS: readonly string[] = Object.freeze([
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]);
const UNITS: Readonly<Record<string, string>> = Object.freeze({
  second: 'PT#S',
  sec: 'PT#S',
  minute: 'PT#M',
  min: 'PT#M',
  hour: 'PT#H',
  hr: 'PT#H',
  day: 'P#D',
  week: 'P#W',
});
const NUMBER = /^[$€£¥]?([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)[%$€£¥]?$/u;
const MONTH = '(?<month>[A-Za-z]{3,9})\\.?';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const DAY_FIRST = new RegExp(`${DAY}(?: of)? ${MONTH},? (?<year>\\d{4})`, 'y');
const MONTH_FIRST = new RegExp(`${MONTH} ${DAY},? (?<year>\\d{4})`, 'y');
/** `January 11th to January 15th 2025`: the first day has the year of the second. */
const RANGE = new RegExp(
  `${MONTH} ${DAY}(?= (?:to|until|through) (?<later>[A-Za-z]{3,9})\\.? \\d{1,2}(?:st|nd|rd|th)?,? ` +
    '(?<year>\\d{4}))',
  'y',
);
const TIME = /(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?: ?(?<half>[ap])\.?m\.?)?/iy;
const COUNTS: readonly string[] = Object.freeze([
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
]);
const UNIT = '(?<unit>second|sec|minute|min|hour|hr|day|week)s?';
const DURATION = new RegExp(`(?<count>\\d{1,6}|${COUNTS.join('|')})[ -]?${UNIT}`, 'iy');
/** A day of no year: `November 14th`, `the 14th of November`. */
const YEARLESS_DAY_FIRST = new RegExp(`${DAY}(?: of)? ${MONTH}(?! \\d)`, 'y');
const YEARLESS_MONTH_FIRST = new RegExp(`${MONTH} ${DAY}(?!,? \\d)`, 'y');

type Groups = Readonly<Record<string, string | undefined>>;

function two(value: number): string {
  return `${value}`.padStart(2, '0');
}

function monthOf(word: string | undefined): number {
  const name = (word ?? '').toLowerCase();
  return MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name) + 1;
}

function isoDate(groups: Groups): string | null {
  const month = monthOf(groups['month']);
  // A range over New Year names two years, and only one of them.
  if (groups['later'] !== undefined && monthOf(groups['later']) < month) return null;
  const day = Number(groups['day']);
  if (month === 0 || day < 1 || day > 31) return null;
  return `${groups['year']}-${two(month)}-${two(day)}`;
}

/** ISO 8601 has no day without a year any more; this is the form that it had. */
function isoDay(groups: Groups): string | null {
  const date = isoDate({ ...groups, year: '' });
  return date === null ? null : `-${date}`;
}

function isoTime(groups: Groups): string | null {
  const half = groups['half']?.toLowerCase();
  const minute = Number(groups['minute'] ?? '0');
  let hour = Number(groups['hour']);
  if (half === undefined && groups['minute'] === undefined) return null;
  if (minute > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return null;
  if (half !== undefined) hour = (hour % 12) + (half === 'p' ? 12 : 0);
  return `${two(hour)}:${two(minute)}`;
}

function isoDuration(groups: Groups): string | null {
  const form = UNITS[(groups['unit'] ?? '').toLowerCase()];
  const count = (groups['count'] ?? '').toLowerCase();
  const word = COUNTS.indexOf(count);
  return form === undefined ? null : form.replace('#', `${word === -1 ? Number(count) : word}`);
}

const forms: readonly (readonly [RegExp, (groups: Groups) => string | null])[] = Object.freeze([
  [DAY_FIRST, isoDate],
  [MONTH_FIRST, isoDate],
  [RANGE, isoDate],
  [YEARLESS_DAY_FIRST, isoDay],
  [YEARLESS_MONTH_FIRST, isoDay],
  [TIME, isoTime],
  [DURATION, isoDuration],
]);

export interface QuoteForms {
  readonly numbers: ReadonlySet<number>;
  readonly texts: ReadonlySet<string>;
}

/** Collects every normal form that whole tokens of a query stand for; linear in the query. */
export function quoteForms(query: string, tokens: readonly QueryToken[]): QuoteForms {
  const ends = new Set(tokens.map((token) => token.end));
  const numbers = new Set<number>();
  const texts = new Set<string>();
  for (const token of tokens) {
    const number = NUMBER.exec(token.text)?.[1];
    if (number !== undefined) numbers.add(Number(number.replaceAll(',', '')));
    for (const [pattern, normal] of forms) {
      pattern.lastIndex = token.start;
      const match = pattern.exec(query);
      if (match === null || !ends.has(token.start + match[0].length)) continue;
      const form = normal(match.groups ?? {});
      if (form !== null) texts.add(form);
    }
  }
  return { numbers, texts };
}

const FORM = /^(?:(?:\d{4}|-)-\d{2}-\d{2}|\d{2}:\d{2}|PT?\d+[SMHDW])$/;

/**
 * Asks whether text has the shape of a normal form at all; most has not, and no query need be
 * searched.
 */
export function mayBeForm(text: string): boolean {
  return FORM.test(text);
}
