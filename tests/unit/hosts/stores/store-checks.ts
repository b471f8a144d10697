/** What the tests of the audit stores share: records to append, and a look at what a file holds. */
import { readFileSync } from 'node:fs';
import { HostError } from '../../../../hosts/errors.js';
import { auditLines } from '../../../../hosts/stores/audit-lines.js';
import type { AuditReport } from '../../../../kernel/audit/audit-report.js';
import { type VerifyOptions, verifyAudit } from '../../../../kernel/audit/verify.js';
import type { AuditHead, AuditSink } from '../../../../schemas/index.js';
import { chainOf, runParts } from '../../kernel/audit/chains.js';

/** Appends one run of `calls` effects in one write and returns the new head. */
export async function appendRun(sink: AuditSink, run: string, calls = 1): Promise<AuditHead> {
  const { lines, heads } = chainOf(runParts(run, calls), sink.head());
  const head = heads.at(-1) ?? sink.head();
  await sink.append(lines, head);
  return head;
}

export function verifyFile(path: string, options: VerifyOptions = {}): AuditReport {
  return verifyAudit(auditLines(path), options);
}

export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

/** The code of the HostError that a body throws or rejects with; `none` if it does not. */
export async function codeOf(body: () => unknown): Promise<string> {
  try {
    await body();
    return 'none';
  } catch (error) {
    if (error instanceof HostError) return error.code;
    throw error;
  }
}
