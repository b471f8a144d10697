import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation, type Situation } from '../../hosts/conformance/scene/situation.js';
import type { Kernel, RunResult } from '../../hosts/index.js';
import { constant } from '../fakes/plan-steps.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

// Steps that overlap end together; fragments of one step each do not.
const situations = anySituation({
  mixing: 3,
  failing: 10,
  rules: 3,
  parallel: 0,
  care: 80,
  steps: 8,
}).map((situation) => {
  // INV-W8: after a planner was told something, what its words carry is not bounded any more.
  const policy = situation.policy.filter(
    ({ when }) => !JSON.stringify(when).includes('"of":"value"'),
  );
  return { ...situation, policy };
});

interface Twice {
  /** The same plan, as one and step by step. */
  readonly whole: Played;
  readonly parts: Played;
  readonly result: RunResult;
}

async function inFragments(kernel: Kernel, situation: Situation): Promise<RunResult> {
  const { query, facts, plan } = situation;
  const session = await kernel.open(query, { facts });
  for (const step of plan.steps) {
    const report = await session.take({ steps: [step], final: step.id });
    if (report.status !== 'done') return session.end(null);
  }
  return session.end({ kind: 'value', ref: { kind: 'ref', ref: plan.final } });
}

async function playTwice(situation: Situation): Promise<Twice> {
  const stage = setStage(situation);
  const whole = await stage.play({ salt: 3 });
  let result: RunResult | undefined;
  const before = async (kernel: Kernel, changed: Situation): Promise<null> => {
    result = await inFragments(kernel, changed);
    return null;
  };
  // The run after it follows an empty plan.
  const change = { plan: { steps: [constant('k', 1)], final: 'k' } };
  const { plan } = situation;
  const parts = await stage.play(
    { salt: 3 },
    { change, before: (kernel, changed) => before(kernel, { ...changed, plan }) },
  );
  if (result === undefined) throw new Error('no session');
  return { whole, parts, result };
}

const texts = ({ calls }: Played): readonly string[] =>
  calls.map(({ sketch, args }) => `${sketch.spec.name} ${JSON.stringify(args)}`);

const decided = ({ trace }: Pick<RunResult, 'trace'>) =>
  trace.flatMap((event) =>
    event.kind === 'gate_allowed' || event.kind === 'gate_denied'
      ? [[event.kind, event.step, event.tool, event.labels, event.denial?.code]]
      : [],
  );

describe('a plan in fragments', () => {
  seeded(
    'is decided and carried out as it is in one piece',
    fc.asyncProperty(situations, async (situation) => {
      const { whole, parts, result } = await playTwice(situation);
      expect(texts(parts)).toEqual(texts(whole));
      expect(decided(result)).toEqual(decided(whole.result));
      expect(result.status).toBe(whole.result.status);
      expect(result.problem?.code).toBe(whole.result.problem?.code);
    }),
    { claims: ['INV-W2'], runs: 300 },
  );
});
