import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { pathPattern } from '../../kernel/policy/match/path-pattern.js';
import { inList } from '../../kernel/policy/match/pattern-list.js';
import { naivePathExact, naivePathLoose } from '../model/naive-path-pattern.js';
import { seeded } from './seed.js';

const names = fc.constantFrom('/a', '/A', '/a/b', '/A/b', '/a/*', '/**', '/a/**', '/*/B', '/');
const lists = fc.array(fc.tuple(fc.boolean(), names), { maxLength: 4 });
const paths = fc.constantFrom('/a', '/A', '/a/b', '/A/b', '/a/B', '/c', '/a/b/c');

const made = (list: readonly (readonly [boolean, string])[]) =>
  list
    .map(([isNegation, text]) => pathPattern(isNegation ? `!${text}` : text))
    .filter((pattern) => pattern !== null);

describe('a list of patterns', () => {
  seeded(
    'holds what some positive matches, or all where there is none, but for what a negation does',
    fc.property(lists, paths, (list, path) => {
      const of = (isNegation: boolean): readonly string[] =>
        list.filter(([negates]) => negates === isNegation).map(([, text]) => text);
      const any = (texts: readonly string[], fits: typeof naivePathExact): boolean =>
        texts.some((text) => fits(text, path));
      const isFree = of(false).length === 0;
      const exact = (isFree || any(of(false), naivePathExact)) && !any(of(true), naivePathLoose);
      const loose = (isFree || any(of(false), naivePathLoose)) && !any(of(true), naivePathExact);
      expect(inList(made(list), path, 'exact')).toBe(exact);
      expect(inList(made(list), path, 'loose')).toBe(loose);
      expect(loose || !exact).toBe(true);
    }),
    { claims: ['G-25', 'G-29'] },
  );

  seeded(
    'does not go by order, and no negation makes it hold more',
    fc.property(lists, lists, paths, (list, more, path) => {
      for (const how of ['exact', 'loose'] as const) {
        const given = inList(made(list), path, how);
        expect(inList(made([...list].reverse()), path, how)).toBe(given);
        const negations = more.map(([, text]) => [true, text] as const);
        expect(inList(made([...list, ...negations]), path, how) && !given).toBe(false);
      }
    }),
    { claims: 'G-29' },
  );
});
