// Family L, time: cancelling, and deadlines of models and tools.
import { describe, expect } from 'vitest';
import { memoryAuditSink, type RunResult } from '../../hosts/index.js';
import { failingPlanner } from '../../reasoner/index.js';
import type { AuditSink, Code, Parser, Planner, RunStatus, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeDeferred } from '../fakes/deferred.js';
import { makeManualTime, untilQuiet } from '../fakes/manual-time.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import { officeData } from '../fakes/office-tools.js';
import { call, constant, parse, ref } from '../fakes/plan-steps.js';

const query = 'Look at my mail, hello';
const note = (id: string): Step => call(id, 'save_note', { text: 'hello' });
const read = (id: string): Step => call(id, 'read_inbox');

function expectEnd(result: RunResult, status: RunStatus, code: Code): void {
  expect({ status: result.status, code: result.problem?.code }).toEqual({ status, code });
  expect(result.output).toBeNull();
}

describe('cancelling', () => {
  verifies(
    ['INV-L3', 'K-14'],
    'a run that was cancelled before it began does nothing',
    async () => {
      const stop = new AbortController();
      stop.abort();
      const planner = failingPlanner('garbage');
      const office = makeOffice({ planner });
      const { signal } = stop;
      expectEnd(
        await office.run(query, [read('a'), note('b')], { signal }),
        'aborted',
        'cancelled',
      );
      expectEnd(await office.run(query, undefined, { signal }), 'aborted', 'cancelled');
      expect(office.canaries.calls).toEqual([]);
      expect(planner.seen).toEqual([]);
    },
  );

  verifies('INV-L3', 'no effect starts after a cancel between steps', async () => {
    const stop = new AbortController();
    const read_inbox = () => {
      queueMicrotask(() => stop.abort());
      return officeData.mails;
    };
    const office = makeOffice({ answers: { read_inbox } });
    const result = await office.run(query, [read('a'), note('b')], { signal: stop.signal });
    expectEnd(result, 'aborted', 'cancelled');
    expect(office.canaries.of('save_note')).toEqual([]);
  });

  verifies('INV-L3', 'nor does a step that only computes: the run does not commit', async () => {
    const stop = new AbortController();
    const read_inbox = () => {
      queueMicrotask(() => stop.abort());
      return officeData.mails;
    };
    const office = makeOffice({ answers: { read_inbox } });
    const steps = [read('a'), constant('b', 1)];
    const result = await office.run(query, steps, { signal: stop.signal });
    expectEnd(result, 'aborted', 'cancelled');
    expect(eventsOf(result, 'step_started').map(({ step }) => step)).toEqual(['a']);
  });

  verifies(
    'INV-L3',
    'no effect starts after a cancel while its admission is recorded',
    async () => {
      const stop = new AbortController();
      const sink = memoryAuditSink();
      const slow: AuditSink = {
        key: sink.key,
        head: sink.head,
        async append(lines, head) {
          await Promise.resolve();
          sink.append(lines, head);
          if (lines.some((line) => line.includes('"kind":"admission"'))) stop.abort();
        },
      };
      const office = makeOffice({ audit: slow });
      const result = await office.run(query, [note('a')], { signal: stop.signal });
      expectEnd(result, 'aborted', 'cancelled');
      expect(office.canaries.calls).toEqual([]);
      expect(result.effects).toMatchObject([{ tool: 'save_note', outcome: 'withdrawn' }]);
      expect(sink.lines().join()).toContain(
        '"outcome":"withdrawn","output":null,"code":"cancelled"',
      );
      expect(eventsOf(result, 'effect_started')).toEqual([]);
    },
  );

  verifies(
    ['INV-L3', 'INV-T8'],
    'the signal reaches the running tool; a write is uncertain',
    async () => {
      const stop = new AbortController();
      const seen: boolean[] = [];
      const hangs = (_args: unknown, context: { readonly signal: AbortSignal }) => {
        context.signal.addEventListener('abort', () => seen.push(context.signal.aborted));
        queueMicrotask(() => stop.abort());
        return makeDeferred().promise;
      };
      const office = makeOffice({ answers: { save_note: hangs, read_inbox: hangs } });
      const { signal } = stop;
      expectEnd(
        await office.run(query, [note('a'), read('b')], { signal }),
        'uncertain',
        'cancelled',
      );
      expect(seen).toEqual([true]);
      expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['save_note']);
    },
  );

  verifies('INV-L3', 'a read that was cancelled is not uncertain', async () => {
    const stop = new AbortController();
    const read_inbox = () => {
      queueMicrotask(() => stop.abort());
      return makeDeferred().promise;
    };
    const office = makeOffice({ answers: { read_inbox } });
    const result = await office.run(query, [read('a')], { signal: stop.signal });
    expectEnd(result, 'aborted', 'cancelled');
    expect(result.effects).toMatchObject([{ outcome: 'failed' }]);
  });

  verifies(['INV-L3', 'INV-L4'], 'the signal reaches the running model call', async () => {
    const reasons: unknown[] = [];
    const hang: Planner['plan'] & Parser['parse'] = (_request: unknown, port) => {
      port.signal.addEventListener('abort', () => reasons.push(port.signal.reason));
      queueMicrotask(() => stop.abort());
      return makeDeferred().promise;
    };
    let stop = new AbortController();
    const office = makeOffice({ planner: { plan: hang }, parser: { parse: hang } });
    expectEnd(await office.run(query, undefined, { signal: stop.signal }), 'aborted', 'cancelled');
    stop = new AbortController();
    const steps = [constant('c', 'x'), parse('p', ref('c'), 'words'), note('n')];
    expectEnd(await office.run(query, steps, { signal: stop.signal }), 'aborted', 'cancelled');
    expect(reasons).toEqual(['cancelled', 'cancelled']);
    expect(office.canaries.calls).toEqual([]);
  });
});

describe('deadlines', () => {
  verifies(['INV-L4', 'K-23', 'K-14'], 'a model that hangs is given up on', async () => {
    for (const failure of ['hangs', 'deaf'] as const) {
      const { timer, pass, waiting } = makeManualTime();
      const office = makeOffice({
        planner: failingPlanner(failure),
        ports: { timer },
        limits: { reasonerTimeoutMs: 500 },
      });
      const running = office.run(query);
      await untilQuiet();
      pass(499);
      await untilQuiet();
      expect(waiting()).toBe(1);
      pass(1);
      expectEnd(await running, 'failed', 'reasoner_timeout');
      expect(waiting()).toBe(0);
    }
  });

  const hanging = async (answers: Record<string, () => unknown>, steps: readonly Step[]) => {
    const { timer, pass } = makeManualTime();
    const office = makeOffice({ answers, ports: { timer }, limits: { toolTimeoutMs: 300 } });
    const running = office.run(query, steps);
    await untilQuiet();
    pass(300);
    return { result: await running, office };
  };

  verifies(
    ['INV-T8', 'K-14', 'K-16'],
    'a write without an answer is uncertain and not retried',
    async () => {
      const late = makeDeferred();
      const { result, office } = await hanging({ save_note: () => late.promise }, [
        note('a'),
        note('b'),
      ]);
      expectEnd(result, 'uncertain', 'tool_timeout');
      expect(result.effects).toMatchObject([{ outcome: 'uncertain', output: null }]);
      expect(office.canaries.of('save_note')).toHaveLength(1);
      late.resolve({ id: 'x', reply: 'CANARY' });
      await untilQuiet();
      const kinds = office.lines().map((line) => (JSON.parse(line) as { kind: string }).kind);
      expect(kinds.slice(-3)).toEqual(['terminal', 'run_ended', 'late_result']);
      expect(office.lines().join()).not.toContain('CANARY');
      expect(result.trace.at(-1)).toMatchObject({ kind: 'run_errored' });
    },
  );

  verifies('K-14', 'a read without an answer fails', async () => {
    const { result } = await hanging({ read_inbox: () => makeDeferred().promise }, [read('a')]);
    expectEnd(result, 'failed', 'tool_timeout');
    expect(result.effects).toMatchObject([{ outcome: 'failed' }]);
  });
});
