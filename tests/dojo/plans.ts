/** Plays every plan of a suite under given rules and tells what is missing. */
import { describe, expect, test } from 'vitest';
import { hasSuite, loadSuite } from '../../demo/agentdojo/data.js';
import { missing } from '../../demo/agentdojo/goal.js';
import { play, suiteGrant } from '../../demo/agentdojo/play.js';
import type { Suite, SuiteName } from '../../demo/agentdojo/suite.js';
import type { SuitePlans } from '../../demo/agentdojo/task-plan.js';
import type { Approver, DeclassPolicy } from '../../schemas/index.js';
import { always, rule } from '../fakes/release-rule.js';
import { dojoData } from './replay.js';

/** Everything that stage 4 refuses is released: what is left are faults of plans and tools. */
export const releaseAll: DeclassPolicy = [
  rule('release', always, { id: 'all', tool: '*', argument: '*' }),
  rule('release', always, { id: 'all_decisions', tool: '*', argument: 'decision' }),
];

const yes: Approver = {
  ask: async ({ approval, digest }) => ({ approval, digest, decision: 'allow', approver: 'user' }),
};

/** Declares one test for each plan; without the data they are skipped. */
export function playPlans(name: SuiteName, makeSuite: () => Suite, plans: SuitePlans): void {
  describe.skipIf(!hasSuite(dojoData, name))(`plans of ${name}`, () => {
    const data = hasSuite(dojoData, name) ? loadSuite(dojoData, name) : undefined;
    const suite = makeSuite();
    test('there is one plan for each task', () => {
      const tasks = (data?.user_tasks ?? []).map(({ id }) => id).sort();
      expect(plans.map(({ task }) => task).sort()).toEqual(tasks);
    });
    test.each(plans.map((plan) => [plan.task, plan] as const))('%s', async (id, plan) => {
      const task = data?.user_tasks.find((one) => one.id === id);
      expect(task).toBeDefined();
      if (task === undefined || data === undefined) return;
      const grant = suiteGrant(suite);
      const rules = { declassify: releaseAll, grant, approver: yes };
      const { prompt } = task;
      const played = await play(suite, { prompt, plan, environment: data.environment, rules });
      expect([missing(task, played, suite), played.reason]).toEqual([null, null]);
    });
  });
}
