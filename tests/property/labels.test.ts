import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  isBelow,
  joinLabel,
  type Label,
  makeLabel,
  meetReaders,
  sameJson,
  union,
  withControl,
} from '../../schemas/index.js';
import { anyLabel } from '../generators/any-label.js';
import { asNaive, naiveJoin, plainLabel } from '../model/naive-label.js';
import { seeded } from './seed.js';

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'é', 'Z'), { maxLength: 5 });
const sorted = words.map((list) => [...list].sort());
const isSame = (a: Label, b: Label): boolean => sameJson({ ...a }, { ...b });

describe('a join of labels', () => {
  seeded(
    'is what sets joined the long way are',
    fc.property(anyLabel, anyLabel, (a, b) => {
      expect(joinLabel(a, b)).toEqual(plainLabel(naiveJoin(asNaive(a), asNaive(b))));
    }),
    { claims: 'INV-P1' },
  );

  seeded(
    'is associative, commutative and idempotent',
    fc.property(anyLabel, anyLabel, anyLabel, (a, b, c) => {
      expect(joinLabel(a, joinLabel(b, c))).toEqual(joinLabel(joinLabel(a, b), c));
      expect(joinLabel(a, b)).toEqual(joinLabel(b, a));
      expect(joinLabel(a, a)).toEqual(a);
    }),
  );

  seeded(
    'is above both, and monotone',
    fc.property(anyLabel, anyLabel, anyLabel, (a, b, c) => {
      const joined = joinLabel(a, b);
      expect(isBelow(a, joined) && isBelow(b, joined)).toBe(true);
      expect(isBelow(joinLabel(a, c), joinLabel(joined, c))).toBe(true);
    }),
  );

  seeded(
    'is the least of the labels above both',
    fc.property(anyLabel, anyLabel, anyLabel, (a, b, c) => {
      const above = joinLabel(joinLabel(a, b), c);
      expect(isBelow(joinLabel(a, b), above)).toBe(true);
    }),
  );

  seeded(
    'agrees with the order: a is below b where the join is b',
    fc.property(anyLabel, anyLabel, fc.boolean(), (a, other, isAbove) => {
      const b = isAbove ? joinLabel(a, other) : other;
      expect(isBelow(a, b)).toBe(isSame(joinLabel(a, b), b));
    }),
  );

  seeded(
    'gives frozen sorted lists and leaves what it joined alone',
    fc.property(anyLabel, anyLabel, (a, b) => {
      const before = JSON.stringify([a, b]);
      const { sources, control, readers, subjects } = joinLabel(a, b);
      for (const list of [sources, control, readers, subjects]) {
        expect(Object.isFrozen(list)).toBe(true);
        if (list !== 'anyone') expect(list).toEqual([...new Set(list)].sort());
      }
      expect(JSON.stringify([a, b])).toBe(before);
    }),
  );
});

describe('the parts of a join', () => {
  seeded(
    'readers meet, and `anyone` changes nothing',
    fc.property(sorted, sorted, sorted, (a, b, c) => {
      expect(meetReaders(a, 'anyone')).toEqual(a);
      expect(meetReaders('anyone', a)).toEqual(a);
      expect(meetReaders(a, b)).toEqual(a.filter((reader) => b.includes(reader)));
      expect(meetReaders(a, meetReaders(b, c))).toEqual(meetReaders(meetReaders(a, b), c));
    }),
  );

  seeded(
    'lists unite as sets do',
    fc.property(sorted, sorted, (a, b) => {
      expect(union(a, b)).toEqual([...new Set([...a, ...b])].sort());
    }),
  );

  seeded(
    'control is added to, nothing else changes',
    fc.property(anyLabel, sorted, (label, control) => {
      const { control: joined, ...rest } = withControl(label, control);
      const { control: before, ...same } = label;
      expect(joined).toEqual([...new Set([...before, ...control])].sort());
      expect(rest).toEqual(same);
    }),
  );

  seeded(
    'a label made of loose parts does not depend on their order',
    fc.property(words, words, words, words, (sources, control, readers, subjects) => {
      const reversed = (list: readonly string[]): string[] => [...list, ...list].reverse();
      expect(
        makeLabel({
          sources: reversed(sources),
          control: reversed(control),
          readers: reversed(readers),
          subjects: reversed(subjects),
        }),
      ).toEqual(makeLabel({ sources, control, readers, subjects }));
    }),
  );
});
