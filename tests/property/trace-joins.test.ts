import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation } from '../../hosts/conformance/scene/situation.js';
import { verifyAudit } from '../../kernel/index.js';
import type { AuditRecord, TraceEvent } from '../../schemas/index.js';
import { setStage } from './play.js';
import { anyTrouble, playRoughly, type RoughRun } from './rough-run.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 4,
  failing: 12,
  rules: 3,
  parallel: 40,
  care: 90,
  steps: 7,
});

type Kind = TraceEvent['kind'];
type Having<E, K> = E extends { readonly kind: infer Kinds }
  ? K extends Kinds
    ? E
    : never
  : never;
type Of<K extends Kind> = Having<TraceEvent, K>;

function events<K extends Kind>(run: RoughRun, kind: K): readonly Of<K>[] {
  return run.result.trace.filter(
    (event) => event.kind === kind,
  ) as readonly TraceEvent[] as readonly Of<K>[];
}

function records(lines: readonly string[]): readonly AuditRecord[] {
  return lines.map((line) => JSON.parse(line) as AuditRecord);
}

function callsOf(lines: readonly string[], kind: AuditRecord['kind']): readonly (string | null)[] {
  return records(lines)
    .filter((record) => record.kind === kind)
    .map(({ call }) => call);
}

function property(check: (run: RoughRun) => void): Parameters<typeof seeded>[1] {
  return fc.asyncProperty(situations, anyTrouble, async (situation, trouble) => {
    check(await playRoughly(setStage(situation), { salt: 5 }, trouble));
  });
}

/** What each run must show, whatever went wrong on it. */
function checkTrace(run: RoughRun): void {
  const allowed = events(run, 'gate_allowed');
  const started = events(run, 'effect_started');
  const ended = events(run, 'effect_ended');
  const { trace, effects } = run.result;
  expect(trace.map(({ seq }) => seq)).toEqual(trace.map((_, i) => i));
  expect(allowed.map(({ permit, call }) => [permit, call])).toEqual(
    started.map(({ permit, call }) => [permit, call]),
  );
  expect(new Set(started.map(({ permit }) => permit)).size).toBe(started.length);
  expect(started.map(({ tool }) => tool)).toEqual(run.calls.map(({ sketch }) => sketch.spec.name));
  for (const { call, permit, seq } of started) {
    const allows = allowed.filter((event) => event.permit === permit);
    const ends = ended.filter((event) => event.call === call);
    expect([call, allows.length, ends.length]).toEqual([call, 1, 1]);
    expect(allows.every((event) => event.seq < seq)).toBe(true);
    expect(ends.every((event) => event.seq > seq)).toBe(true);
  }
  expect(ended.map(({ call, outcome, output }) => ({ call, outcome, output }))).toEqual(
    effects.map(({ call, outcome, output }) => ({ call, outcome, output })),
  );
  const unstarted = ended.filter(({ call }) => !started.some((event) => event.call === call));
  expect(unstarted.every(({ outcome }) => outcome === 'withdrawn')).toBe(true);
}

function checkRecords(run: RoughRun): void {
  for (const { call, lines } of run.starts) {
    expect([call, callsOf(lines, 'admission').filter((other) => other === call).length]).toEqual([
      call,
      1,
    ]);
  }
  const admitted = callsOf(run.written, 'admission');
  const terminal = callsOf(run.written, 'terminal');
  expect(new Set(admitted).size).toBe(admitted.length);
  expect(new Set(terminal).size).toBe(terminal.length);
  expect(terminal.filter((call) => !admitted.includes(call))).toEqual([]);
  const open = admitted.filter((call) => !terminal.includes(call));
  if (open.length > 0) expect(['uncertain', 'failed', 'blocked']).toContain(run.result.status);
  const isOpenEffect = open.some((call) => run.starts.some((start) => start.call === call));
  if (isOpenEffect) expect(run.result.status).toBe('uncertain');
}

/** Nothing that was taken is out of order, and a release is on record before its effect. */
function checkChain(run: RoughRun): void {
  expect(verifyAudit(run.written).problems).toEqual([]);
  for (const { call, seq } of events(run, 'effect_started')) {
    const before = run.starts.find((start) => start.call === call)?.lines ?? [];
    const released = events(run, 'released').filter((event) => event.call === call);
    expect(released.every((event) => event.seq < seq)).toBe(true);
    const records = callsOf(before, 'release').filter((other) => other === call);
    expect([call, records.length]).toEqual([call, released.length]);
  }
}

function checkUncertain({ result: { trace, status } }: RoughRun): void {
  const at = trace.findIndex(
    (event) => event.kind === 'effect_ended' && event.outcome === 'uncertain',
  );
  if (at === -1) return;
  expect(status).toBe('uncertain');
  const later = trace.slice(at + 1).filter(({ kind }) => kind === 'effect_started');
  expect(later).toEqual([]);
}

describe('whatever goes wrong', () => {
  seeded(
    'each effect has the one allow that paid for it and one end; none follows an uncertain one',
    property((run) => {
      checkTrace(run);
      checkUncertain(run);
    }),
    { claims: ['INV-T1', 'INV-T7', 'INV-B3', 'INV-B9'] },
  );

  seeded(
    'each effect was admitted before it began, and its end is on record or the run is uncertain',
    property((run) => {
      checkRecords(run);
      checkChain(run);
    }),
    { claims: ['INV-T2', 'INV-T3', 'INV-T5', 'INV-T6', 'INV-T8'] },
  );
});
