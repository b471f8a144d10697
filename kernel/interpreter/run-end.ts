/**
 * How a run ends: its status, and the record that makes durable how its effects ended. Upholds
 * INV-T24.
 */
import type { RunStatus } from '../../schemas/index.js';
import { recordAfter } from '../effects/call-recorder.js';
import { ApprovalNeeded, EffectDenied, PlanRejected, RunStopped } from '../errors.js';
import type { Tainted } from '../provenance/tainted.js';
import type { RunState } from './session.js';

/** The status of a run that an error ended. */
export function statusOf(error: unknown): RunStatus {
  if (error instanceof PlanRejected) return 'rejected';
  if (error instanceof ApprovalNeeded) return 'needs_approval';
  if (error instanceof EffectDenied) return 'blocked';
  if (!(error instanceof RunStopped)) return 'failed';
  if (error.uncertain) return 'uncertain';
  return error.code === 'cancelled' || error.code.startsWith('limit_') ? 'aborted' : 'failed';
}

/** How a run ended. */
export interface Ended {
  readonly status: RunStatus;
  readonly output: Tainted | null;
  readonly error: unknown;
}

/** Records the end; on return it is durable, and with it how every effect ended, or says not. */
export async function recordEnd({ desk, effects }: RunState, ended: Ended): Promise<Ended> {
  const { recorder } = desk;
  const data = { status: ended.status, effects: effects.length };
  const isRecorded = await recordAfter(recorder, null, { kind: 'run_ended', data });
  const hasRun = effects.some(({ outcome }) => outcome !== 'withdrawn');
  if (isRecorded || !hasRun || !recorder.chain.defers) return ended;
  // INV-T24: how the effects ended waited for this record, and nobody knows whether it is durable.
  const message = 'no durable record of how the effects ended';
  const error = new RunStopped('audit_unavailable', message, { uncertain: true });
  return { status: 'uncertain', output: null, error };
}
