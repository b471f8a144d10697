import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { trustQuery } from '../../kernel/provenance/trusted-query.js';
import { anyWording, type Wording } from '../generators/any-moment.js';
import { naiveQuotes } from '../model/naive-tokens.js';
import { seeded } from './seed.js';

const principal = 'user:me@example.com';
const quotes = (text: string, literal: string | number): boolean =>
  trustQuery(text, { principal }).quotes(literal);
const before = fc.constantFrom('', 'Pay ', 'at ', 'the (', 'on\n');
const after = fc.constantFrom('', '.', ' please', '!', ', then go', ')');
/** What makes a larger token of what stands beside it. */
const glue = fc.constantFrom('x', 'é', '-', '@', '/', 'x.', '_');

/** What is written is a quote too where its form is its own spelling. */
const isOwnForm = ({ written, normal }: Wording): boolean => written === `${normal}`;

describe('a normal form', () => {
  seeded(
    'stands for what the user wrote, wherever whole tokens say it',
    fc.property(before, anyWording, after, (left, { written, normal }, right) => {
      expect(quotes(`${left}${written}${right}`, normal)).toBe(true);
    }),
  );

  seeded(
    'stands for nothing that is a part of a larger token',
    fc.property(anyWording, glue, fc.boolean(), (wording, mark, isLeft) => {
      const { written, normal } = wording;
      const text = isLeft ? `${mark}${written}` : `${written}${mark}`;
      fc.pre(!naiveQuotes(text).has(`${normal}`));
      fc.pre(!(typeof normal === 'number' && /^[-\d.,$€%]+$/.test(text)));
      expect(quotes(`go ${text} now`, normal)).toBe(false);
    }),
    { claims: 'INV-P3' },
  );

  seeded(
    'is the same on every asking, and no other form goes with it',
    fc.property(anyWording, anyWording, ({ written, normal }, other) => {
      const query = trustQuery(`note ${written} down`, { principal });
      const answers = [query.quotes(other.normal), query.quotes(other.normal)];
      expect(answers).toEqual([answers[0], answers[0]]);
      const isToken = naiveQuotes(query.text).has(`${other.normal}`);
      if (typeof other.normal === 'number' || isToken || other.normal === normal) return;
      expect([other.normal, answers[0]]).toEqual([other.normal, false]);
    }),
  );

  seeded(
    'of a number is a number, never its digits as text',
    fc.property(anyWording, (wording) => {
      fc.pre(typeof wording.normal === 'number' && !isOwnForm(wording));
      expect(quotes(`pay ${wording.written}`, `${wording.normal}`)).toBe(false);
    }),
  );
});
