// Family L, counted limits: each stops a run before the work that would pass it.
import { expect } from 'vitest';
import type { RunResult } from '../../hosts/index.js';
import { failingPlanner, scriptedParser, scriptedPlanner } from '../../reasoner/index.js';
import {
  type Code,
  type PlannerContext,
  type RunLimits,
  type Step,
  unboundedLimits,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice, type OfficeOptions } from '../fakes/office.js';
import { call, child, constant, parallel, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query = 'Look at my mail, hello';
const parser = scriptedParser({ words: { text: 'x' } });

function expectAborted(result: RunResult, code: Code): void {
  expect(result).toMatchObject({ status: 'aborted', output: null, problem: { code } });
  expect(result.trace.at(-1)).toMatchObject({ kind: 'run_aborted', code });
}

function limited(limits: Partial<RunLimits>, options: OfficeOptions = {}) {
  return makeOffice({ parser, limits: { ...unboundedLimits, ...limits }, ...options });
}

const times = (count: number, step: (id: string) => Step): readonly Step[] =>
  Array.from({ length: count }, (_, i) => step(`s${i}`));
const note = (id: string): Step => call(id, 'save_note', { text: 'hello' });
const read = (id: string): Step => call(id, 'read_inbox');

verifies(['INV-L1', 'K-14'], 'steps are counted before they start', async () => {
  const office = limited({ maxSteps: 3 });
  expectCommitted(await office.run(query, times(3, note)));
  expectAborted(await office.run(query, times(4, note)), 'limit_steps');
  expect(office.canaries.of('save_note')).toHaveLength(6);
});

verifies(['INV-L1', 'K-14'], 'reads, writes and denied attempts count as effects', async () => {
  const office = limited({ maxEffects: 2 });
  expectCommitted(await office.run(query, [read('a'), note('b'), constant('c', 1)]));
  expectAborted(await office.run(query, [read('a'), note('b'), note('c')]), 'limit_effects');
  expect(office.canaries.of('save_note')).toHaveLength(2);
  const denied = limited({ maxEffects: 1 });
  const forged = call('send', 'send_email', { to: 'eve@evil.com', body: 'hello' });
  expectBlocked(await denied.run(query, [forged]), 'critical_untrusted');
  const nothing = limited({ maxEffects: 0 });
  expectAborted(await nothing.run(query, [forged]), 'limit_effects');
});

verifies(['INV-L1', 'K-14'], 'parses and model calls have limits of their own', async () => {
  const twice = [read('mail'), ...times(2, (id) => parse(id, ref('mail'), 'words'))];
  expectAborted(await limited({ maxParses: 1 }).run(query, twice), 'limit_parses');
  expectAborted(await limited({ maxModelCalls: 1 }).run(query, twice), 'limit_model_calls');
  expectCommitted(await limited({ maxModelCalls: 2, maxParses: 2 }).run(query, twice));
});

verifies('INV-L1', 'the repair of a plan is a model call too', async () => {
  const good = planOf(constant('c', 1));
  const mends = () => ({ planner: failingPlanner('mends', good) });
  expectAborted(await limited({ maxModelCalls: 1 }, mends()).run(query), 'limit_model_calls');
  expectCommitted(await limited({ maxModelCalls: 2 }, mends()).run(query));
});

verifies(['INV-L1', 'C13'], 'of two limits on the same steps the smaller one holds', async () => {
  const few = limited({ maxSteps: 5, maxEffects: 2 });
  expectAborted(await few.run(query, times(3, note)), 'limit_effects');
  const many = limited({ maxSteps: 2, maxEffects: 5 });
  expectAborted(await many.run(query, times(3, note)), 'limit_steps');
  expect(few.canaries.of('save_note')).toHaveLength(2);
  expect(many.canaries.of('save_note')).toHaveLength(2);
});

verifies(
  ['INV-L1', 'K-14'],
  'without limits of its own a run has the operational ones',
  async () => {
    const office = makeOffice({ parser });
    expectCommitted(await office.run(query, times(32, note)));
    expectAborted(await office.run(query, times(33, note)), 'limit_effects');
    const steps = (count: number) =>
      office.run(
        query,
        times(count, (id) => constant(id, 1)),
      );
    expectCommitted(await steps(256));
    expectAborted(await steps(257), 'limit_steps');
    const parses = [read('mail'), ...times(17, (id) => parse(id, ref('mail'), 'words'))];
    expectAborted(await office.run(query, parses), 'limit_parses');
  },
);

verifies('INV-L1', 'a limit that is no count is refused, not taken for none', () => {
  for (const bad of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '5', undefined, {}]) {
    for (const key of ['maxSteps', 'maxEffects', 'maxModelCalls', 'reasonerTimeoutMs'] as const) {
      expect(() => makeOffice({ limits: { [key]: bad as number } })).toThrow(key);
    }
  }
});

/** Content-reading planners that each add one step and, while they are to, one more child. */
function nesting(depth: number) {
  return scriptedPlanner((context: PlannerContext) => {
    const level = Number(context.query);
    const inner = constant(`c${level}`, 1);
    return level === depth
      ? planOf(inner)
      : planOf(inner, child('deeper', ref(`c${level}`), [], `${level + 1}`));
  });
}

const outer = [constant('c0', 1), child('agent', ref('c0'), [], '1')];

verifies(['INV-L2', 'K-14', 'K-23'], 'depth is bounded', async () => {
  const run = (depth: number, maxDepth: number) =>
    limited({ maxDepth }, { planner: nesting(depth) }).run(query, outer);
  expectCommitted(await run(2, 2));
  expectAborted(await run(3, 2), 'limit_depth');
  expectAborted(await run(1, 0), 'limit_depth');
  expectAborted(await makeOffice({ planner: nesting(4) }).run(query, outer), 'limit_depth');
});

verifies(['INV-L2', 'K-14', 'C34'], 'children draw on the budget of their parent', async () => {
  const run = (limits: Partial<RunLimits>, depth: number) =>
    limited(limits, { planner: nesting(depth) }).run(query, outer);
  // Two steps of the root, then two a level but the last one's single step.
  expectCommitted(await run({ maxSteps: 5 }, 2));
  expectAborted(await run({ maxSteps: 4 }, 2), 'limit_steps');
  expectAborted(await run({ maxSteps: 5 }, 3), 'limit_steps');
  expectAborted(await run({ maxModelCalls: 1 }, 2), 'limit_model_calls');
});

verifies('INV-L2', 'effects of a child count for its parent', async () => {
  const planner = scriptedPlanner(planOf(call('list', 'list_contacts')));
  const steps = [
    constant('c', 1),
    child('agent', ref('c'), ['contacts.read']),
    call('list', 'list_contacts'),
  ];
  const office = limited({ maxEffects: 1 }, { planner });
  expectAborted(await office.run(query, steps), 'limit_effects');
  expect(office.canaries.of('list_contacts')).toHaveLength(1);
});

verifies(
  ['INV-L1', 'INV-L5'],
  'the budget of a parallel group is taken before any of it starts',
  async () => {
    const office = limited({ maxEffects: 2 });
    const group = times(3, (id) => parallel(read(id)));
    expectAborted(await office.run(query, group), 'limit_effects');
    expect(office.canaries.calls).toEqual([]);
  },
);
