import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { isEffectCall } from '../../hosts/conformance/deeds.js';
import { anySituation, type Situation } from '../../hosts/conformance/scene/situation.js';
import { CAPABILITIES } from '../../hosts/conformance/scene/tool-sketch.js';
import { missingFrom, narrowGrant, type Plan } from '../../schemas/index.js';
import { type Played, type Playing, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 4,
  failing: 4,
  rules: 2,
  parallel: 30,
  care: 90,
  steps: 8,
});
const kept = fc.subarray([...CAPABILITIES]);

function texts(played: Played): readonly string[] {
  return played.calls.map(({ sketch, args }) => `${sketch.spec.name} ${JSON.stringify(args)}`);
}

function effects(played: Played): readonly string[] {
  const { calls } = played;
  return texts(played).filter((_, i) => isEffectCall(calls[i] as (typeof calls)[number]));
}

/** What of the first list has no counterpart of its own in the second. */
function beyond(some: readonly string[], all: readonly string[]): readonly string[] {
  const left = [...all];
  return some.filter((item) => {
    const at = left.indexOf(item);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function isPrefix(some: readonly string[], all: readonly string[]): boolean {
  return some.every((item, i) => item === all[i]);
}

/** Plays a situation as it is and with less granted, and compares. */
async function expectFewer(situation: Situation, change: Playing['change']): Promise<Played> {
  const { play } = setStage(situation);
  const many = await play({ salt: 1 });
  const few = await play({ salt: 1 }, change === undefined ? {} : { change });
  expect(beyond(texts(few), texts(many))).toEqual([]);
  expect(isPrefix(effects(few), effects(many))).toBe(true);
  if (few.result.status === 'committed') expect(many.result.status).toBe('committed');
  return few;
}

function narrowed(plan: Plan, grant: readonly string[]): Plan {
  const steps = plan.steps.map((step) => {
    if (step.kind !== 'subkernel') return step;
    return { ...step, grant: step.grant.filter((name) => grant.includes(name)) };
  });
  return { ...plan, steps };
}

describe('with less granted', () => {
  seeded(
    'a run calls fewer tools, none beyond its grant, and its effects are the first of the others',
    fc.asyncProperty(situations, kept, async (situation, held) => {
      const grant = narrowGrant(situation.grant, held);
      const { calls } = await expectFewer(situation, { grant });
      for (const { sketch } of calls) {
        expect(missingFrom(grant, sketch.spec.capabilities)).toEqual([]);
      }
    }),
    { claims: 'INV-C1' },
  );

  seeded(
    'a sub-kernel calls fewer tools',
    fc.asyncProperty(situations, kept, async (situation, held) => {
      const { plan, innerPlans } = situation;
      fc.pre(plan.steps.some(({ kind }) => kind === 'subkernel'));
      await expectFewer(situation, {
        plan: narrowed(plan, held),
        innerPlans: innerPlans.map((inner) => narrowed(inner, held)),
      });
    }),
    { claims: 'INV-C2' },
  );

  seeded(
    'narrowing is an intersection',
    fc.property(kept, kept, kept, (outer, asked, further) => {
      const narrow = narrowGrant(outer, asked);
      expect(narrow).toEqual(outer.filter((name) => asked.includes(name)));
      expect(narrowGrant(narrow, further)).toEqual(narrowGrant(narrowGrant(outer, further), asked));
      expect(narrowGrant(outer, outer)).toEqual(outer);
    }),
  );
});
