import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation, type Situation } from '../../hosts/conformance/scene/situation.js';
import { memoryAuditSink } from '../../hosts/index.js';
import { declassify } from '../../kernel/index.js';
import type { AuditRecord, AuditSink, Plan, Step, TraceEvent } from '../../schemas/index.js';
import { failing } from './failing-tools.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 4,
  failing: 4,
  rules: 0,
  parallel: 85,
  care: 90,
  steps: 9,
});

/** One key for all runs, so that their digests can be compared. */
function keyedSink(): AuditSink & { readonly lines: () => readonly string[] } {
  return { ...memoryAuditSink(), key: 'ab'.repeat(32) };
}

function sequential(plan: Plan): Plan {
  const steps = plan.steps.map((step): Step => {
    if (step.kind !== 'tool' && step.kind !== 'q_parse') return step;
    const { parallel: _, ...rest } = step;
    return rest;
  });
  return { ...plan, steps };
}

/** Ids of calls without the run's own part. */
function plainCall(call: string): string {
  return call.split('.').slice(1).join('.');
}

/** The events of each step in their order, without what differs from run to run. */
function byStep(events: readonly TraceEvent[]): ReadonlyMap<string, readonly string[]> {
  const steps = new Map<string, string[]>();
  const names = new Map<string, string>();
  for (const { seq: _, run, ...event } of events) {
    const call = 'call' in event ? plainCall(event.call) : '';
    if ('step' in event && call !== '') names.set(call, event.step);
    const step = 'step' in event ? event.step : (names.get(call) ?? '');
    if (step === '') continue;
    const text = JSON.stringify(event).replaceAll(run, 'run');
    steps.set(step, [...(steps.get(step) ?? []), text]);
  }
  return steps;
}

/** The audit records of each call. */
function byCall(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const calls = new Map<string, string[]>();
  for (const line of lines) {
    const { call, kind, data } = JSON.parse(line) as AuditRecord;
    if (call === null) continue;
    const key = plainCall(call);
    calls.set(key, [...(calls.get(key) ?? []), JSON.stringify({ kind, data })]);
  }
  return calls;
}

function outcome({ result }: Played): unknown {
  const { status, output, problem } = result;
  const value = output === null ? null : declassify(output, { reason: 'the test compares it' });
  return { status, value, label: output?.label, problem, effects: result.effects.length };
}

async function both(situation: Situation): Promise<readonly [Played, Played, string[][]]> {
  const sinks = [keyedSink(), keyedSink()] as const;
  const stage = setStage(situation);
  const play = (plan: Plan, sink: AuditSink): Promise<Played> =>
    stage.play({ salt: 3 }, { change: { plan }, act: failing, config: { audit: sink } });
  const one = await play(situation.plan, sinks[0]);
  const other = await play(sequential(situation.plan), sinks[1]);
  return [one, other, sinks.map((sink) => [...sink.lines()])];
}

describe('steps marked as parallel', () => {
  seeded(
    'end as they do one after another: same values, same labels, same records of each step',
    fc.asyncProperty(situations, async (situation) => {
      const [group, single, [groupLines = [], singleLines = []]] = await both(situation);
      const { status } = single.result;
      expect(group.result.status).toBe(status);
      expect(group.result.problem).toEqual(single.result.problem);
      const steps = byStep(group.result.trace);
      for (const [step, events] of byStep(single.result.trace)) {
        expect([step, steps.get(step)]).toEqual([step, events]);
      }
      const calls = byCall(groupLines);
      for (const [call, records] of byCall(singleLines)) {
        expect([call, calls.get(call)]).toEqual([call, records]);
      }
      if (status === 'committed') expect(outcome(group)).toEqual(outcome(single));
    }),
    { claims: 'INV-L5' },
  );
});
