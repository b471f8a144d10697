/**
 * How an effect is announced and how it ends: committed, failed, uncertain or withdrawn, in the
 * audit and in the trace, and its result as a labelled value. Codes come from here, never from the
 * tool; what a tool says when it fails is content. Upholds INV-B9, INV-P6, INV-T1, INV-T8.
 */
import type { Code, EffectOutcome, EffectRecord, Json, Label } from '../../schemas/index.js';
import { EffectDenied, RunStopped } from '../errors.js';
import { decisionOf, type EffectCall, type PolicyInForce } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import type { Verdict } from '../gate/verdict.js';
import type { OpenLedgers } from '../policy/budgets.js';
import { freeze } from '../primordials.js';
import { labelResult } from '../provenance/result-label.js';
import { mintTainted, type Tainted } from '../provenance/tainted.js';
import { type CallRecorder, recordAfter } from './call-recorder.js';
import type { Cancellation } from './cancellation.js';
import { drawFor } from './drawing.js';
import { idempotencyOf } from './idempotency.js';
import type { Settled } from './settle.js';
import { errorText, readResult, resultDigest, resultOrigin } from './tool-result.js';

export interface EndDesk {
  readonly recorder: CallRecorder;
  readonly cancellation: Cancellation;
  readonly spent: Record<string, number>;
  /** What was taken so far from the budgets of capabilities. */
  readonly drawn: OpenLedgers;
  /** Every admitted effect and what became of it, whatever becomes of the run. */
  readonly effects: EffectRecord[];
}

interface Ending {
  readonly outcome: EffectOutcome;
  readonly output: 'valid' | 'invalid' | null;
  readonly code: Code | null;
  readonly result: Json | undefined;
}

const failureCodes = freeze({
  timeout: 'tool_timeout',
  cancelled: 'cancelled',
  threw: 'tool_failed',
} as const);

/** Tells of the allow and of the start that it pays for, and charges what was released. */
export function announce(
  permit: { readonly id: string },
  call: EffectCall,
  decided: {
    readonly verdict: Verdict;
    readonly labels: Readonly<Record<string, Label>>;
    readonly policy: PolicyInForce;
  },
  desk: EndDesk,
): void {
  const { trace } = desk.recorder;
  const { id, step } = call;
  const tool = call.definition.spec.name;
  const { verdict, labels } = decided;
  const { answers } = verdict;
  trace({
    kind: 'gate_allowed',
    step,
    call: id,
    tool,
    answers,
    labels,
    permit: permit.id,
    denial: null,
  });
  // INV-R6: taken before the tool runs, in the same breath as the decision.
  drawFor(call, verdict, decided.policy, desk.drawn);
  for (const { rule, bits } of verdict.releases) desk.spent[rule] = (desk.spent[rule] ?? 0) + bits;
  // INV-T1: the permit joins the allow and the start.
  trace({ kind: 'effect_started', call: id, tool, permit: permit.id });
}

/**
 * Closes an admission that came to nothing: the tool was not called.
 * @throws the reason why, always
 */
export async function withdraw(
  call: EffectCall,
  why: EffectDenied | RunStopped,
  desk: EndDesk,
): Promise<never> {
  const { trace } = desk.recorder;
  const { code } = why;
  const tool = call.definition.spec.name;
  const labels = freeze({ decision: decisionOf(call) });
  const denial =
    why instanceof EffectDenied
      ? why.denial
      : makeDenial({ stage: 'admission', code, reason: why.message });
  const { step, id } = call;
  trace({ kind: 'gate_denied', step, call: id, tool, answers: [], labels, permit: null, denial });
  await end(call, { outcome: 'withdrawn', output: null, code, result: undefined }, desk);
  throw why;
}

/** Records a result that came after the run had given up on it; the result itself is dropped. */
export function recordLate(desk: EndDesk, call: string, settled: 'resolved' | 'rejected'): void {
  desk.cancellation.endCall(call);
  desk.recorder.trace({ kind: 'late_result', call });
  void recordAfter(desk.recorder, call, { kind: 'late_result', data: { settled } });
}

/**
 * Ends a call that ran: labels its result or stops the run. @throws RunStopped with a `tool_*` or
 * `result_*` code
 */
export async function closeCall(
  call: EffectCall,
  settled: Settled,
  desk: EndDesk,
): Promise<Tainted> {
  if (settled.kind === 'value' || settled.kind === 'threw') desk.cancellation.endCall(call.id);
  if (settled.kind !== 'value') return await failed(call, settled, desk);
  const { definition } = call;
  const read = readResult(call, settled.value);
  if (read.code !== null) {
    const isWrite = definition.spec.effect === 'write';
    await end(
      call,
      {
        outcome: isWrite ? 'committed' : 'failed',
        output: 'invalid',
        code: read.code,
        result: undefined,
      },
      desk,
    );
    throw new RunStopped(read.code, `result of \`${definition.spec.name}\`: ${read.what}`);
  }
  const pending = end(
    call,
    { outcome: 'committed', output: 'valid', code: null, result: read.value },
    desk,
  );
  if (pending !== undefined) await pending;
  return mintTainted({
    value: read.value,
    tree: labelResult(definition, read.value, resultOrigin(call)),
  });
}

async function failed(
  call: EffectCall,
  settled: Exclude<Settled, { kind: 'value' }>,
  desk: EndDesk,
): Promise<never> {
  const { spec } = call.definition;
  const changes = spec.effect === 'write' || spec.mutates;
  const code = failureCodes[settled.kind];
  // INV-B9: a write that did not answer may have happened; it is never retried.
  await end(
    call,
    { outcome: changes ? 'uncertain' : 'failed', output: null, code, result: undefined },
    desk,
  );
  const detail = settled.kind === 'threw' ? errorText(call, settled.error) : undefined;
  // INV-P6: what the tool said goes into the labelled detail, never into the message.
  throw new RunStopped(code, `tool \`${spec.name}\` in step \`${call.step}\``, {
    uncertain: changes,
    mayRetry: mayRetry(call, desk),
    ...(detail === undefined ? {} : { detail }),
  });
}

function end(call: EffectCall, ending: Ending, desk: EndDesk): void | Promise<void> {
  const { recorder, effects } = desk;
  const { outcome, output, code } = ending;
  const tool = call.definition.spec.name;
  const result =
    ending.result === undefined ? null : resultDigest(ending.result, recorder.chain.keyed);
  const isRecorded = recordAfter(recorder, call.id, {
    kind: 'terminal',
    data: { outcome, output, code, result },
  });
  effects.push(freeze({ step: call.step, call: call.id, tool, outcome, output }));
  recorder.trace({ kind: 'effect_ended', call: call.id, tool, outcome, output, code });
  const how = { uncertain: outcome !== 'withdrawn', mayRetry: mayRetry(call, desk) };
  const close = (taken: boolean): void => ended(taken, call, how);
  return typeof isRecorded === 'boolean' ? close(isRecorded) : isRecorded.then(close);
}

function mayRetry(call: EffectCall, { recorder }: EndDesk): boolean {
  return idempotencyOf(call, recorder.chain.keyed) !== null;
}

function ended(
  isRecorded: boolean,
  call: EffectCall,
  how: { readonly uncertain: boolean; readonly mayRetry: boolean },
): void {
  if (isRecorded) return;
  // INV-T8: the effect may have happened, and nothing durable says how it ended.
  const message = `no terminal record for \`${call.definition.spec.name}\``;
  throw new RunStopped('audit_unavailable', message, how);
}
