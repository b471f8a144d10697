// Ports that do more than they were asked. Each gets what it was handed and nothing else.
import { expect, test } from 'vitest';
import { memoryAuditSink, type RunResult } from '../../hosts/index.js';
import { verifyAudit } from '../../kernel/index.js';
import type { ApprovalRequest, AuditHead, Obligation, Ruling } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { asking, layerThat } from '../fakes/layer-that.js';
import { makeNotebook } from '../fakes/notebook.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import { call } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

/** Tries to write into every part of a value; gives the number of writes that took. */
function scribble(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let took = 0;
  for (const [key, part] of Object.entries(value)) {
    took += scribble(part);
    if (Reflect.set(value, key, 'scribbled')) took += 1;
  }
  if (Reflect.set(value, 'added', true)) took += 1;
  return took;
}

function rulingOn({ approval, digest }: ApprovalRequest): Ruling {
  return { approval, digest, decision: 'allow', approver: 'alice' };
}

verifies('INV-F3', 'an approver cannot edit what it was asked', async () => {
  let took = -1;
  const notebook = makeNotebook({
    layers: asking,
    ports: {
      approver: {
        async ask(request) {
          const ruling = rulingOn(request);
          took = scribble(request);
          return ruling;
        },
      },
    },
  });
  const result = await notebook.note();
  expectCommitted(result);
  expect(took).toBe(0);
  expect(JSON.stringify([result.trace, notebook.records()])).not.toContain('scribbled');
});

verifies('INV-F3', 'a ruling that changes while it is read is no ruling', async () => {
  const decisions = ['allow', 'deny', 'allow'];
  for (const key of ['approval', 'digest', 'decision', 'approver'] as const) {
    const approver = {
      async ask(request: ApprovalRequest): Promise<Ruling> {
        const ruling = rulingOn(request);
        const get = (): unknown => (key === 'decision' ? decisions.shift() : ruling[key]);
        return Object.defineProperty({ ...ruling }, key, { get, enumerable: true });
      },
    };
    const notebook = makeNotebook({ layers: asking, ports: { approver } });
    expectBlocked(await notebook.note(), 'approval_failed', 'approval');
    expect(notebook.notes()).toEqual([]);
  }
});

verifies('INV-F3', 'a ruling discharges what was asked, not what a later policy asks', async () => {
  let strict = false;
  const obligations = (rule: string): readonly Obligation[] => [
    { source: 'rules', rule, reason: 'always' },
  ];
  const notebook = makeNotebook({
    layers: [
      {
        stage: 'rules',
        answer: () => ({
          stage: 'rules',
          outcome: 'require_user',
          obligations: [...obligations('first'), ...(strict ? obligations('second') : [])],
        }),
      },
    ],
    ports: {
      approver: {
        async ask(request) {
          strict = true;
          return rulingOn(request);
        },
      },
    },
  });
  const result = await notebook.note();
  expectBlocked(result, 'approval_unavailable', 'approval');
  expect(result.effects).toMatchObject([{ outcome: 'withdrawn' }]);
  expect(notebook.notes()).toEqual([]);
});

test('a policy that is edited after it was read changes nothing of that decision', async () => {
  const grant = ['notes.write'];
  const seen: unknown[] = [];
  const notebook = makeNotebook({
    ports: { policy: { current: () => ({ version: '1', grant, declassify: [] }) } },
    layers: [
      {
        stage: 'rules',
        answer: (_call, _checked, inputs) => {
          seen.push(scribble(inputs.policy), inputs.policy.grant === grant);
          return { stage: 'rules', outcome: 'allow' };
        },
      },
    ],
  });
  expectCommitted(await notebook.note());
  expect(grant).toEqual(['notes.write']);
  expect(seen.filter((_, i) => i % 2 === 1)).toEqual([false, false]);
});

verifies('INV-B5', 'a policy whose grant answers twice is read once a decision', async () => {
  let reads = 0;
  let decisions = 0;
  const current = (): never => {
    decisions += 1;
    return {
      version: '1',
      declassify: [],
      get grant() {
        reads += 1;
        return ['notes.write'];
      },
    } as never;
  };
  const notebook = makeNotebook({ ports: { policy: { current } } });
  expectCommitted(await notebook.note());
  expect(reads).toBe(decisions);
});

test('a layer cannot edit the call that it judges', async () => {
  let took = -1;
  const office = makeOffice({
    layers: [
      {
        stage: 'judge',
        answer: ({ args, tree, decision, definition, authority }, checked) => {
          const { spec, digest } = definition;
          took = scribble([args, tree, decision, spec, digest, authority, checked.args]) - 8;
          return { stage: 'judge', outcome: 'allow' };
        },
      },
    ],
  });
  const step = call('s', 'send_email', { to: 'bob@example.org', body: 'hello' });
  expectCommitted(await office.run('Mail bob@example.org: hello', [step]));
  expect(took).toBe(0);
  expect(office.canaries.of('send_email')).toEqual([{ to: 'bob@example.org', body: 'hello' }]);
});

test('an audit sink that calls the kernel back gets an ordinary run, on one chain', async () => {
  for (const isAsync of [false, true]) {
    const inner = memoryAuditSink();
    const nested: Promise<RunResult>[] = [];
    let again = (): Promise<RunResult> => Promise.reject(new Error('too early'));
    const notebook = makeNotebook({
      audit: {
        ...inner,
        append(lines: readonly string[], head: AuditHead) {
          if (nested.length === 0 && lines.some((line) => line.includes('"admission"'))) {
            nested.push(again());
          }
          inner.append(lines, head);
          return isAsync ? Promise.resolve() : undefined;
        },
      },
    });
    again = () => notebook.note('nested');
    expectCommitted(await notebook.note('outer'));
    const [result] = await Promise.all(nested);
    expect(result?.status).toBe('committed');
    expect([...notebook.notes()].sort()).toEqual(['nested', 'outer']);
    const report = verifyAudit(inner.lines());
    expect({ problems: report.problems, records: inner.lines().length }).toEqual({
      problems: [],
      records: 10,
    });
  }
});

test('an approver that calls the kernel back rules on nothing by that', async () => {
  const inner: RunResult[] = [];
  let again = (): Promise<RunResult> => Promise.reject(new Error('too early'));
  let asked = 0;
  const notebook = makeNotebook({
    layers: [layerThat('rules', 'require_user')],
    ports: {
      approver: {
        async ask(request) {
          asked += 1;
          if (asked > 1) return { ...rulingOn(request), decision: 'deny' };
          inner.push(await again());
          return rulingOn(request);
        },
      },
    },
  });
  again = () => notebook.note('nested');
  expectCommitted(await notebook.note('outer'));
  expect(inner.map(({ problem }) => problem?.code)).toEqual(['approval_denied']);
  expect(notebook.notes()).toEqual(['outer']);
});

test('a clock, an id or a scope that makes no sense lets nothing run', async () => {
  const odd = [
    { clock: { now: () => Number.NaN } },
    { clock: { now: () => '0' as never } },
    { random: { id: () => '","kind":"terminal","x":"' } },
    { random: { id: () => '' } },
  ];
  for (const ports of odd) {
    const notebook = makeNotebook({ ports });
    const result = await notebook.note();
    expect(eventsOf(result, 'effect_started')).toEqual([]);
    expect(notebook.notes()).toEqual([]);
  }
});
