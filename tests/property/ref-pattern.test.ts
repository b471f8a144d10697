import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { isAnchored } from '../../kernel/policy/match/glob-anchor.js';
import { fold } from '../../kernel/policy/match/pattern.js';
import { normalRef } from '../../kernel/policy/match/ref-name.js';
import { refPattern } from '../../kernel/policy/match/ref-pattern.js';
import { globPairs } from '../generators/any-glob.js';
import { naiveRef } from '../model/naive-ref-pattern.js';
import { seeded } from './seed.js';

const UNITS = ['a', 'A', 'v1', '/', '*', '**', '**/', '?', 'main', 'tags/', '.', 'refs/', 'heads/'];
const heads = fc.constantFrom(
  '',
  '',
  'heads/',
  'refs/heads/',
  'tags/',
  'refs/tags/',
  'refs/notes/',
);
const patterns = fc
  .tuple(heads, fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 4 }))
  .map((parts) => parts.join(''));
const spaces = fc.constantFrom('', '', 'tags/', 'remotes/', 'refs/notes/', 'Tags/');
const refs = fc
  .tuple(spaces, fc.string({ unit: fc.constantFrom('a', 'A', 'v1', '/', 'main'), maxLength: 5 }))
  .map((parts) => parts.join(''));
const pairs = fc.oneof(fc.tuple(patterns, refs), globPairs(false));

describe('a ref pattern', () => {
  seeded(
    'matches what a regular expression matches, both ways',
    fc.property(pairs, ([pattern, ref]) => {
      const made = refPattern(pattern);
      fc.pre(made !== null);
      for (const how of ['exact', 'loose'] as const) {
        expect(made.matches(ref, how)).toBe(naiveRef(pattern, ref, how));
      }
    }),
    { runs: 10_000, claims: 'G-29' },
  );

  seeded(
    'matches loosely at least what it matches exactly; its anchor holds both',
    fc.property(pairs, ([pattern, ref]) => {
      const made = refPattern(pattern);
      fc.pre(made !== null);
      const [exact, loose] = [made.matches(ref, 'exact'), made.matches(ref, 'loose')];
      expect(loose || !exact).toBe(true);
      expect(isAnchored(made.anchor, fold(ref)) || !loose).toBe(true);
    }),
    { runs: 3000, claims: 'G-29' },
  );

  seeded(
    'is every name: it matches itself, however it is written, and no name that is another',
    fc.property(refs, refs, (written, other) => {
      const [name, second] = [normalRef(written), normalRef(other)];
      fc.pre(name !== null && second !== null);
      for (const text of [written, `refs/heads/${written}`, `heads/${written}`]) {
        const short = normalRef(text);
        const made = refPattern(text);
        expect(made === null).toBe(short === null);
        expect(made?.matches(short ?? '', 'exact') ?? true).toBe(true);
      }
      expect(refPattern(name)?.matches(second, 'exact')).toBe(name === second);
    }),
    { runs: 2000, claims: ['G-22', 'G-29'] },
  );
});
