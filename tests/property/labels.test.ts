import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  isBelow,
  joinLabel,
  joinLabels,
  type Label,
  makeLabel,
  meetReaders,
  sameJson,
  union,
  unionAll,
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
    'of many labels is what joining them one by one gives',
    fc.property(anyLabel, fc.array(anyLabel, { maxLength: 60 }), (first, others) => {
      const oneByOne = others.reduce(joinLabel, first);
      expect(joinLabels(first, others)).toEqual(oneByOne);
      expect(unionAll(others.map((label) => label.subjects))).toEqual(
        others.reduce((all: readonly string[], label) => union(all, label.subjects), []),
      );
    }),
    { claims: 'INV-P1' },
  );

  seeded(
    'of many labels with names of their own is what sets say',
    fc.property(fc.uniqueArray(fc.string(), { minLength: 20, maxLength: 200 }), (names) => {
      const part = (subject: string): Label =>
        makeLabel({ sources: ['tool:a'], readers: names, subjects: [subject] });
      const [first = '', ...others] = names;
      const joined = joinLabels(part(first), others.map(part));
      expect(joined.subjects).toEqual([...names].sort());
      expect(joined.readers).toEqual([...names].sort());
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
