/** Which rule of a DeclassPolicy decides, what a condition says, and what a release costs. */
import { describe, expect, test } from 'vitest';
import {
  chargeOf,
  type DeclassSubject,
  evaluate,
} from '../../../../kernel/provenance/declass-condition.js';
import { decideDeclass } from '../../../../kernel/provenance/declassify.js';
import { labelled } from '../../../../kernel/provenance/tainted.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import {
  branchTree,
  type DeclassAnswer,
  type DeclassCondition,
  type HostDeclassifier,
  type Json,
  type JsonObject,
  makeLabel,
  uniformTree,
} from '../../../../schemas/index.js';
import { always, rule } from '../../../fakes/release-rule.js';

const user = makeLabel({ sources: ['user'], readers: 'anyone' });
const mail = makeLabel({ sources: ['tool:inbox'], control: ['planner'], readers: [] });
const chosen = makeLabel({ sources: ['user'], control: ['tool:inbox'], readers: [] });

function subjectOf(parts: Partial<DeclassSubject> = {}): DeclassSubject {
  const args = { to: 'bob@example.com', sum: 5, limit: 7, list: ['a', 'b'], text: 'x' };
  const kids = Object.entries(args).map(([key, value]) => [
    key,
    uniformTree(key === 'text' ? mail : user, typeof value === 'object'),
  ]);
  return {
    tool: 'send',
    argument: '/sum',
    label: mail,
    value: 5,
    recipients: ['user:bob@example.com'],
    args: snapshot(args) as JsonObject,
    tree: branchTree(user, Object.fromEntries(kids)),
    facts: {
      cap: labelled(6, user),
      names: labelled(['user:bob@example.com', 'Eve@Example.COM'], user),
      tainted: labelled(9, mail),
      picked: labelled(9, chosen),
    },
    bits: 3,
    valueBits: 1,
    spent: {},
    ...parts,
  };
}

function truth(when: DeclassCondition, parts: Partial<DeclassSubject> = {}): boolean | null {
  return evaluate(when, rule('release', when), subjectOf(parts));
}

describe('a policy', () => {
  test('goes by the strictest rule that matches, whatever the order', () => {
    const order: readonly DeclassAnswer[] = ['release', 'release_control', 'ask', 'deny'];
    for (const [i, weaker] of order.entries())
      for (const stricter of order.slice(i))
        for (const pair of [
          [weaker, stricter],
          [stricter, weaker],
        ] as const)
          expect(
            decideDeclass(
              pair.map((then) => rule(then, always)),
              subjectOf(),
            ).answer,
          ).toBe(stricter);
  });

  test('says which rule it was; the first of those that are equally strict', () => {
    const rules = [rule('ask', always, { id: 'one' }), rule('ask', always, { id: 'two' })];
    expect(decideDeclass(rules, subjectOf())).toEqual({ answer: 'ask', rule: 'one' });
    const shut = [rule('deny', always, { id: 'no' })];
    const denied = { answer: 'deny', rule: 'no', code: 'declassify_denied' };
    expect(decideDeclass(shut, subjectOf())).toEqual(denied);
    const open = [rule('release', { capacity: 4 }, { id: 'yes' })];
    const released = { answer: 'release', rule: 'yes', bits: 3, opaque: false };
    expect(decideDeclass(open, subjectOf())).toEqual(released);
  });

  test('denies where no rule speaks of the unit', () => {
    const none = { answer: 'deny', rule: null, code: null };
    for (const place of [{ tool: 'other' }, { argument: '/other' }, { argument: '/sum/*' }])
      expect(decideDeclass([rule('release', always, place)], subjectOf())).toEqual(none);
    expect(decideDeclass([], subjectOf())).toEqual(none);
    const atDecision = subjectOf({ argument: 'decision' });
    expect(decideDeclass([rule('release', always)], atDecision)).toEqual(none);
    const decision = [rule('release', always, { argument: 'decision' })];
    expect(decideDeclass(decision, atDecision).answer).toBe('release');
  });

  test('names places by patterns', () => {
    const deep = subjectOf({ argument: '/a/0/b' });
    for (const [argument, answer] of [
      ['/a/0/b', 'release'],
      ['/a/*/b', 'release'],
      ['/*/*/*', 'release'],
      ['/a/*', 'deny'],
      ['/a/*/b/*', 'deny'],
      ['/a/*/c', 'deny'],
    ] as const)
      expect(decideDeclass([rule('release', always, { argument })], deep).answer).toBe(answer);
    expect(decideDeclass([rule('release', always, { tool: 'send' })], deep).answer).toBe('release');
  });

  test('that cannot tell releases nothing, but asks and denies', () => {
    const unknown: DeclassCondition = { equals: { fact: 'absent' } };
    for (const [then, answer] of [
      ['release', 'deny'],
      ['release_control', 'deny'],
      ['ask', 'ask'],
    ] as const)
      expect(decideDeclass([rule(then, unknown)], subjectOf()).answer).toBe(answer);
    const denied = decideDeclass([rule('deny', unknown)], subjectOf());
    expect(denied).toMatchObject({ answer: 'deny', code: 'declassify_denied' });
    const not: DeclassCondition = { not: always };
    expect(decideDeclass([rule('deny', not)], subjectOf())).toMatchObject({ code: null });
  });
});

describe('a host declassifier', () => {
  test('is told the unit, and its four answers count', () => {
    const told: unknown[] = [];
    const tell = (unit: unknown) => {
      told.push(unit);
      return 'release' as const;
    };
    const { tool, argument, label, value, recipients } = subjectOf();
    expect(decideDeclass(tell, subjectOf())).toEqual({
      answer: 'release',
      rule: 'host',
      bits: 0,
      opaque: true,
    });
    expect(told).toEqual([{ tool, argument, label, value, recipients }]);
    const of = (answer: unknown) => decideDeclass(() => answer as DeclassAnswer, subjectOf());
    expect(of('release_control')).toMatchObject({ answer: 'release_control', opaque: true });
    expect(of('ask')).toEqual({ answer: 'ask', rule: 'host' });
    expect(of('deny')).toEqual({ answer: 'deny', rule: 'host', code: 'declassify_denied' });
    expect(of(true)).toEqual({ answer: 'deny', rule: 'host', code: 'declassify_failed' });
  });

  test('that throws has released nothing', () => {
    const throwing: HostDeclassifier = () => {
      throw new Error('out');
    };
    const failed = { answer: 'deny', rule: 'host', code: 'declassify_failed' };
    expect(decideDeclass(throwing, subjectOf())).toEqual(failed);
  });
});

describe('a condition', () => {
  const unknown: DeclassCondition = { equals: { fact: 'absent' } };
  const yes = always;
  const no: DeclassCondition = { not: always };

  test('is put together in three values', () => {
    const all = (...parts: DeclassCondition[]) => truth({ all: parts });
    const any = (...parts: DeclassCondition[]) => truth({ any: parts });
    expect([all(yes, yes), all(yes, no), all(yes, unknown), all(unknown, no)]).toEqual([
      true,
      false,
      null,
      false,
    ]);
    expect([any(no, no), any(no, yes), any(no, unknown), any(unknown, yes)]).toEqual([
      false,
      true,
      null,
      true,
    ]);
    expect([truth(no), truth({ not: no }), truth({ not: unknown })]).toEqual([false, true, null]);
  });

  test('speaks of sources, control and subjects, by name or by kind', () => {
    expect(truth({ sources: ['tool:inbox'] })).toBe(true);
    expect(truth({ sources: ['tool:*'] })).toBe(true);
    expect(truth({ sources: ['host:*', 'tool:web'] })).toBe(false);
    expect(truth({ sources: ['tool:in'] })).toBe(false);
    expect(truth({ control: ['planner', 'user'] })).toBe(true);
    expect(truth({ control: ['user'] })).toBe(false);
    expect(truth({ subjects: [] })).toBe(true);
    const label = makeLabel({ sources: ['tool:a', 'user'], readers: [], subjects: ['user:bob'] });
    expect(truth({ sources: ['tool:*'] }, { label })).toBe(false);
    expect(truth({ subjects: ['user:bob', 'user'] }, { label })).toBe(true);
    expect(truth({ subjects: ['user:*'] }, { label })).toBe(true);
    expect(truth({ subjects: [] }, { label })).toBe(false);
  });

  test('compares with literals, trusted facts and trusted arguments alone', () => {
    expect(truth({ equals: { literal: 5 } })).toBe(true);
    expect(truth({ equals: { literal: 6 } })).toBe(false);
    expect(truth({ equals: { fact: 'cap' } })).toBe(false);
    expect(truth({ equals: { fact: 'cap' } }, { value: 6 })).toBe(true);
    for (const fact of ['absent', 'tainted', 'picked', 'toString'])
      expect(truth({ equals: { fact } }, { value: 9 })).toBeNull();
    expect(truth({ equals: { argument: '/limit' } }, { value: 7 })).toBe(true);
    for (const argument of ['/absent', '/text', '/sum'])
      expect(truth({ equals: { argument } })).toBeNull();
  });

  test('knows members of lists, and a bound on numbers', () => {
    expect(truth({ memberOf: { literal: 5 } })).toBe(true);
    expect(truth({ memberOf: { argument: '/list' } }, { value: 'b' })).toBe(true);
    expect(truth({ memberOf: { argument: '/list' } }, { value: 'c' })).toBe(false);
    expect(truth({ memberOf: { fact: 'tainted' } })).toBeNull();
    for (const [value, holds] of [
      [6, true],
      [6.5, false],
      ['5', false],
    ] as const)
      expect(truth({ atMost: { fact: 'cap' } }, { value })).toBe(holds);
    expect(truth({ atMost: { literal: '9' } })).toBe(false);
    expect(truth({ atMost: { fact: 'absent' } })).toBeNull();
  });

  test('knows whether every recipient is one of a list', () => {
    const within: DeclassCondition = { recipientsWithin: { fact: 'names' } };
    expect(truth(within)).toBe(true);
    expect(truth(within, { recipients: [] })).toBe(true);
    expect(truth(within, { recipients: ['user:Eve@example.com'] })).toBe(true);
    expect(truth(within, { recipients: ['user:bob@example.com', 'user:x@y.z'] })).toBe(false);
    expect(truth(within, { recipients: null })).toBeNull();
    expect(truth({ recipientsWithin: { fact: 'absent' } })).toBeNull();
  });

  test('bounds what is released, with all that was released before', () => {
    expect([truth({ capacity: 3 }), truth({ capacity: 2.9 })]).toEqual([true, false]);
    expect(truth({ capacity: 3 }, { spent: { release: 0.5 } })).toBe(false);
    expect(truth({ capacity: 3 }, { spent: { other: 9 } })).toBe(true);
    expect(truth({ capacity: 1, of: 'value' })).toBe(true);
    expect(truth({ capacity: 0.5, of: 'value' })).toBe(false);
  });
});

test('a release costs what its rule bounds, and the larger of two bounds', () => {
  const bits = { bits: 3, valueBits: 1 };
  const field: DeclassCondition = { capacity: 9 };
  const value: DeclassCondition = { capacity: 9, of: 'value' };
  expect([chargeOf(always, bits), chargeOf(field, bits), chargeOf(value, bits)]).toEqual([0, 3, 1]);
  for (const both of [{ all: [value, field] }, { any: [field, value] }])
    expect(chargeOf(both, bits)).toBe(3);
  expect([chargeOf({ all: [always] }, bits), chargeOf({ any: [] }, bits)]).toEqual([0, 0]);
  expect(chargeOf({ not: field }, bits)).toBe(0);
});

describe('operands with several values', () => {
  const several = (list: readonly Json[], label = user): Partial<DeclassSubject> => ({
    args: snapshot({ sum: 5, list }) as JsonObject,
    tree: branchTree(user, {
      sum: uniformTree(user, false),
      list: branchTree(
        user,
        list.map((_, i) => uniformTree(i === 0 ? user : label, false)),
      ),
    }),
  });
  const list = { argument: '/list/*' };

  test('hold where one of them does', () => {
    expect(truth({ equals: list }, several([7, 5]))).toBe(true);
    expect(truth({ equals: list }, several([7, 8]))).toBe(false);
    expect(truth({ atMost: list }, several([3, 6]))).toBe(true);
    expect(truth({ atMost: list }, several([3, 4]))).toBe(false);
  });

  test('say nothing where one of them is not trusted', () => {
    expect(truth({ equals: list }, several([5, 5], mail))).toBeNull();
    expect(truth({ equals: list }, several([5, 5], chosen))).toBeNull();
    const both = makeLabel({ sources: ['tool:inbox', 'user'], readers: 'anyone' });
    expect(truth({ equals: list }, several([5, 5], both))).toBeNull();
  });
});

test('`tool:*` names every tool and nothing that begins like it', () => {
  const sources = (...names: string[]) => ({
    label: makeLabel({ sources: names, readers: 'anyone' }),
  });
  expect(truth({ sources: ['tool:*'] }, sources('tool:a', 'tool:b'))).toBe(true);
  expect(truth({ sources: ['tool:*'] }, sources('tool:a', 'user'))).toBe(false);
  expect(
    truth(
      { subjects: ['tool:*'] },
      { label: makeLabel({ sources: [], readers: 'anyone', subjects: ['third_party'] }) },
    ),
  ).toBe(false);
});
