/** `sluice audit verify`: reads a chain from its file and says whether it holds, and where not. */
import { type AuditReport, verifyAudit } from '../../kernel/index.js';
import { HostError } from '../errors.js';
import { auditLines } from '../stores/audit-lines.js';
import { EXIT_BROKEN_CHAIN } from './exit-codes.js';
import type { Paint, Screen } from './screen.js';
import { assertFile } from './text-input.js';

export interface VerifyFlags {
  readonly expectHead?: string;
  readonly json?: true;
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * Verifies the chain in a file.
 * @throws HostError `input_unreadable`, `audit_unavailable`, `usage_malformed`
 */
export function verifyFile(path: string, expectHead?: string): AuditReport {
  if (expectHead !== undefined && !HASH.test(expectHead)) {
    throw new HostError('usage_malformed', '`--expect-head` takes 64 lower-case hex characters');
  }
  assertFile(path);
  return verifyAudit(auditLines(path), expectHead === undefined ? {} : { expectHead });
}

/** Runs the command and returns its exit code. @throws HostError as `verifyFile` does */
export async function verifyCommand(
  path: string,
  flags: VerifyFlags,
  screen: Screen,
): Promise<number> {
  const report = verifyFile(path, flags.expectHead);
  if (flags.json === true) await screen.printJson({ file: path, ...report });
  else await screen.print(`${reportLines(report, screen.paint).join('\n')}\n`);
  if (report.ok && report.records === 0)
    screen.note('no record: nothing was written yet, or all of it was cut off');
  return report.ok ? 0 : EXIT_BROKEN_CHAIN;
}

function reportLines(report: AuditReport, paint: Paint): readonly string[] {
  const { ok, records, head, segments, problems, problemCount, open, afterExpected } = report;
  const torn = segments.filter((segment) => segment.torn !== null).length;
  const unshown = problemCount - problems.length;
  return [
    ok ? paint.green('the chain holds') : paint.red('the chain does not hold'),
    `  ${records} records, head ${head.hash}`,
    ...(torn === 0 ? [] : [`  ${torn} torn writes, each named by the segment after it`]),
    ...(afterExpected === null ? [] : [`  ${afterExpected} records after the expected head`]),
    ...open.map(({ run, call }) => `  admitted, but not ended: call ${call} of run ${run}`),
    ...problems.map(({ line, kind, message }) => `  line ${line}: ${kind}: ${message}`),
    ...(unshown === 0 ? [] : [`  and ${unshown} more`]),
  ];
}
