// Family S: what a plan must be before any of it runs, and what the values of its steps are.
import { expect } from 'vitest';
import { PlanRejected } from '../../hosts/index.js';
import { verifyFor } from '../../kernel/interpreter/follow.js';
import { runPlan } from '../../kernel/interpreter/interpreter.js';
import { Session } from '../../kernel/interpreter/session.js';
import { openPlan, VerifiedPlan } from '../../kernel/plan/verified-plan.js';
import { verifyPlan } from '../../kernel/plan/verify-plan.js';
import { labelled } from '../../kernel/provenance/tainted.js';
import { type Code, makeLabel, type Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import {
  call,
  child,
  constant,
  fact,
  merge,
  parse,
  planOf,
  record,
  ref,
} from '../fakes/plan-steps.js';
import { startSession } from '../fakes/session.js';

const query = 'Say hello';
const note = (id: string): Step => call(id, 'save_note', { text: 'hello' });

/** The codes of what is wrong with a plan, which is not run. */
async function faultsOf(plan: unknown): Promise<readonly Code[]> {
  const office = makeOffice();
  const result = await office.run(query, undefined, { plan });
  expect(result).toMatchObject({ status: 'rejected', output: null, effects: [] });
  expect(office.canaries.calls).toEqual([]);
  try {
    verifyPlan(plan, {
      hasTool: (name) => name === 'save_note',
      hasSchema: () => false,
      hasFact: () => false,
      earlier: () => false,
    });
  } catch (error) {
    if (error instanceof PlanRejected) return error.problems.map(({ code }) => code);
    throw error;
  }
  return [];
}

verifies('INV-S1', 'nothing but a verified plan of this kernel is opened', () => {
  const plan = verifyPlan(planOf(note('a')), {
    hasTool: () => true,
    hasSchema: () => true,
    hasFact: () => true,
    earlier: () => false,
  });
  expect(openPlan(plan).final).toBe('a');
  const forged: readonly unknown[] = [
    planOf(note('a')),
    { ...plan },
    Object.create(VerifiedPlan.prototype),
    new Proxy(plan, {}),
    JSON.parse(JSON.stringify(plan)),
    null,
    undefined,
    'plan',
  ];
  for (const one of forged) expect(() => openPlan(one as VerifiedPlan)).toThrow('verified plan');
  const make = plan.constructor as new (...parts: readonly unknown[]) => VerifiedPlan;
  expect(() => new make(planOf(note('a')), 'digest')).toThrow('did not verify');
});

verifies('INV-S1', 'the interpreter runs no look-alike', async () => {
  const { session, canaries } = startSession();
  const forged = planOf(note('a')) as unknown as VerifiedPlan;
  await expect(runPlan(session, forged)).rejects.toThrow('not a verified plan');
  expect(canaries.calls).toEqual([]);
});

verifies('INV-S1', 'a plan is what it was when it was verified', async () => {
  const { session, canaries } = startSession();
  const steps = [note('a')];
  const plan = verifyFor(session, { steps, final: 'a' }, false);
  (steps as Step[]).push(call('b', 'ring_alarm'));
  (steps[0] as { args: object }).args = { text: 'attacker@evil.com' };
  await runPlan(session, plan);
  expect(canaries.calls).toEqual([{ tool: 'save_note', args: { text: 'hello' } }]);
  expect(() => (plan.steps as Step[]).push(note('c'))).toThrow(TypeError);
});

verifies(['INV-S2', 'K-5', 'K-6'], 'a reference goes to an earlier step', async () => {
  const forward: readonly Step[] = [
    call('a', 'save_note', { text: ref('b') }),
    merge('a', { x: ref('b') }),
    call('a', 'save_note', { text: [ref('b')] }),
    call('a', 'save_note', { text: record({ x: ref('b', 'y') }) }),
    child('a', ref('b'), []),
  ];
  for (const step of forward) {
    expect(await faultsOf(planOf(step, note('b')))).toEqual(['plan_forward_reference']);
  }
  const cycle = planOf(merge('a', { x: ref('b') }), merge('b', { x: ref('a') }));
  expect(await faultsOf(cycle)).toEqual(['plan_forward_reference']);
  expect(await faultsOf(planOf(merge('a', { x: ref('a') })))).toEqual(['plan_forward_reference']);
  expect(await faultsOf(planOf(merge('a', { x: ref('zz') })))).toEqual(['plan_unknown_step']);
});

verifies(['INV-S3', 'K-23'], 'a plan names what the run has, and nothing else', async () => {
  expect(await faultsOf(planOf(call('a', 'send_mail')))).toEqual(['plan_unknown_tool']);
  expect(await faultsOf(planOf(call('a', 'toString')))).toEqual(['plan_unknown_tool']);
  const parsed = planOf(note('a'), parse('b', ref('a'), 'nothing'));
  expect(await faultsOf(parsed)).toEqual(['plan_unknown_schema']);
  const stated = planOf(call('a', 'save_note', { text: fact('me') }));
  expect(await faultsOf(stated)).toEqual(['plan_unknown_fact']);
});

verifies(['INV-S3', 'K-6'], 'ids are unique and the final step exists', async () => {
  expect(await faultsOf(planOf(note('a'), note('a')))).toEqual(['plan_duplicate_id']);
  expect(await faultsOf({ steps: [note('a')], final: 'b' })).toEqual(['plan_unknown_step']);
  const many = planOf(...Array.from({ length: 20 }, () => call('a', 'nothing')));
  expect(await faultsOf(many)).toHaveLength(8);
});

verifies(['INV-S3', 'INV-A5'], 'the plans of sub-kernels are verified too', async () => {
  const office = makeOffice({ planner: { plan: async () => planOf(call('a', 'send_mail')) } });
  const steps = [constant('c', 1), child('agent', ref('c'), ['mail.send'])];
  const result = await office.run(query, steps);
  expect(result).toMatchObject({ status: 'rejected', problem: { code: 'plan_unknown_tool' } });
  expect(office.canaries.calls).toEqual([]);
});

verifies(['INV-S4', 'K-6'], 'a value is written once', () => {
  const { session } = startSession();
  const value = labelled('first', makeLabel({ sources: ['user'], readers: 'anyone' }));
  session.keep('a', value);
  const other = labelled('second', makeLabel({ sources: ['user'], readers: 'anyone' }));
  expect(() => session.keep('a', other)).toThrow('already has a value');
  expect(session.value('a')).toBe(value);
  expect(() => session.value('b')).toThrow('has no value');
});

verifies(
  ['INV-S4', 'C34'],
  'a further fragment cannot replace what an earlier one left',
  async () => {
    const { session, canaries } = startSession();
    await runPlan(session, verifyFor(session, planOf(constant('a', 'x'), note('b')), false));
    expect(() => verifyFor(session, planOf(constant('a', 'y')), false)).toThrow(
      'plan_duplicate_id',
    );
    const next = verifyFor(session, planOf(merge('c', { was: ref('a') })), false);
    expect((await runPlan(session, next)).value).toEqual({ was: 'x' });
    expect(canaries.calls).toHaveLength(1);
    const sealed = new Session(session.state, {
      context: session.context,
      grant: [],
      depth: 1,
      prefix: 'child',
    });
    expect(() => verifyFor(sealed, planOf(merge('c', { was: ref('a') })), false)).toThrow(
      'plan_unknown_step',
    );
  },
);
