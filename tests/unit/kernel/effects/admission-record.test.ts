// What the record of an admitted call says of the answers and of an idempotency key.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AuditChain, defineTool, memoryAuditSink } from '../../../../hosts/index.js';
import {
  admissionBody,
  digestsOf,
  takeDigests,
} from '../../../../kernel/effects/admission-record.js';
import type { EffectCall } from '../../../../kernel/gate/call.js';
import type { StageAnswer } from '../../../../schemas/index.js';

const { definition } = defineTool({
  name: 'pay',
  description: 'Pays.',
  effect: 'write',
  capabilities: ['money.pay'],
  classes: ['networkEgress'],
  input: z.strictObject({ key: z.string().optional(), to: z.string() }),
  output: z.null(),
  idempotency: '/key',
  run: () => null,
});

const recorder = {
  chain: new AuditChain(memoryAuditSink()),
  clock: { now: () => 0 },
  run: 'run-1',
  trace: () => undefined,
};

const callWith = (args: object): EffectCall =>
  ({ definition, args, step: 'pay', id: 'call-1' }) as unknown as EffectCall;

function bodyOf(answers: readonly StageAnswer[], args: object = { to: 'x' }) {
  const call = callWith(args);
  const digests = digestsOf(call, JSON.stringify(args), recorder);
  const decided = { verdict: { answers } as never, labels: {}, digests, policy: 'v1' };
  return admissionBody(recorder, call, decided).data as Record<string, unknown>;
}

describe('an answer', () => {
  const judged = { kind: 'llm-v1', score: 0.7, threshold: 0.6, notes: ['secret'] } as const;
  test.each([
    ['by itself', { stage: 'guard', outcome: 'allow' }, {}],
    ['with rules', { stage: 'rules', outcome: 'allow', rules: ['a'] }, { rules: ['a'] }],
    [
      'with a review',
      { stage: 'review', outcome: 'allow', review: { verdict: 'pass' } },
      { review: { verdict: 'pass' } },
    ],
    ['a denial, whose review is nobody’s', { stage: 'review', outcome: 'deny', review: 1 }, {}],
    [
      'with a judgement, without its notes',
      { stage: 'judge', outcome: 'allow', judgement: judged },
      { judgement: { kind: 'llm-v1', score: 0.7, threshold: 0.6 } },
    ],
    [
      'with a judgement that fell back',
      { stage: 'judge', outcome: 'allow', judgement: { ...judged, degraded: true } },
      { judgement: { kind: 'llm-v1', score: 0.7, threshold: 0.6, degraded: true } },
    ],
    [
      'with a judgement of the planner’s own model',
      {
        stage: 'judge',
        outcome: 'allow',
        judgement: { ...judged, degraded: false, judgeModelEqualsPlanner: true },
      },
      {
        judgement: {
          kind: 'llm-v1',
          score: 0.7,
          threshold: 0.6,
          degraded: false,
          judgeModelEqualsPlanner: true,
        },
      },
    ],
  ])('%s is summed up', (_, answer, more) => {
    const { stage, outcome } = answer as StageAnswer;
    expect(bodyOf([answer as StageAnswer])['answers']).toEqual([{ stage, outcome, ...more }]);
  });
});

describe('an idempotency key', () => {
  test('is recorded by its digest, where the call has one', () => {
    expect(bodyOf([])).not.toHaveProperty('idempotency');
    const { idempotency, args } = bodyOf([], { key: 'order-7', to: 'x' });
    expect(idempotency).toBe(recorder.chain.keyed('"order-7"'));
    expect(args).toBe(recorder.chain.keyed('{"key":"order-7","to":"x"}'));
    expect(JSON.stringify(bodyOf([], { key: 'order-7', to: 'x' }))).not.toContain('order-7');
  });

  test('stands for the same arguments', () => {
    const keys = new Map<string, string>();
    const take = (args: object) => {
      const call = callWith(args);
      return takeDigests(call, digestsOf(call, JSON.stringify(args), recorder), keys)?.code ?? null;
    };
    expect(take({ to: 'x' })).toBeNull();
    expect(take({ to: 'y' })).toBeNull();
    expect(keys.size).toBe(0);
    expect(take({ key: 'a', to: 'x' })).toBeNull();
    expect(take({ key: 'a', to: 'x' })).toBeNull();
    expect(take({ key: 'b', to: 'y' })).toBeNull();
    expect(take({ key: 'a', to: 'y' })).toBe('idempotency_conflict');
    expect([...keys.keys()][0]).toMatch(/^pay:/);
  });
});
