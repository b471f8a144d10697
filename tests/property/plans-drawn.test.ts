/** Whether generated plans do what they are drawn for, so that properties of them say something. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEffectCall } from '../../hosts/conformance/deeds.js';
import { anySituation } from '../../hosts/conformance/scene/situation.js';
import { eventsOf } from '../fakes/office.js';
import { setStage } from './play.js';

const situations = anySituation({
  ...{ mixing: 4, failing: 0, rules: 0, parallel: 0, care: 90, steps: 8 },
});

test('steps compute, copy, repeat and guard, and effects come of it', async () => {
  const seen: Record<string, number> = {};
  const count = (what: string, times = 1): void => {
    seen[what] = (seen[what] ?? 0) + times;
  };
  for (const situation of fc.sample(situations, { numRuns: 400, seed: 7 })) {
    const { result, calls } = await setStage(situation).play({ salt: 1 });
    count(result.status);
    for (const { step, stepKind } of eventsOf(result, 'step_started')) {
      const one = situation.plan.steps.find(({ id }) => id === step);
      count(one?.kind === 'compute' ? one.fn : stepKind);
      if (/[.].*[.]/.test(step)) count('inside a map');
    }
    count('skipped', eventsOf(result, 'step_skipped').length);
    for (const [i, { labels }] of eventsOf(result, 'gate_allowed').entries()) {
      const call = calls[i];
      const isGuarded = labels['decision']?.control.some((source) => source.startsWith('tool:'));
      if (call !== undefined && isEffectCall(call)) count(isGuarded ? 'guarded effect' : 'effect');
    }
  }
  for (const [what, least] of Object.entries({
    ...{ committed: 60, blocked: 60, compute: 0, select: 20, filter: 10, choose: 5, template: 5 },
    ...{ map: 30, when: 20, 'inside a map': 30, skipped: 5, effect: 60, 'guarded effect': 1 },
  })) {
    expect([what, seen[what] ?? 0]).toEqual([what, expect.toSatisfy((n: number) => n >= least)]);
  }
});
