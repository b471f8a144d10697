import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation } from '../../hosts/conformance/scene/situation.js';
import { joinOutcome, type Outcome, type TraceEvent } from '../../schemas/index.js';
import { anyLayer, type LayerSketch } from '../generators/any-layer.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 3,
  failing: 0,
  rules: 2,
  parallel: 0,
  care: 92,
  steps: 5,
});
const layers = fc.array(anyLayer, { maxLength: 3 });

type Decided = Extract<TraceEvent, { readonly permit: string | null; readonly denial: unknown }>;

function decisions({ result }: Played): readonly Decided[] {
  return result.trace.filter((event) => 'denial' in event) as readonly TraceEvent[] as Decided[];
}

/** The answer of a decision before anybody was asked. */
function outcomeOf({ answers }: Decided): Outcome {
  return answers
    .filter(({ stage }) => stage !== 'approval')
    .map(({ outcome }) => outcome)
    .reduce(joinOutcome, 'allow');
}

/** What layers make of an answer: a maximum, up to the first denial. */
function tightened(core: Outcome, sketches: readonly LayerSketch[]): Outcome {
  return sketches.map(({ outcome }) => outcome).reduce(joinOutcome, core);
}

function texts({ calls }: Played): readonly string[] {
  return calls.map(({ sketch, args }) => `${sketch.spec.name} ${JSON.stringify(args)}`);
}

describe('layers after the core stages', () => {
  seeded(
    'only tighten: the answer is the strictest, and no tool runs that would not have run',
    fc.asyncProperty(situations, layers, fc.boolean(), async (situation, sketches, isAsked) => {
      const { play, ports } = setStage(situation);
      const approver = {
        ask: async ({ approval, digest }: { approval: string; digest: string }) => {
          return { approval, digest, decision: 'allow' as const, approver: 'me' };
        },
      };
      const config = isAsked ? { ports: { ...ports, approver } } : {};
      const plain = await play({ salt: 4 }, { config });
      const layered = await play(
        { salt: 4 },
        { config: { ...config, layers: sketches.map(({ layer }) => layer) } },
      );
      const [before, after] = [texts(plain), texts(layered)];
      expect(after).toEqual(before.slice(0, after.length));
      const [first, same] = [decisions(plain)[0], decisions(layered)[0]];
      expect(first === undefined).toBe(same === undefined);
      if (first === undefined || same === undefined) return;
      const core = outcomeOf(first);
      expect(outcomeOf(same)).toBe(core === 'deny' ? 'deny' : tightened(core, sketches));
      if (tightened(core, sketches) === 'deny') expect(after).toEqual([]);
    }),
    { claims: ['INV-B6', 'INV-F1'] },
  );
});
