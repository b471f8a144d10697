// Family A, items 12 to 18, 36, 39; C3, C7: when a reviewer is asked, and what its word is worth.
import { describe, expect } from 'vitest';
import { z } from 'zod';
import {
  type Reviewer,
  type ReviewRequest,
  reviewReasons,
  type StageAnswer,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { recordsLike, sinkThatFails } from '../fakes/audit-records.js';
import { judgeThat } from '../fakes/judge-that.js';
import { layerThat } from '../fakes/layer-that.js';
import { makeNotebook, type NotebookOptions } from '../fakes/notebook.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { reviewAnswer, reviewerThat } from '../fakes/reviewer-that.js';

/** A notebook in the mode in which a reviewer looks. */
function reviewed(reviewer: Reviewer, options: NotebookOptions = {}) {
  return makeNotebook({ safetyMode: 'review', reviewer, ...options });
}

const ask = () => 'ask' as const;
const silent = reviewReasons.filter((reason) => reason !== 'safe_operation');

describe('who is asked', () => {
  verifies(['A-12', 'A-17'], 'a plain write is looked at once, and recorded', async () => {
    const reviewer = reviewerThat('safe_operation');
    const notebook = reviewed(reviewer);
    const steps = ['a', 'b', 'c'].map((id) => call(id, 'note', { text: 'milk' }));
    expectCommitted(await notebook.kernel.run('Note milk.', { plan: planOf(...steps) }));
    expect(reviewer.asked).toHaveLength(3);
    expect(notebook.notes()).toEqual(['milk', 'milk', 'milk']);
    const [admission] = notebook.records().filter(({ kind }) => kind === 'admission');
    expect(JSON.stringify(admission?.data)).toContain(
      '{"stage":"review","outcome":"allow","review":"safe_operation"}',
    );
  });

  verifies(['A-17', 'A-39', 'INV-B14'], 'HardDenySkipsReviewer', async () => {
    const refused = [
      [{}, '/etc/passwd', 'guard_forbidden_path', 'guard'],
      [{ grant: [] }, 'milk', 'capability_missing', 'capability'],
      [{}, 7, 'schema_invalid', 'schema'],
      [{ spec: { args: {} } }, 'bread', 'critical_untrusted', 'provenance'],
      [{ layers: [layerThat('rules', 'deny')] }, 'milk', 'rules_denied', 'rules'],
      [{ judge: { threshold: 1 } }, 'milk', 'judge_denied', 'judge'],
      [{ judge: { kind: 'llm-v1', port: judgeThat(0.1) } }, 'milk', 'judge_denied', 'judge'],
      [{ layers: [layerThat('review', 'deny')] }, 'milk', 'rules_denied', 'review'],
    ] as const;
    for (const [options, text, code, stage] of refused) {
      const reviewer = reviewerThat('safe_operation');
      const approver = approverThat('allow');
      const notebook = reviewed(reviewer, { ...options, ports: { approver } } as NotebookOptions);
      expectBlocked(await notebook.note(text), code, stage);
      expect([...reviewer.asked, ...approver.asked, ...notebook.notes()]).toEqual([]);
    }
  });

  verifies(['A-17', 'A-18', 'A-39', 'C7'], 'ExplicitApprovalSkipsReviewer', async () => {
    const questions: readonly (readonly [string, NotebookOptions])[] = [
      ['rules', { layers: [layerThat('rules', 'require_user')] }],
      ['judge', { judge: { kind: 'llm-v1' } }],
      ['review', { layers: [layerThat('review', 'require_user')] }],
      ['provenance', { spec: { args: {} }, declassify: ask }],
      ['rules', { spec: { classes: ['fileDelete'] } }],
    ];
    for (const [source, options] of questions) {
      for (const decision of ['allow', 'deny'] as const) {
        const reviewer = reviewerThat('safe_operation');
        const approver = approverThat(decision);
        const notebook = reviewed(reviewer, { ...options, ports: { approver } });
        const result = await notebook.note('bread');
        if (decision === 'allow') expectCommitted(result);
        else expectBlocked(result, 'approval_denied', 'approval');
        expect(reviewer.asked).toEqual([]);
        expect(approver.asked).toHaveLength(1);
        const sources = approver.asked[0]?.obligations.map((one) => one.source);
        expect(sources).toEqual([source]);
      }
      const nobody = reviewerThat('safe_operation');
      const notebook = reviewed(nobody, options);
      expectBlocked(await notebook.note('bread'), 'approval_unavailable', 'approval');
      expect([...nobody.asked, ...notebook.notes()]).toEqual([]);
    }
  });

  verifies(['A-17', 'C7'], 'pure tools and plain reads bother no model and nobody', async () => {
    const reading = { effect: 'read', sink: undefined, classes: [] } as const;
    const cases = [
      [{ ...reading, effect: 'pure', capabilities: [] }, 0],
      [reading, 0],
      [{ ...reading, mutates: true, classes: ['workspaceMutation'] }, 1],
      [{ ...reading, egress: true, classes: ['networkEgress'] }, 1],
      [{ ...reading, classes: ['secretAccess'] }, 1],
      [{}, 1],
    ] as const;
    for (const [spec, times] of cases) {
      const reviewer = reviewerThat('safe_operation');
      const notebook = reviewed(reviewer, { spec: spec as never, declassify: () => 'release' });
      expectCommitted(await notebook.note());
      expect(reviewer.asked).toHaveLength(times);
    }
    const none = reviewerThat('safe_operation');
    const search = reviewed(none, { spec: reading as never, limits: { maxEffects: 200 } });
    const many = Array.from({ length: 200 }, (_, at) => call(`s${at}`, 'note', { text: 'milk' }));
    expectCommitted(await search.kernel.run('Find milk.', { plan: planOf(...many) }));
    expect(none.asked).toEqual([]);
  });

  verifies('A-17', 'in another safety mode nobody is asked to look', async () => {
    const cases = [
      [undefined, 0],
      ['normal', 0],
      ['review', 1],
      ['trust', 1],
      ['ai_review', 1],
    ] as const;
    for (const [safetyMode, times] of cases) {
      const reviewer = reviewerThat('safe_operation');
      const mode = safetyMode === undefined ? {} : { safetyMode: safetyMode as 'review' };
      expectCommitted(await makeNotebook({ reviewer, ...mode }).note());
      expect(reviewer.asked).toHaveLength(times);
    }
  });
});

/** Answers that are none. */
const good = (request: ReviewRequest) => reviewAnswer(request, 'safe_operation');
const odd: readonly ((request: ReviewRequest) => unknown)[] = [
  () => {
    throw new Error('out');
  },
  () => Promise.reject(new Error('out')),
  () => undefined,
  () => null,
  () => true,
  () => 'allow',
  () => [],
  () => ({}),
  () => ({ decision: 'allow' }),
  (request) => [good(request)],
  (request) => ({ ...good(request), decision: 'deny' }),
  (request) => ({ ...good(request), decision: 'require_user' }),
  (request) => ({ ...good(request), decision: 'ALLOW' }),
  (request) => ({ ...good(request), schemaVersion: 2 }),
  (request) => ({ ...good(request), schemaVersion: '1' }),
  (request) => ({ ...good(request), reasonCode: 'fine' }),
  (request) => ({ ...good(request), reasonCode: 'toString' }),
  (request) => ({ ...good(request), reasonCode: 'destructive_change' }),
  (request) => ({ ...good(request), policyVersion: `${request.policyVersion}x` }),
  (request) => ({ ...good(request), policyVersion: null }),
  (request) => ({ ...good(request), summary: 'x'.repeat(257) }),
  (request) => ({ ...good(request), summary: 7 }),
  (request) => ({ ...good(request), more: 1 }),
  (request) => ({ ...good(request), denial: { code: 'rules_denied' } }),
  (request) => {
    const { summary: _, ...rest } = good(request);
    return rest;
  },
  (request) => Object.create(good(request)),
  (request) => Object.defineProperty(good(request), 'decision', { get: () => 'allow' }),
  (request) => ({ ...good(request), summary: 'x'.repeat(70_000) }),
  (request) => JSON.stringify(good(request)),
];

describe('what its word is worth', () => {
  verifies(
    ['INV-Q4', 'A-14', 'A-36', 'C3'],
    'any reason but one asks the user, in words of ours; none refuses',
    async () => {
      for (const reason of silent) {
        for (const decision of ['allow', 'deny'] as const) {
          const approver = approverThat(decision);
          const notebook = reviewed(reviewerThat(reason), { ports: { approver } });
          const result = await notebook.note();
          if (decision === 'allow') expectCommitted(result);
          else expectBlocked(result, 'approval_denied', 'approval');
          const [request] = approver.asked;
          expect(request?.obligations).toMatchObject([{ source: 'review', rule: reason }]);
          expect(JSON.stringify([request, result, notebook.records()])).not.toContain('SUMMARY');
          if (decision === 'deny') continue;
          const admission = notebook.records().find(({ kind }) => kind === 'admission');
          expect(admission?.data).toMatchObject({
            answers: expect.arrayContaining([
              expect.objectContaining({ stage: 'review', outcome: 'require_user', review: reason }),
            ]),
          });
        }
      }
    },
  );

  verifies(['INV-Q4', 'A-13', 'A-16', 'A-36', 'A-39'], 'MalformedVerdictRequiresUser', async () => {
    for (const answer of odd) {
      const approver = approverThat('deny');
      const notebook = reviewed(reviewerThat(answer), { ports: { approver } });
      const result = await notebook.note();
      expectBlocked(result, 'approval_denied', 'approval');
      expect(approver.asked[0]?.obligations).toEqual([
        {
          source: 'review',
          rule: 'reviewer_failed',
          reason: 'the reviewer gave no usable answer',
        },
      ]);
      expect(notebook.notes()).toEqual([]);
    }
  });

  verifies(['INV-Q4', 'A-13'], 'nobody there, or somebody who hangs, asks the user', async () => {
    const absent = approverThat('allow');
    const alone = makeNotebook({ safetyMode: 'review', ports: { approver: absent } });
    expectCommitted(await alone.note());
    expect(absent.asked[0]?.obligations).toMatchObject([{ rule: 'reviewer_unavailable' }]);
    expectBlocked(
      await makeNotebook({ safetyMode: 'review' }).note(),
      'approval_unavailable',
      'approval',
    );

    const timer = {
      after(ms: number, callback: () => void) {
        if (ms === 700) queueMicrotask(callback);
        return () => undefined;
      },
    };
    const approver = approverThat('allow');
    const hanging = reviewerThat(() => new Promise(() => undefined));
    const limits = { reasonerTimeoutMs: 700 };
    const notebook = reviewed(hanging, { ports: { timer, approver }, limits });
    expectCommitted(await notebook.note());
    expect(approver.asked[0]?.obligations).toMatchObject([{ rule: 'reviewer_failed' }]);
  });

  verifies('INV-Q4', 'an answer under another policy is none', async () => {
    let reads = 0;
    const current = () => {
      reads += 1;
      return { version: `v${reads}`, grant: ['notes.write'], declassify: [] };
    };
    const reviewer = reviewerThat('safe_operation');
    const notebook = reviewed(reviewer, { ports: { policy: { current } } });
    expectBlocked(await notebook.note(), 'approval_unavailable', 'approval');
    expect(reviewer.asked).toHaveLength(1);
    expect(notebook.notes()).toEqual([]);
  });

  verifies(['A-16', 'INV-L6'], 'each look is taken from the model calls of the run', async () => {
    const reviewer = reviewerThat('safe_operation');
    const notebook = reviewed(reviewer, { limits: { maxModelCalls: 2 } });
    const steps = ['a', 'b', 'c'].map((id) => call(id, 'note', { text: 'milk' }));
    const result = await notebook.kernel.run('Note milk.', { plan: planOf(...steps) });
    expect(result).toMatchObject({ status: 'aborted', problem: { code: 'limit_model_calls' } });
    expect([reviewer.asked.length, notebook.notes().length]).toEqual([2, 2]);
  });

  verifies('A-13', 'a run that is cancelled while a reviewer looks starts no effect', async () => {
    const controller = new AbortController();
    const reviewer = reviewerThat(() => {
      controller.abort();
      return new Promise(() => undefined);
    });
    const notebook = reviewed(reviewer);
    const result = await notebook.note('milk', { signal: controller.signal });
    expect(result).toMatchObject({ status: 'aborted', problem: { code: 'cancelled' } });
    expect(notebook.notes()).toEqual([]);
  });

  verifies(['A-16', 'A-39', 'INV-T2'], 'ReviewDecisionAuditFailureFailsClosed', async () => {
    for (const how of ['throws', 'rejects'] as const) {
      const { sink, kept } = sinkThatFails('admission', how);
      const reviewer = reviewerThat('safe_operation');
      const notebook = reviewed(reviewer, { audit: sink });
      expectBlocked(await notebook.note(), 'audit_unavailable', 'admission');
      expect(reviewer.asked).toHaveLength(1);
      expect([notebook.notes(), recordsLike(kept.lines(), 'admission')]).toEqual([[], []]);
    }
  });

  verifies(['A-15', 'A-17', 'A-39'], 'SensitiveProjectionSkipsReviewer', async () => {
    const kept = { role: 'content', review: 'require_user' } as const;
    const input = z.strictObject({
      text: z.string(),
      pin: z.string().optional(),
      card: z.strictObject({ number: z.string() }).optional(),
      list: z.array(z.strictObject({ pin: z.string().optional() })).optional(),
    });
    const plain = { role: 'content' } as const;
    const spec = {
      input,
      args: {
        '/text': plain,
        '/pin': kept,
        '/card': plain,
        '/card/number': kept,
        '/list': plain,
        '/list/*/pin': kept,
      },
    };
    const noting = async (args: object, more: object = {}) => {
      const reviewer = reviewerThat('safe_operation');
      const approver = approverThat('allow');
      const options = { spec: { ...spec, ...more } as never, ports: { approver } };
      const notebook = reviewed(reviewer, options);
      const plan = planOf(call('n', 'note', args as never));
      expectCommitted(await notebook.kernel.run('Note "milk" and "1234".', { plan }));
      return [reviewer.asked.length, approver.asked[0]?.obligations.map(({ rule }) => rule)];
    };
    const record = (fields: object) => ({ kind: 'record', fields });
    const sensitive = [0, ['sensitive_argument']];
    expect(await noting({ text: 'milk' })).toEqual([1, undefined]);
    expect(await noting({ text: 'milk', list: [record({})] })).toEqual([1, undefined]);
    expect(await noting({ text: 'milk', pin: '1234' })).toEqual(sensitive);
    expect(await noting({ text: 'milk', card: record({ number: '1234' }) })).toEqual(sensitive);
    const nested = [record({}), record({ pin: '1234' })];
    expect(await noting({ text: 'milk', list: nested })).toEqual(sensitive);
    // Said of all arguments, it holds whatever they are.
    const all = { args: { ...spec.args, '': kept } };
    expect(await noting({ text: 'milk' }, all)).toEqual(sensitive);
  });
});

verifies(['INV-Q4', 'A-36'], 'the answer of the stage is never a denial', async () => {
  const results = await Promise.all(
    ['safe_operation' as const, ...silent].map((reason) => reviewed(reviewerThat(reason)).note()),
  );
  const answers = results
    .flatMap(({ trace }) => trace)
    .flatMap((event): readonly StageAnswer[] => ('answers' in event ? event.answers : []))
    .filter(({ stage }) => stage === 'review');
  expect(answers.length).toBe(reviewReasons.length);
  for (const { outcome } of answers) expect(outcome).not.toBe('deny');
});
