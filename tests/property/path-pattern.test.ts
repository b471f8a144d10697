import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { globMatches, globSteps } from '../../kernel/policy/match/glob.js';
import { isAnchored } from '../../kernel/policy/match/glob-anchor.js';
import { globParts } from '../../kernel/policy/match/glob-parts.js';
import { pathPattern } from '../../kernel/policy/match/path-pattern.js';
import { fold } from '../../kernel/policy/match/pattern.js';
import { globPairs } from '../generators/any-glob.js';
import {
  naiveFold,
  naiveIsPathPattern,
  naivePathExact,
  naivePathLoose,
} from '../model/naive-path-pattern.js';
import { seeded } from './seed.js';

function text(units: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...units), maxLength });
}

const WILD = ['*', '**', '**/', '/**', '?', '/', 'a', 'A', '.', '..', '\\', '[', '\u0130', 'H'];
const beginnings = fc.constantFrom('/', '/', '**/', '**', '');
const patterns = fc.tuple(beginnings, text(WILD, 6)).map((parts) => parts.join(''));
const paths = text(['/', 'a', 'A', '.', '..', '*', '[', 'ab', 'H', '\u0331'], 8).map(
  (rest) => `/${rest}`,
);
const pairs = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(patterns, paths) },
  { weight: 3, arbitrary: globPairs(true) },
);

describe('a path pattern', () => {
  seeded(
    'is one where some absolute path could match it',
    fc.property(pairs, ([pattern]) => {
      expect(pathPattern(pattern) !== null).toBe(naiveIsPathPattern(pattern));
    }),
    { runs: 3000, claims: ['G-29', 'G-30'] },
  );

  seeded(
    'matches what trying everything matches, both ways',
    fc.property(pairs, ([pattern, path]) => {
      const made = pathPattern(pattern);
      fc.pre(made !== null);
      expect(made.matches(path, 'exact')).toBe(naivePathExact(pattern, path));
      expect(made.matches(path, 'loose')).toBe(naivePathLoose(pattern, path));
    }),
    { runs: 10_000, claims: 'G-29' },
  );

  seeded(
    'matches itself, and loosely at least what it matches exactly; its anchor holds both',
    fc.property(pairs, ([pattern, path]) => {
      const made = pathPattern(pattern);
      fc.pre(made !== null);
      const [exact, loose] = [made.matches(path, 'exact'), made.matches(path, 'loose')];
      expect(loose || !exact).toBe(true);
      expect(isAnchored(made.anchor, fold(path)) || !loose).toBe(true);
      const literal = pathPattern(path.replaceAll(/[\\*?]/g, '\\$&'));
      expect(literal?.matches(path.normalize('NFC'), 'exact') ?? true).toBe(true);
    }),
    { runs: 5000, claims: 'G-29' },
  );
});

describe('folding', () => {
  const odd = text(['\u0130', 'Σ', 'σ', 'ς', 'H', '\u0331', 'e', '\u0301', '\u0323', 'k'], 8);
  const any = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 8 }));

  seeded(
    'is as sign by sign, and once is enough',
    fc.property(any, (given) => {
      expect(fold(given)).toBe(naiveFold(given));
      expect(fold(fold(given))).toBe(fold(given));
      expect(fold(given.normalize('NFD'))).toBe(fold(given));
    }),
    { claims: 'G-29' },
  );
});

describe('the work of a match', () => {
  const stars = text(['*', '**/', '**', '/', 'a', '?', '/**'], 60).map((rest) => `/${rest}`);
  const long = text(['a', '/a', '/'], 120).map((rest) => `/${rest}`);

  seeded(
    'is at most so many looks at a step as steps times characters, twice over',
    fc.property(stars, long, fc.boolean(), (pattern, path, crosses) => {
      const reading = { spell: fold, crosses, takesFolder: true };
      const steps = globSteps(globParts(pattern) ?? [], reading);
      let looks = 0;
      const counted = new Proxy(steps, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
          return Reflect.get(target, key);
        },
      });
      globMatches(counted, path);
      // Once to make its marks.
      const most = steps.length + 2 * (steps.length + 1) * (path.length + 1);
      expect(looks).toBeLessThanOrEqual(most);
    }),
    { runs: 300, claims: 'G-29' },
  );
});
