// Section 6: fragments of a session, errors a planner may see, and selections.
import { expect } from 'vitest';
import { verifyFor } from '../../kernel/interpreter/follow.js';
import { runPlan } from '../../kernel/interpreter/interpreter.js';
import { failingPlanner, scriptedPlanner } from '../../reasoner/index.js';
import type { PlannerContext } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice } from '../fakes/office.js';
import { call, child, constant, merge, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { startSession } from '../fakes/session.js';

const note = (id: string) => call(id, 'save_note', { text: 'hello' });

verifies('C34', 'each further fragment is verified anew', async () => {
  const { session, canaries } = startSession();
  await runPlan(session, verifyFor(session, planOf(note('a')), false));
  expect(() => verifyFor(session, planOf(call('b', 'nothing')), false)).toThrow(
    'plan_unknown_tool',
  );
  expect(() => verifyFor(session, planOf(merge('b', { x: ref('c') })), false)).toThrow(
    'plan_unknown_step',
  );
  await runPlan(session, verifyFor(session, planOf(merge('b', { x: ref('a', 'id') })), false));
  expect(session.value('b').tree.flat.sources).toEqual(['planner', 'tool:save_note', 'user']);
  expect(canaries.calls).toHaveLength(1);
});

verifies('C34', 'all fragments draw on one budget', async () => {
  const { session, canaries } = startSession('Say hello', { maxEffects: 3 });
  for (const id of ['a', 'b', 'c']) {
    await runPlan(session, verifyFor(session, planOf(note(id)), false));
  }
  const fourth = verifyFor(session, planOf(note('d')), false);
  await expect(runPlan(session, fourth)).rejects.toMatchObject({ code: 'limit_effects' });
  expect(canaries.calls).toHaveLength(3);
});

verifies(
  'C9',
  'what adapts to content runs in a sub-kernel, tainted and with a lesser grant',
  async () => {
    const contexts: PlannerContext[] = [];
    const planner = scriptedPlanner((context: PlannerContext) => {
      contexts.push(context);
      return planOf(call('note', 'save_note', { text: 'hello' }));
    });
    const office = makeOffice({ planner });
    const steps = [
      call('inbox', 'read_inbox'),
      child('agent', ref('inbox'), ['notes.write'], 'Note what it says.'),
    ];
    expectBlocked(await office.run('Say hello', steps), 'decision_tainted');
    expect(contexts).toMatchObject([{ query: 'Note what it says.', grant: ['notes.write'] }]);
    expect(contexts[0]?.tools.map(({ name }) => name).sort()).toEqual(['save_note', 'shout']);
    expect(contexts[0]).toHaveProperty('content');
    expect(office.canaries.of('save_note')).toEqual([]);
  },
);

verifies(
  'C10',
  'a planner is shown codes and its own words, and never what a tool said',
  async () => {
    const text = 'CANARY-4711';
    const fails = (): never => {
      throw new Error(text);
    };
    const planner = failingPlanner('garbage');
    const office = makeOffice({ planner, answers: { read_inbox: fails } });
    await office.run('Say hello', [call('inbox', 'read_inbox')]);
    const result = await office.run('Say hello');
    expect(result.status).toBe('rejected');
    expect(planner.seen.at(-1)?.repair).toMatchObject({
      previous: [42, null, { steps: 'all of them' }],
      problems: [{ code: 'plan_malformed' }],
    });
    expect(JSON.stringify(planner.seen)).not.toContain(text);
  },
);

verifies(
  'C12',
  'a reference to a field carries the label of that field, through every step',
  async () => {
    const office = makeOffice();
    const steps = [
      call('inbox', 'read_inbox'),
      merge('box', { mail: ref('inbox', '1') }),
      merge('outer', { box: ref('box') }),
      constant('end', 1),
    ];
    const pick = async (path: string) =>
      (await office.run('Say hello', [...steps, merge('x', { y: ref('outer', path) })])).output
        ?.label.sources;
    expect(await pick('box.mail.id')).toEqual(['host:mail', 'planner', 'user']);
    expect(await pick('box.mail.from')).toEqual(['planner', 'tool:read_inbox', 'user']);
  },
);

verifies('C13', 'a limit that the host sets holds beside the ones it leaves', async () => {
  const office = makeOffice({ limits: { maxSteps: 2 } });
  const consts = ['a', 'b', 'c'].map((id) => constant(id, 1));
  expectCommitted(await office.run('x', consts.slice(0, 2)));
  expect(await office.run('x', consts)).toMatchObject({ problem: { code: 'limit_steps' } });
  const many = Array.from({ length: 33 }, (_, i) => note(`n${i}`));
  const roomy = makeOffice({ limits: { maxSteps: 1000 } });
  expect(await roomy.run('Say hello', many)).toMatchObject({ problem: { code: 'limit_effects' } });
});
