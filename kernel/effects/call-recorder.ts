/**
 * Where one run's effects are recorded: audit records before and after, trace events beside them.
 * Ids and digests only. Upholds INV-T2.
 */
import type { AuditBody, AuditKind, AuditRefusal, Clock, TraceBody } from '../../schemas/index.js';
import { type AuditChain, appendAudit } from '../audit/chain.js';
import { EffectDenied } from '../errors.js';
import { makeDenial } from '../gate/denial.js';
import { freeze } from '../primordials.js';

export interface CallRecorder {
  readonly chain: AuditChain;
  readonly clock: Clock;
  readonly run: string;
  readonly trace: (event: TraceBody) => void;
}

/**
 * Records that may become durable with a later one: before an effect that is its admission, at last
 * the end of the run.
 */
const mayWait: Readonly<Partial<Record<AuditKind, true>>> = freeze({
  run_started: true,
  plan_verified: true,
  release: true,
  denial: true,
  terminal: true,
});

/** What is told of a store that says why. */
const reasons: Readonly<Record<AuditRefusal, string>> = freeze({
  full: ': it is full; delete old audit files, free the disk or raise its quota',
  unwritable: ': it cannot be written; look at its disk, owner and mode, then open it again',
});

/**
 * Appends an audit record that must stand before anything happens; a promise only if the store is
 * asynchronous.
 * @throws EffectDenied `audit_unavailable` if the store did not take it
 */
export function recordFirst(
  recorder: CallRecorder,
  call: string | null,
  body: AuditBody,
): void | Promise<void> {
  let pending: void | Promise<void>;
  try {
    pending = append(recorder, call, body);
  } catch (error) {
    return refused(body, error);
  }
  return pending?.catch((error: unknown) => refused(body, error));
}

function append(
  recorder: CallRecorder,
  call: string | null,
  body: AuditBody,
): void | Promise<void> {
  const { chain, run, clock } = recorder;
  const at = clock.now();
  // INV-T23: neither the admission nor the end of a run waits.
  const waits = mayWait[body.kind] === true;
  return appendAudit(chain, { body, run, call, at, mayWait: waits });
}

function refused(body: AuditBody, error: unknown): never {
  // INV-T2: no record, no effect.
  const reason = `the audit store did not take the \`${body.kind}\` record${whyOf(error)}`;
  throw new EffectDenied(makeDenial({ stage: 'admission', code: 'audit_unavailable', reason }));
}

function whyOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('refusal' in error)) return '';
  const { refusal } = error;
  // INV-T25: of what a store throws, only one of two words is read.
  return refusal === 'full' || refusal === 'unwritable' ? reasons[refusal] : '';
}

/**
 * Appends an audit record of something that already happened or was already refused; says whether
 * it was taken, by a promise only if the store is asynchronous.
 */
export function recordAfter(
  recorder: CallRecorder,
  call: string | null,
  body: AuditBody,
): boolean | Promise<boolean> {
  try {
    const pending = append(recorder, call, body);
    return pending === undefined
      ? true
      : pending.then(
          () => true,
          () => false,
        );
  } catch {
    return false;
  }
}
