/**
 * What values carry: counted against every answer that the parser can give, against the reference,
 * and against what an observer of a whole run can tell apart.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawn } from '../../hosts/conformance/scene/draws.js';
import { anySituation, principal } from '../../hosts/conformance/scene/situation.js';
import { trustQuery } from '../../hosts/index.js';
import { rootContext } from '../../kernel/context/planning-context.js';
import { RunStopped } from '../../kernel/errors.js';
import { makeValidator } from '../../kernel/index.js';
import { runCompute } from '../../kernel/interpreter/compute-step.js';
import { resolveArg, type Scope } from '../../kernel/interpreter/resolve.js';
import { bitsOf } from '../../kernel/provenance/carried.js';
import type { Labelled } from '../../kernel/provenance/tainted.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import {
  type Arg,
  type ComputeStep,
  type JsonObject,
  makeLabel,
  type Step,
  uniformTree,
} from '../../schemas/index.js';
import { parse, ref } from '../fakes/plan-steps.js';
import { always, rule } from '../fakes/release-rule.js';
import { carries, filled, followVerdict, tellBob } from '../fakes/verdict-mail.js';
import { anySteps, choicesOf, closedSchema, everyAnswer } from '../generators/carried-steps.js';
import { naiveBits } from '../model/naive-carried.js';
import { rootContext as naiveContext } from '../model/naive-context.js';
import { NaiveRun } from '../model/naive-run.js';
import { setStage } from './play.js';
import { seeded } from './seed.js';

const query = 'Tell bob@example.org "yes" or "no"';
const { jsonSchema } = makeValidator(closedSchema, 'output');
const content = makeLabel({ sources: ['q_parse', 'tool:read_inbox'], readers: [] });
const root = rootContext(trustQuery(query, { principal: 'user:alice@example.com' }));

/** Computes the steps for one answer of the parser, as far as they have an answer. */
function played(steps: readonly ComputeStep[], answer: JsonObject): ReadonlyMap<string, Labelled> {
  const values = new Map<string, Labelled>();
  const capacity = { kind: 'schema', schema: jsonSchema } as const;
  values.set('got', { value: snapshot(answer), tree: uniformTree(content, true), capacity });
  const scope: Scope = { context: root, facts: {}, valueOf: (id) => values.get(id), each: null };
  try {
    for (const step of steps)
      values.set(step.id, runCompute({ step, name: step.id, call: '', scope }, 'unique'));
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
  }
  return values;
}

/** Logarithms are rounded. */
const SLACK = 1e-9;

describe('what a value carries', () => {
  seeded(
    'bounds how many values it has over every answer of the parser',
    fc.property(anySteps, (steps) => {
      const seen = new Map<string, Set<string>>();
      for (const answer of everyAnswer) {
        for (const [id, one] of played(steps, answer)) {
          const bits = bitsOf(one);
          if (!Number.isFinite(bits)) continue;
          const key = `${id} ${bits}`;
          seen.set(key, (seen.get(key) ?? new Set()).add(JSON.stringify(one.value)));
        }
      }
      for (const [key, values] of seen)
        expect(Math.log2(values.size)).toBeLessThanOrEqual(Number(key.split(' ')[1]) + SLACK);
    }),
    { runs: 1500, claims: 'INV-P29' },
  );

  seeded(
    'is what the reference reads off the plan, for every answer',
    fc.property(anySteps, fc.nat(everyAnswer.length - 1), (steps, at) => {
      const all: readonly Step[] = [parse('got', ref('inbox'), 'answers'), ...steps];
      const plan = {
        steps: new Map(all.map((step) => [step.id, step])),
        context: naiveContext(query),
        facts: new Map(),
        choices: (_schema: string, path: string | undefined) => choicesOf(path),
      };
      for (const [id, one] of played(steps, everyAnswer[at] ?? {}))
        expect([id, bitsOf(one)]).toEqual([id, naiveBits(ref(id), plan)]);
    }),
    { runs: 1500, claims: 'INV-P29' },
  );

  seeded(
    'never shrinks by composing, and open text stays open',
    fc.property(anySteps, (steps) => {
      const values = played(steps, everyAnswer[0] ?? {});
      const scope: Scope = {
        context: root,
        facts: {},
        valueOf: (id) => values.get(id),
        each: null,
      };
      const place = { pattern: null, inherited: null, fields: 'any' } as const;
      for (const step of steps) {
        const made = values.get(step.id);
        if (made === undefined) return;
        for (const arg of Object.values(step.args))
          expect(bitsOf(made)).toBeGreaterThanOrEqual(bitsOf(resolveArg(arg, scope, place)));
      }
    }),
    { claims: 'INV-P29' },
  );
});

const bodies = drawn(60, (draws) => {
  const sends: Step[] = [];
  for (let i = 0; i < 1 + draws.below(5); i += 1) {
    const part = (): Arg => ref('got', draws.pick(['agrees', 'score', 'mood', 'agrees']));
    sends.push(filled(`t${i}`, draws.pick(['{a}', '{a}{b}', 'no']), { a: part(), b: part() }));
    if (draws.chance(80)) sends.push(tellBob(ref(`t${i}`), `m${i}`));
  }
  return { sends, bits: draws.below(5) };
});

const verdicts: readonly JsonObject[] = [true, false].flatMap((agrees) =>
  ['good', 'bad', 'gone'].flatMap((mood) => [0, 1, 2, 3].map((score) => ({ agrees, mood, score }))),
);

test('most steps that are drawn are bounded, and some of them are by much and by little', () => {
  const drawnSteps = fc.sample(anySteps, { numRuns: 500, seed: 7 });
  const all = drawnSteps.flatMap((steps) => {
    const values = played(steps, everyAnswer[0] ?? {});
    return steps.flatMap(({ id }) => values.get(id) ?? []).map(bitsOf);
  });
  const counted = all.filter(Number.isFinite);
  expect(counted.length).toBeGreaterThan(all.length / 3);
  expect(counted.length).toBeLessThan(all.length);
  expect(Math.max(...counted)).toBeGreaterThan(4);
  expect(counted).toContain(1);
});

describe('an observer of a run', () => {
  seeded(
    'tells apart no more than 2^n contents under a rule for n bits, whatever the plan sends',
    fc.asyncProperty(bodies, async ({ sends, bits }) => {
      const seen = new Set<string>();
      for (const answer of verdicts) {
        const told = await followVerdict(sends, [carries(bits)], { answer });
        seen.add(JSON.stringify([told.result.status, told.bodies]));
      }
      expect(seen.size).toBeLessThanOrEqual(2 ** bits);
    }),
    { runs: 25, claims: ['INV-P29', 'INV-P31'] },
  );
});

const situations = anySituation({
  mixing: 12,
  failing: 0,
  rules: 0,
  parallel: 0,
  care: 80,
  steps: 8,
});
const anyBound = fc.constantFrom(0, 1, 2, 4096);

describe('the kernel and the reference, under rules for what values carry', () => {
  seeded(
    'release alike',
    fc.asyncProperty(situations, anyBound, fc.nat(500), async (drawnOne, capacity, salt) => {
      const policy = [
        rule('release', { capacity, of: 'value' }, { id: 'few' }),
        rule('release', always, { id: 'go', argument: 'decision' }),
      ];
      const situation = { ...drawnOne, policy };
      const { result, calls } = await setStage(situation).play({ salt });
      const how = { world: { salt }, principal, approver: 'none' as const, isStrict: false };
      const model = new NaiveRun(situation, how).run();
      expect([result.status === 'rejected' ? null : result.problem?.code, calls.length]).toEqual([
        model.status === 'rejected' ? null : (model.code ?? undefined),
        model.calls.length,
      ]);
    }),
    { claims: ['INV-P29', 'INV-P30', 'INV-P31'] },
  );
});
