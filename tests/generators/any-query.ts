/** Queries: over a few characters that tokens turn on, and over words that people write. */
import fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';

const MARKS = [
  'a',
  'b',
  ' ',
  '"',
  "'",
  '.',
  ',',
  '(',
  ')',
  '@',
  '/',
  's',
  '1',
  '“',
  '”',
  ':',
  '\n',
];

/** Short queries over a small alphabet, so that every substring can be tried. */
export const anyMarks: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...MARKS), minLength: 1, maxLength: 14 })
  .filter((text) => text.trim() !== '');

/** Words no two of which can be read as one number, date, time or duration. */
const WORDS = [
  ...['Send', 'the', 'report', 'to', 'bob@example.com', 'please', 'and', "Bob's", 'notes'],
  ...[
    'https://example.com/a,b?q=1',
    'plans/q3.pdf',
    '../up',
    '.ssh',
    'x-ray',
    'naïve',
    '李明',
    '😀',
  ],
  ...[
    '"weekly notes"',
    "'to do'",
    '“final, really”',
    '`rm -rf`',
    'e.g.',
    '(draft)',
    'a;b',
    'q3,q4',
  ],
];
const GAPS = [' ', ' ', ' ', ', ', '. ', '\n', '  ', ' (', ') ', ': '];

/** Draws a query of a few words, and the gaps between them. */
export function drawQuery(draws: Draws): string {
  const words = [draws.pick(WORDS), ...draws.list(6, () => draws.pick(WORDS))];
  return words.map((word, i) => (i === 0 ? word : `${draws.pick(GAPS)}${word}`)).join('');
}

export const anyQuery: fc.Arbitrary<string> = drawn(24, drawQuery);
