/** What a release under a bounded rule is charged, and what a rule is told of recipients. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { provenanceStage } from '../../../../kernel/gate/stages/provenance.js';
import { type DeclassRule, makeLabel } from '../../../../schemas/index.js';
import { always, rule } from '../../../fakes/release-rule.js';
import { type CallParts, callOf, fromMail, fromUser, inputsOf } from './gate-call.js';

const planned = makeLabel({ sources: ['planner'], readers: 'anyone' });
const word = z.enum(['a', 'b', 'c', 'd']);
const two = { spec: { args: {}, input: z.strictObject({ text: word, more: word }) } };
const one = { spec: { args: {}, input: z.strictObject({ text: word }) }, args: { text: 'a' } };

function answer(parts: CallParts, rules: readonly DeclassRule[], spent = {}) {
  const call = callOf(parts);
  const { policy } = inputsOf();
  const inputs = inputsOf({ policy: { ...policy, declassify: rules }, spent });
  const said = provenanceStage(call, { args: call.args, tree: call.tree }, inputs);
  return { outcome: said.answer.outcome, bits: said.releases.map(({ bits }) => bits) };
}

test('what needs no release is not put before the rules', () => {
  expect(answer({ label: fromUser }, [rule('release', always)])).toEqual({
    outcome: 'allow',
    bits: [],
  });
});

test('a bound holds what was released before, in the run and in the call', () => {
  const parts = { ...one, label: planned };
  const bounded = (capacity: number) => [rule('release', { capacity })];
  expect(answer(parts, bounded(2))).toEqual({ outcome: 'allow', bits: [2] });
  expect(answer(parts, bounded(3), { release: 2 })).toEqual({ outcome: 'deny', bits: [] });
  expect(answer(parts, bounded(4), { release: 2, other: 9 }).outcome).toBe('allow');
  const both = { ...two, args: { text: 'a', more: 'b' }, label: planned };
  expect(answer(both, bounded(4))).toEqual({ outcome: 'allow', bits: [2, 2] });
  expect(answer(both, bounded(3))).toEqual({ outcome: 'deny', bits: [2] });
  expect(answer(both, bounded(5), { release: 2 })).toEqual({ outcome: 'deny', bits: [2] });
});

test('the choice to act is one bit', () => {
  const rules = [rule('release', { capacity: 1 }, { argument: 'decision' })];
  expect(answer({ decision: fromMail }, rules)).toEqual({ outcome: 'allow', bits: [1] });
});

test('a rule is told who receives, where these are people', () => {
  const within = (literal: string) => [
    rule('release', { recipientsWithin: { literal: [literal] as never } }),
  ];
  const own = { spec: { args: {} }, label: planned };
  expect(answer(own, within('alice@example.com')).outcome).toBe('allow');
  expect(answer(own, within('bob@example.com')).outcome).toBe('deny');
  const channel = { spec: { args: {}, sink: undefined }, label: planned };
  expect(answer(channel, within('cap:notes.write')).outcome).toBe('deny');
});
