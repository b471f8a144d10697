/** A reviewer beside any stages: what comes out is never below what came out without it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySituation } from '../../hosts/conformance/scene/situation.js';
import { createKernel } from '../../hosts/index.js';
import { reviewReasonOf } from '../../kernel/gate/review-answer.js';
import { makeReviewLayer } from '../../kernel/index.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import {
  joinOutcome,
  type Outcome,
  type ReviewRequest,
  reviewReasons,
  type TraceEvent,
} from '../../schemas/index.js';
import { reviewAnswer, reviewerThat } from '../fakes/reviewer-that.js';
import { anyJson } from '../generators/any-json.js';
import { anyLayer } from '../generators/any-layer.js';
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

/** What a reviewer says: a whole answer, one that is bent, anything, or nothing. */
const answers = fc.oneof(
  fc.constantFrom(...reviewReasons).map((reason) => (request: ReviewRequest): unknown => {
    return reviewAnswer(request, reason);
  }),
  fc
    .tuple(
      fc.constantFrom('schemaVersion', 'decision', 'reasonCode', 'summary', 'policyVersion', 'x'),
      fc.oneof(anyJson, fc.constantFrom('deny', 'allow', 'require_user', 'safe_operation', 1)),
    )
    .map(([key, value]) => (request: ReviewRequest): unknown => {
      return { ...reviewAnswer(request, 'safe_operation'), [key]: value };
    }),
  anyJson.map((value) => (): unknown => value),
  fc.constant((): unknown => {
    throw new Error('out');
  }),
  fc.constant((): unknown => undefined),
);
const rank: readonly Outcome[] = ['allow', 'require_user', 'deny'];

type Decided = Extract<TraceEvent, { readonly permit: string | null; readonly denial: unknown }>;

function decisions({ result }: Played): readonly Decided[] {
  return result.trace.filter((event) => 'denial' in event) as readonly TraceEvent[] as Decided[];
}

/** The answer of a decision before anybody was asked. */
function outcomeOf({ answers: given }: Decided): Outcome {
  return given
    .filter(({ stage }) => stage !== 'approval')
    .map(({ outcome }) => outcome)
    .reduce(joinOutcome, 'allow');
}

function texts({ calls }: Played): readonly string[] {
  return calls.map(({ sketch, args }) => `${sketch.spec.name} ${JSON.stringify(args)}`);
}

describe('a reviewer', () => {
  seeded(
    'never loosens and never denies: it asks, or all stays as it was',
    fc.asyncProperty(
      situations,
      fc.array(anyLayer, { maxLength: 2 }),
      answers,
      fc.boolean(),
      async (situation, sketches, answer, isAsked) => {
        const { play, ports } = setStage(situation);
        const approver = {
          ask: async ({ approval, digest }: { approval: string; digest: string }) => {
            return { approval, digest, decision: 'allow' as const, approver: 'me' };
          },
        };
        const layers = sketches.map(({ layer }) => layer);
        const config = { layers, ...(isAsked ? { ports: { ...ports, approver } } : {}) };
        const reviewer = reviewerThat(answer);
        const reviewed = [...layers, makeReviewLayer({ port: reviewer })];
        const without = await play({ salt: 4 }, { config });
        const within = await play({ salt: 4 }, { config: { ...config, layers: reviewed } });
        const [before, after] = [texts(without), texts(within)];
        expect(after).toEqual(before.slice(0, after.length));
        // Whoever may say yes does: then nothing is lost by it either.
        if (isAsked) expect(after).toEqual(before);
        const [first, same] = [decisions(without)[0], decisions(within)[0]];
        expect(first === undefined).toBe(same === undefined);
        if (first === undefined || same === undefined) return;
        const [bare, full] = [outcomeOf(first), outcomeOf(same)];
        expect(rank.indexOf(full)).toBeGreaterThanOrEqual(rank.indexOf(bare));
        if (bare !== 'allow') expect(full).toBe(bare);
        if (full === 'deny') expect(bare).toBe('deny');
        for (const { answers: given } of decisions(within))
          for (const { stage, outcome } of given)
            if (stage === 'review' && sketches.length === 0) expect(outcome).not.toBe('deny');
        for (const request of reviewer.asked) {
          const spec = situation.tools.find(({ spec: one }) => one.name === request.tool)?.spec;
          // Nobody looks at a call that keeps its arguments and changes nothing.
          expect([spec?.effect === 'write', spec?.egress, spec?.mutates]).toContain(true);
        }
      },
    ),
    { runs: 150, claims: ['INV-Q4', 'A-14', 'C7'] },
  );

  seeded(
    'leaves a call on one answer, and one alone',
    fc.property(answers, (answer) => {
      const request = { policyVersion: 'v' } as ReviewRequest;
      let given: unknown;
      try {
        given = answer(request);
      } catch {
        return;
      }
      const copy = given === undefined ? undefined : snapshot(given);
      const reason = reviewReasonOf(copy, 'v');
      const { summary = 7, ...rest } = (given ?? {}) as Readonly<Record<string, unknown>>;
      const isExact =
        typeof summary === 'string' &&
        summary.length <= 256 &&
        JSON.stringify(Object.entries(rest).sort()) ===
          JSON.stringify([
            ['decision', 'allow'],
            ['policyVersion', 'v'],
            ['reasonCode', 'safe_operation'],
            ['schemaVersion', 1],
          ]);
      expect(reason === 'safe_operation').toBe(isExact);
    }),
    { claims: ['INV-Q4', 'A-36'] },
  );
});

test('without a port it asks for the user, and is no reviewer at all', () => {
  expect(() => makeReviewLayer({ port: {} as never })).toThrow(
    expect.objectContaining({ code: 'config_malformed' }),
  );
  expect(() => makeReviewLayer({ scrub: 7 as never })).toThrow(
    expect.objectContaining({ code: 'config_malformed' }),
  );
  const config = { tools: [], principal: 'user:alice@example.com' };
  for (const wrong of [{ reviewer: {} }, { safetyMode: 'none' }, { reviewer: () => 1 }])
    expect(() => createKernel({ ...config, ...wrong } as never)).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
});
