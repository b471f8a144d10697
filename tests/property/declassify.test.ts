import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { drawRule } from '../../hosts/conformance/scene/draw-rules.js';
import { drawn } from '../../hosts/conformance/scene/draws.js';
import { decideDeclass } from '../../kernel/provenance/declassify.js';
import type { DeclassCondition, DeclassRule } from '../../schemas/index.js';
import { anyDeclassCase, type DeclassCase } from '../generators/declass-subject.js';
import { naiveDeclass, naiveTruth } from '../model/naive-declass.js';
import { seeded } from './seed.js';

const ORDER = ['release', 'release_control', 'ask', 'deny'];
/** Past every answer: what no rule speaks of is denied. */
const rank = (rules: readonly DeclassRule[], { subject }: DeclassCase): number =>
  ORDER.indexOf(decideDeclass(rules, subject).answer);

const anyRule = drawn(60, (draws) => drawRule(draws, 9));
const anyStrict = fc
  .tuple(anyRule, fc.constantFrom('ask' as const, 'deny' as const))
  .map(([rule, then]): DeclassRule => ({ ...rule, then }));

const absent = { fact: 'absent' };
const leaves: readonly DeclassCondition[] = [
  { equals: absent },
  { memberOf: absent },
  { atMost: absent },
  { recipientsWithin: absent },
  { equals: { argument: '/absent' } },
  { memberOf: { argument: '/opts/absent/*' } },
];
/** Conditions that hang on an operand that is not there: alone, negated, or among others. */
const unknown = fc
  .tuple(fc.constantFrom(...leaves), fc.nat(3), anyRule)
  .map(([leaf, shape, { when }]): DeclassCondition => {
    if (shape === 0) return leaf;
    if (shape === 1) return { not: leaf };
    return shape === 2 ? { all: [when, leaf] } : { not: { any: [when, { not: leaf }] } };
  });

describe('the release rules', () => {
  seeded(
    'decide as the reference does',
    fc.property(anyDeclassCase, ({ rules, subject, naive }) => {
      const { answer, rule } = decideDeclass(rules, subject);
      expect({ answer, rule }).toEqual(naiveDeclass(rules, naive));
    }),
    { runs: 3000, claims: 'INV-P13' },
  );

  seeded(
    'release no more for a further rule that asks or denies',
    fc.property(anyDeclassCase, anyStrict, fc.nat(4), (one, rule, at) => {
      const more = [...one.rules.slice(0, at), rule, ...one.rules.slice(at)];
      const [before, after] = [rank(one.rules, one), rank(more, one)];
      const isSilent = decideDeclass(one.rules, one.subject).answer === 'deny';
      if (!isSilent) expect(after).toBeGreaterThanOrEqual(before);
      else expect(after).toBeGreaterThanOrEqual(ORDER.indexOf('ask'));
    }),
    { claims: 'INV-P13' },
  );

  seeded(
    'answer alike in any order',
    fc.property(anyDeclassCase, (one) => {
      expect(rank([...one.rules].reverse(), one)).toBe(rank(one.rules, one));
    }),
  );

  seeded(
    'never release where an operand is unknown',
    fc.property(anyDeclassCase, unknown, fc.boolean(), (one, when, isWhole) => {
      const then = isWhole ? ('release' as const) : ('release_control' as const);
      const rule: DeclassRule = { id: 'u', tool: '*', argument: '*', when, then };
      expect(rank([rule, { ...rule, argument: 'decision' }], one)).toBe(ORDER.indexOf('deny'));
    }),
    { claims: 'INV-P13' },
  );

  seeded(
    'release only by a rule that is true',
    fc.property(anyDeclassCase, ({ rules, subject, naive }) => {
      const { answer, rule } = decideDeclass(rules, subject);
      if (answer !== 'release' && answer !== 'release_control') return;
      const by = rules.find(({ id }) => id === rule);
      expect(by && naiveTruth(by.when, by.id, naive)).toBe(1);
    }),
    { claims: 'INV-P13' },
  );

  seeded(
    'release no more where less is known',
    fc.property(anyDeclassCase, fc.nat(3), (one, at) => {
      const names = Object.keys(one.subject.facts);
      const { [names[at % Math.max(1, names.length)] ?? '']: _, ...facts } = one.subject.facts;
      const blind = { ...one, subject: { ...one.subject, facts } };
      const isSilent = decideDeclass(one.rules, one.subject).rule === null;
      const [before, after] = [rank(one.rules, one), rank(one.rules, blind)];
      expect(after).toBeGreaterThanOrEqual(isSilent ? ORDER.indexOf('ask') : before);
    }),
  );
});

describe('a declassifier as code', () => {
  const answers = fc.constantFrom<unknown>(
    ...['release', 'release_control', 'ask', 'deny', 'allow', '', true, 1, null, undefined],
    ...[{ answer: 'release' }, ['release'], Promise.resolve('release'), Symbol('release')],
  );

  seeded(
    'that throws or gives no known answer has released nothing',
    fc.property(anyDeclassCase, answers, fc.boolean(), ({ subject }, answer, isThrown) => {
      const decided = decideDeclass(() => {
        if (isThrown) throw answer;
        return answer as 'deny';
      }, subject);
      const isKnown = !isThrown && typeof answer === 'string' && ORDER.includes(answer);
      expect(decided.answer).toBe(isKnown ? answer : 'deny');
    }),
    { claims: 'INV-F6' },
  );
});
