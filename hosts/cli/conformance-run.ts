/** `sluice conformance`: one trial, by requirements, vectors or one example, to its exit code. */
import { randomInt } from 'node:crypto';
import {
  conformance,
  type Finding,
  plainReport,
  requirementOf,
  servedKernel,
  serveSubject,
  signReport,
} from '../conformance/index.js';
import { HostError } from '../errors.js';
import { signerOf } from '../keys/key-file.js';
import { keepExamples } from './conformance-examples.js';
import type { ConformanceFlags } from './conformance-flags.js';
import { conformanceProgress } from './conformance-progress.js';
import { readReplay, replayFile } from './conformance-replay.js';
import { openSubject } from './conformance-subject.js';
import { conformanceTable } from './conformance-table.js';
import { countOf } from './count-option.js';
import { EXIT_INCONCLUSIVE, EXIT_NOT_CONFORMING } from './exit-codes.js';
import type { Screen } from './screen.js';

const MAX_SEED = 0x7fffffff;

/**
 * Runs the command and returns its exit code.
 * @throws HostError `usage_malformed`, `subject_unavailable`, `protocol_broken`, `key_*`,
 * `vectors_malformed`, `input_unreadable`
 */
export async function runConformance(flags: ConformanceFlags, screen: Screen): Promise<number> {
  assertFlags(flags);
  if (flags.serve === true) return serve();
  const file = flags.replay ?? flags.vectors;
  if (file !== undefined) return replayFile(readReplay(file), flags, screen);
  const only = flags.only === undefined ? undefined : idsOf(flags.only);
  const seed = flags.seed === undefined ? randomInt(1, MAX_SEED) : countOf('--seed', flags.seed);
  const runs = flags.runs === undefined ? 100 : countOf('--runs', flags.runs);
  // Before the work, not after it.
  const signer = flags.sign === undefined ? null : signerOf(flags.sign, 'report');
  const subject = await openSubject(flags.subject);
  const progress = conformanceProgress();
  try {
    const options = only === undefined ? {} : { only };
    const report = await conformance(subject, { seed, runs, ...options, progress: progress.show });
    progress.clear();
    const files = keepExamples(report, flags.out ?? '.');
    const plain = plainReport(report, files);
    if (flags.json === true)
      await screen.printJson(signer === null ? plain : signReport(plain, signer));
    else await screen.print(conformanceTable(report, plain, { command: flags.subject, screen }));
    return exitCodeOf(report.findings);
  } finally {
    progress.clear();
    await subject.close?.();
  }
}

function assertFlags({
  serve: isServed,
  json,
  sign,
  replay,
  vectors,
  only,
  subject,
}: ConformanceFlags): void {
  if (sign !== undefined && json !== true) throw usage('`--sign` signs the report of `--json`');
  if (replay !== undefined && vectors !== undefined) throw usage('`--replay` or `--vectors`');
  const isFile = replay !== undefined || vectors !== undefined;
  if (isFile && (sign !== undefined || only !== undefined))
    throw usage('`--sign` and `--only` are for requirements');
  if (isServed === true && (isFile || json === true || subject !== undefined))
    throw usage('`--serve` is the other end: it stands alone');
}

function idsOf(text: string): readonly string[] {
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.find((id) => requirementOf(id) === undefined);
  if (unknown !== undefined) throw usage(`no requirement is called \`${unknown.slice(0, 40)}\``);
  return ids;
}

function usage(message: string): HostError {
  return new HostError('usage_malformed', message);
}

async function serve(): Promise<number> {
  await serveSubject(servedKernel(), process.stdin, process.stdout);
  return 0;
}

function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some(({ result }) => result === 'fail')) return EXIT_NOT_CONFORMING;
  const isOpen = findings.some((one) => one.result === 'inconclusive' && !one.isExcused);
  return isOpen ? EXIT_INCONCLUSIVE : 0;
}
