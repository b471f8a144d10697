// Families B, F and L: what a layer asks outside before a call is decided, and where it got
// nothing.
import { expect } from 'vitest';
import { rootContext } from '../../kernel/context/planning-context.js';
import type { EffectCall, Gathered } from '../../kernel/gate/call.js';
import { authorize, decide, Gate } from '../../kernel/gate/gate.js';
import { compileGuardrails, type GateLayer, trustQuery } from '../../kernel/index.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import { makeDefinition } from '../../kernel/tools/definition.js';
import { type JsonObject, uniformTree } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { judgeThat } from '../fakes/judge-that.js';
import { layerThat } from '../fakes/layer-that.js';
import { makeNotebook, noteSpec } from '../fakes/notebook.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const model = (port: ReturnType<typeof judgeThat>) => ({ kind: 'llm-v1', port }) as const;

/** A layer that asks, and answers what it got. */
function asking(stage: GateLayer['stage'], gather: () => unknown): GateLayer {
  return {
    stage,
    gather: async () => gather(),
    answer: (_call, _checked, { gathered }) => gathered[stage] as never,
  };
}

verifies(
  ['INV-B14', 'C1', 'V-36', 'V-60'],
  'nobody is asked about what any stage denies alone',
  async () => {
    const refused = [
      [{}, '/etc/passwd', 'guard_forbidden_path', 'guard'],
      [{ grant: [] }, 'milk', 'capability_missing', 'capability'],
      [{}, 7, 'schema_invalid', 'schema'],
      [{ spec: { args: {} } }, 'bread', 'critical_untrusted', 'provenance'],
      [{ layers: [layerThat('rules', 'deny')] }, 'milk', 'rules_denied', 'rules'],
      [{ layers: [layerThat('review', 'deny')] }, 'milk', 'rules_denied', 'review'],
    ] as const;
    for (const [options, text, code, stage] of refused) {
      const judge = judgeThat(1);
      const notebook = makeNotebook({ ...options, judge: model(judge) });
      expectBlocked(await notebook.note(text), code, stage);
      expect(judge.asked).toEqual([]);
      expect(notebook.notes()).toEqual([]);
    }
  },
);

verifies('INV-B14', 'a layer that waits is not asked once an earlier one has denied', async () => {
  let reviews = 0;
  const review = asking('review', () => {
    reviews += 1;
    return { stage: 'review', outcome: 'allow' };
  });
  const judge = judgeThat(0.1);
  const notebook = makeNotebook({ judge: model(judge), layers: [review] });
  expectBlocked(await notebook.note(), 'judge_denied', 'judge');
  expect([judge.asked.length, reviews]).toEqual([1, 0]);
  const kind = makeNotebook({ judge: model(judgeThat(0.9)), layers: [review] });
  expectCommitted(await kind.note());
  expect(reviews).toBe(1);
});

verifies('INV-B14', 'the user is asked after every layer, once', async () => {
  const approver = approverThat('allow', (ruling) => {
    expect(judge.asked).toHaveLength(1);
    return ruling;
  });
  const judge = judgeThat(0.9);
  const layers = [layerThat('rules', 'require_user')];
  const notebook = makeNotebook({ judge: model(judge), layers, ports: { approver } });
  expectCommitted(await notebook.note());
  expect([judge.asked.length, approver.asked.length]).toEqual([1, 1]);
});

verifies(
  ['INV-F9', 'INV-F1'],
  'a layer that asked in vain denies, whatever it answers',
  async () => {
    const vain: readonly (() => unknown)[] = [
      () => {
        throw new Error('out');
      },
      () => undefined,
      () => () => 1,
      () => Number.NaN,
      () => 'x'.repeat(70_000),
      () => Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }),
    ];
    for (const gather of vain) {
      const layer = {
        ...asking('rules', gather),
        answer: () => ({ stage: 'rules', outcome: 'allow' }),
      };
      const notebook = makeNotebook({ layers: [layer as GateLayer] });
      expectBlocked(await notebook.note(), 'layer_failed', 'rules');
      expect(notebook.notes()).toEqual([]);
    }
  },
);

verifies('INV-F9', 'a layer that hangs is given up on, and denies', async () => {
  const waits: number[] = [];
  const timer = {
    after(ms: number, callback: () => void) {
      waits.push(ms);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  const judge = judgeThat(() => new Promise(() => undefined));
  const limits = { reasonerTimeoutMs: 700 };
  const notebook = makeNotebook({ judge: model(judge), ports: { timer }, limits });
  expectBlocked(await notebook.note(), 'layer_failed', 'judge');
  expect(waits).toEqual([700]);
  expect(notebook.notes()).toEqual([]);
});

verifies('INV-F9', 'a `needs` that throws or hedges does not spare the asking', async () => {
  const throwing = () => {
    throw new Error('out');
  };
  for (const needs of [throwing, () => undefined, () => 0, () => null]) {
    let asked = 0;
    const layer = asking('rules', () => {
      asked += 1;
      return { stage: 'rules', outcome: 'deny' };
    });
    const notebook = makeNotebook({ layers: [{ ...layer, needs } as unknown as GateLayer] });
    expectBlocked(await notebook.note(), 'layer_failed', 'rules');
    expect(asked).toBe(needs === throwing ? 0 : 1);
  }
});

verifies('INV-F9', 'two layers of one stage cannot both ask', () => {
  const layers = [asking('rules', () => 1), asking('rules', () => 2)];
  expect(() => makeNotebook({ layers })).toThrow(
    expect.objectContaining({ code: 'config_malformed' }),
  );
});

function effectCall(args: JsonObject): EffectCall {
  const query = trustQuery('Note "milk".', { principal: alice });
  const context = rootContext(query);
  return Object.freeze({
    id: 'r.1',
    run: 'r',
    step: 's',
    definition: makeDefinition(noteSpec),
    args,
    tree: uniformTree(query.label, true),
    bits: {},
    decision: context.decision,
    condition: [],
    authority: ['notes.write'],
    principal: alice,
    intent: query.text,
    facts: {},
    isForced: false,
    canonical: null,
  });
}

verifies('INV-F10', 'no permit is minted while a layer has yet to ask', () => {
  const current = () => ({ version: '1', grant: ['notes.write'], declassify: [] });
  const layer: GateLayer = {
    stage: 'judge',
    gather: async () => 1,
    answer: () => ({ stage: 'judge', outcome: 'allow' }),
  };
  const gate = new Gate({ policy: { current }, home: null, layers: [layer] });
  const asked = effectCall(snapshot({ text: 'milk' }) as JsonObject);
  const inputs = (gathered: Gathered) => ({
    policy: { ...current(), guardrails: compileGuardrails({ version: 1 }) },
    now: 0,
    rulings: [],
    spent: {},
    gathered,
    paths: {},
    drawn: { run: {}, principal: {} },
  });
  const waiting = decide(gate, asked, inputs({}));
  expect(waiting.pending).toEqual([layer]);
  expect(() => authorize(gate, asked, inputs({}))).toThrow(
    expect.objectContaining({ name: 'EffectDenied', code: 'layer_failed' }),
  );
  expect(() => authorize(gate, asked, inputs({ judge: undefined }))).toThrow(
    expect.objectContaining({ name: 'EffectDenied', code: 'layer_failed' }),
  );
  expect(authorize(gate, asked, inputs({ judge: 1 })).verdict.outcome).toBe('allow');
});

verifies(
  'INV-L6',
  'each question of a judge is taken from the model calls of the run',
  async () => {
    const judge = judgeThat(0.9);
    const notebook = makeNotebook({ judge: model(judge), limits: { maxModelCalls: 2 } });
    const steps = ['a', 'b', 'c'].map((id) => call(id, 'note', { text: 'milk' }));
    const result = await notebook.kernel.run('Note milk.', { plan: planOf(...steps) });
    expect(result).toMatchObject({ status: 'aborted', problem: { code: 'limit_model_calls' } });
    expect(judge.asked).toHaveLength(2);
    expect(notebook.notes()).toEqual(['milk', 'milk']);
  },
);

verifies('INV-L6', 'a run that is cancelled while a judge thinks starts no effect', async () => {
  const controller = new AbortController();
  const judge = judgeThat((_, { signal }) => {
    expect(signal.aborted).toBe(false);
    controller.abort();
    return new Promise(() => undefined);
  });
  const notebook = makeNotebook({ judge: model(judge) });
  const result = await notebook.note('milk', { signal: controller.signal });
  expect(result).toMatchObject({ status: 'aborted', problem: { code: 'cancelled' } });
  expect(notebook.notes()).toEqual([]);
});
