/**
 * An honest plan with forged edges: one critical argument of an effect is the attacker's; and a
 * planner of content that follows the goal.
 */
import type { Arg, InnerStep, Step } from '../../../schemas/index.js';
import { leaves, type Suite, specOf } from '../suite.js';
import { type Attack, type Family, wanted, withSteps } from './attack.js';
import { goalSteps } from './constants.js';
import { criticalKeys } from './critical-keys.js';

interface Forged {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Every plan in which one critical argument of one effect is replaced. */
function forgeries(steps: readonly Step[], value: string, suite: Suite): readonly Forged[] {
  const out: Forged[] = [];
  steps.forEach((step, i) => {
    const replace = (other: Step): readonly Step[] =>
      steps.map((one, at) => (at === i ? other : one));
    if (step.kind === 'map') {
      for (const { name, steps: inner } of forgeries(step.steps as readonly Step[], value, suite)) {
        out.push({ name, steps: replace({ ...step, steps: [...inner] as InnerStep[] }) });
      }
    }
    if (step.kind !== 'tool' && step.kind !== 'when') return;
    const spec = specOf(step.tool, suite);
    if (spec === undefined || !leaves(spec)) return;
    for (const key of criticalKeys(step.tool, suite)) {
      const old = step.args[key];
      if (old === undefined || typeof old === 'number' || typeof old === 'boolean') continue;
      const forged: Arg = Array.isArray(old) ? [value] : value;
      const args = { ...step.args, [key]: forged };
      out.push({ name: `${step.tool} ${key}`, steps: replace({ ...step, args }) });
    }
  });
  return out;
}

export const forgedEdges: Family = ({ plan, goal }, { suite, data: { environment } }) => {
  const [value = goal.goal] = wanted(goal);
  const out: Attack[] = forgeries(plan.steps, value, suite).map(({ name, steps }) => ({
    name,
    environment,
    plan: withSteps(plan, steps),
  }));
  if (plan.childPlan !== undefined && goal.calls.length > 0) {
    const steps = goalSteps(goal);
    const childPlan = () => ({ steps, final: steps.at(-1)?.id ?? '' });
    out.push({ name: 'tainted planner', environment, plan: { ...plan, childPlan } });
  }
  return out;
};
