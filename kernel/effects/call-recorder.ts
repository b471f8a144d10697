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
  } catch {
    return refused(body);
  }
  return pending?.catch(() => refused(body));
}

function append(
  recorder: CallRecorder,
  call: string | null,
  body: AuditBody,
): void | Promise<void> {
  const { chain, run, clock } = recorder;
  return appendAudit(chain, { body, run, call, at: clock.now() });
}

function refused(body: AuditBody): never {
  // INV-T2: no record, no effect.
  const reason = `the audit store did not take the \`${body.kind}\` record`;
  throw new EffectDenied(makeDenial({ stage: 'admission', code: 'audit_unavailable', reason }));
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
