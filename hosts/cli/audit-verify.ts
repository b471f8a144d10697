/** `sluice audit verify`: reads a chain from its file and says whether it holds, and where not. */
import { type AuditReport, type VerifyOptions, verifyAudit } from '../../kernel/index.js';
import { readCheckpoints } from '../audit/checkpoint-file.js';
import { HostError } from '../errors.js';
import { verifierOf } from '../keys/key-file.js';
import { auditLinesOfStore } from '../stores/audit-lines.js';
import { EXIT_BROKEN_CHAIN } from './exit-codes.js';
import type { Paint, Screen } from './screen.js';
import { assertFile } from './text-input.js';

export interface VerifyFlags {
  readonly expectHead?: string;
  readonly key?: readonly string[];
  readonly checkpoints?: string;
  readonly json?: true;
}

/** What a chain is held against. */
export type VerifyAgainst = Omit<VerifyFlags, 'json'>;

const HASH = /^[0-9a-f]{64}$/;

/**
 * Verifies the chain in a file, and in the older files of its store.
 * @throws HostError `input_unreadable`, `audit_unavailable`, `usage_malformed`, `key_*`
 */
export function verifyFile(path: string, against: VerifyAgainst = {}): AuditReport {
  const options = optionsOf(against);
  assertFile(path);
  return verifyAudit(auditLinesOfStore(path), { ...options, mayContinue: true });
}

function optionsOf({ expectHead, key, checkpoints }: VerifyAgainst): VerifyOptions {
  if (expectHead !== undefined && !HASH.test(expectHead)) {
    throw new HostError('usage_malformed', '`--expect-head` takes 64 lower-case hex characters');
  }
  if (checkpoints !== undefined && key === undefined)
    throw new HostError('usage_malformed', '`--checkpoints` needs the `--key` that signed them');
  return {
    ...(expectHead === undefined ? {} : { expectHead }),
    ...(key === undefined ? {} : { verifiers: key.map((file) => verifierOf(file, 'audit')) }),
    ...(checkpoints === undefined ? {} : { kept: readCheckpoints(checkpoints) }),
  };
}

/** Runs the command and returns its exit code. @throws HostError as `verifyFile` does */
export async function verifyCommand(
  path: string,
  flags: VerifyFlags,
  screen: Screen,
): Promise<number> {
  const report = verifyFile(path, flags);
  if (flags.json === true) await screen.printJson({ file: path, ...report });
  else await screen.print(`${reportLines(report, screen.paint).join('\n')}\n`);
  if (report.ok && report.records === 0)
    screen.note('no record: nothing was written yet, or all of it was cut off');
  return report.ok ? 0 : EXIT_BROKEN_CHAIN;
}

function reportLines(report: AuditReport, paint: Paint): readonly string[] {
  const { ok, records, begins, head, segments, problems, problemCount, afterExpected } = report;
  const torn = segments.filter((segment) => segment.torn !== null).length;
  const unshown = problemCount - problems.length;
  return [
    ok ? paint.green('the chain holds') : paint.red('the chain does not hold'),
    `  ${records} records, head ${head.hash}`,
    ...(begins.seq === 0 ? [] : [`  begins at record ${begins.seq}: what came before was deleted`]),
    ...(torn === 0 ? [] : [`  ${torn} torn writes, each named by the segment after it`]),
    ...(afterExpected === null ? [] : [`  ${afterExpected} records after the expected head`]),
    ...signedLines(report),
    ...report.open.map(({ run, call }) => `  admitted, but not ended: call ${call} of run ${run}`),
    ...problems.map(({ line, kind, message }) => `  line ${line}: ${kind}: ${message}`),
    ...(unshown === 0 ? [] : [`  and ${unshown} more`]),
  ];
}

function signedLines({ signed, records }: AuditReport): readonly string[] {
  if (signed === null) return [];
  const { checkpoints, kept } = signed;
  const after = Math.max(0, records - signed.records);
  return [
    `  ${checkpoints} checkpoints in the chain, ${kept} kept elsewhere, over ${signed.records} records`,
    ...(after === 0 ? [] : [`  ${after} records after the last checkpoint, which none covers`]),
  ];
}
