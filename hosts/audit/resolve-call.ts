/**
 * Closes a call that may have happened: somebody looked, and says what they found. That is a record
 * like any other, written under the store's lock. Upholds INV-T33.
 */
import { existsSync } from 'node:fs';
import { AuditChain, appendAudit, verifyAudit } from '../../kernel/index.js';
import type { Clock, UnsettledCall } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { auditLinesOfStore } from '../stores/audit-lines.js';
import { openFileAudit } from '../stores/file-audit.js';

export interface Resolution {
  /** The id of the call, whole. */
  readonly call: string;
  readonly outcome: 'happened' | 'did_not';
  /** Who says so; nobody checks it. */
  readonly by: string;
}

const BY = /^[\w.@:+-]{1,128}$/;

/**
 * Records a resolution and returns the call that it closes.
 * @throws HostError `call_unknown`, `call_settled`, `audit_locked` while a process holds the store,
 * `audit_broken`, `audit_unavailable`, `usage_malformed`
 */
export async function resolveCall(
  path: string,
  { call, outcome, by }: Resolution,
  clock: Clock = { now: Date.now },
): Promise<UnsettledCall> {
  if (!BY.test(by))
    throw new HostError('usage_malformed', '`by` has 1 to 128 letters, digits or `_.@:+-`');
  // A name that was mistyped shall not begin a store.
  if (!existsSync(path))
    throw new HostError('audit_unavailable', `there is no audit file \`${path}\``);
  const file = openFileAudit(path);
  try {
    // INV-T33: looked up under the lock, so that two cannot resolve one call.
    const { unsettled } = verifyAudit(auditLinesOfStore(file.path), { mayContinue: true });
    const found = unsettled.find((entry) => entry.call === call);
    if (found === undefined) throw notOpen(file.path, call);
    const body = { kind: 'resolution', data: { outcome, by } } as const;
    await appendAudit(new AuditChain(file), { body, run: found.run, call, at: clock.now() });
    return found;
  } finally {
    await file.close();
  }
}

function notOpen(path: string, call: string): HostError {
  const isKnown = isCallId(call) && hasRecordOf(path, call);
  if (isKnown) return new HostError('call_settled', `call \`${call}\` needs no resolution`);
  return new HostError('call_unknown', 'no record admits that call');
}

function isCallId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,128}$/.test(text);
}

function hasRecordOf(path: string, call: string): boolean {
  const of = `","call":"${call}","data":{"step":`;
  for (const line of auditLinesOfStore(path))
    if (line.includes('"kind":"admission"') && line.includes(of)) return true;
  return false;
}
