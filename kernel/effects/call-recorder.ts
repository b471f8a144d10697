/**
 * Where one run's effects are recorded: audit records before and after, trace events beside them.
 * Ids and digests only. Upholds INV-T2.
 */
import type { AuditBody, Clock, TraceBody } from '../../schemas/index.js';
import { type AuditChain, appendAudit } from '../audit/chain.js';
import { EffectDenied } from '../errors.js';
import { makeDenial } from '../gate/denial.js';

export interface CallRecorder {
  readonly chain: AuditChain;
  readonly clock: Clock;
  readonly run: string;
  readonly trace: (event: TraceBody) => void;
}

/**
 * Appends an audit record that must stand before anything happens.
 * @throws EffectDenied `audit_unavailable` if the store did not take it
 */
export async function recordFirst(
  recorder: CallRecorder,
  call: string | null,
  body: AuditBody,
): Promise<void> {
  try {
    const pending = appendAudit(recorder.chain, {
      body,
      run: recorder.run,
      call,
      at: recorder.clock.now(),
    });
    if (pending !== undefined) await pending;
  } catch {
    // INV-T2: no record, no effect.
    const reason = `the audit store did not take the \`${body.kind}\` record`;
    throw new EffectDenied(makeDenial({ stage: 'admission', code: 'audit_unavailable', reason }));
  }
}

/**
 * Appends an audit record of something that already happened or was already refused; says whether
 * it was taken.
 */
export async function recordAfter(
  recorder: CallRecorder,
  call: string | null,
  body: AuditBody,
): Promise<boolean> {
  try {
    const pending = appendAudit(recorder.chain, {
      body,
      run: recorder.run,
      call,
      at: recorder.clock.now(),
    });
    if (pending !== undefined) await pending;
    return true;
  } catch {
    return false;
  }
}
