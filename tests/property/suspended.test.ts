// A run that is stored at each of its questions and taken up goes on as if it had waited.
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation, type Situation } from '../../hosts/conformance/scene/situation.js';
import { declassify, type Kernel, labelTreeOf, type RunResult } from '../../hosts/index.js';
import { actionClasses, type GuardrailDocumentInput } from '../../schemas/index.js';
import { approverThat } from '../fakes/approvers.js';
import { constant } from '../fakes/plan-steps.js';
import { memorySuspensions } from '../fakes/suspensions.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 3,
  failing: 5,
  rules: 3,
  parallel: 0,
  care: 90,
  steps: 8,
});

/** Whatever changes or sends asks. */
const guardrails: GuardrailDocumentInput = {
  version: 1,
  rules: actionClasses.map((changed) => ({
    id: changed,
    scope: 'workspace',
    class: changed,
    decision: 'prompt',
  })),
};

interface Ended {
  readonly result: RunResult;
  /** How often it was stored. */
  readonly stored: number;
}

/** Runs a plan; stores it where it asks, and takes it up, to its end or an obstacle. */
async function inPieces(kernel: Kernel, { query, facts, plan }: Situation): Promise<Ended> {
  const store = memorySuspensions();
  let result = await kernel.run(query, { facts, plan });
  let stored = 0;
  while (result.suspension !== null && result.suspension.obstacle === null) {
    const { id } = await kernel.suspend(result, store);
    stored += 1;
    result = await kernel.resume(store, id);
  }
  return { result, stored };
}

interface Twice {
  readonly waited: Played;
  readonly pieces: Played;
  readonly ended: Ended;
}

async function playTwice(situation: Situation): Promise<Twice> {
  const stage = setStage(situation);
  const config = { guardrails, ports: { ...stage.ports, approver: approverThat('allow') } };
  const waited = await stage.play({ salt: 3 }, { config });
  let ended: Ended | undefined;
  const { plan } = situation;
  // The run after it follows an empty plan.
  const change = { plan: { steps: [constant('k', 1)], final: 'k' } };
  const pieces = await stage.play(
    { salt: 3 },
    {
      change,
      config: { ...config, approval: 'suspend' },
      before: async (kernel, changed) => {
        ended = await inPieces(kernel, { ...changed, plan });
        return null;
      },
    },
  );
  if (ended === undefined) throw new Error('no run');
  return { waited, pieces, ended };
}

const texts = ({ calls }: Played): readonly string[] =>
  calls.map(({ sketch, args }) => `${sketch.spec.name} ${JSON.stringify(args)}`);

const effects = ({ effects: made }: RunResult) =>
  made.map(({ step, tool, outcome, output }) => [step, tool, outcome, output]);

function outputOf({ output }: RunResult): unknown {
  if (output === null) return null;
  // As text: the order of keys is a part of a value.
  return [JSON.stringify(declassify(output, { reason: 'to compare' })), labelTreeOf(output)];
}

describe('a run that was stored', () => {
  let taken = 0;
  seeded(
    'has the effects, the labels and the output of one that waited',
    fc.asyncProperty(situations, async (situation) => {
      const { waited, pieces, ended } = await playTwice(situation);
      const { result, stored } = ended;
      taken += stored;
      if (result.status === 'needs_approval') {
        // It asked where it cannot be taken up: so far it went as the other.
        const made = effects(result);
        expect(effects(waited.result).slice(0, made.length)).toEqual(made);
        return;
      }
      expect(texts(pieces)).toEqual(texts(waited));
      expect(effects(result)).toEqual(effects(waited.result));
      expect(result.status).toBe(waited.result.status);
      expect(result.problem?.code).toBe(waited.result.problem?.code);
      expect(outputOf(result)).toEqual(outputOf(waited.result));
    }),
    { claims: ['INV-U4'], runs: 300 },
  );
  seeded(
    'was stored often enough to say so',
    fc.property(fc.constant(null), () => {
      expect(taken).toBeGreaterThan(4);
    }),
    { claims: ['INV-U4'], runs: 1 },
  );
});
