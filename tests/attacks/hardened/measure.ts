/** Starts attacked processes, and tells what each attempt came to. */
import type { TranspiledPackage } from '../../fakes/transpiled-package.js';
import type { Outcome } from './attempt.js';
import type { Report } from './driver.js';
import { verdictOf } from './outcome.js';
import type { Observed } from './victim.js';

export type Mode = 'plain' | 'hardened';
/** Before the package is loaded, or when the kernel is built. */
export type Moment = 'first' | 'later';

const DRIVER = 'tests/attacks/hardened/driver';
const WORKERS = 2;

function parseReports(stdout: string): ReadonlyMap<string, Report> {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const reports = lines.map((line) => JSON.parse(line) as Report);
  return new Map(reports.map((report) => [report.name, report]));
}

/**
 * Measures attempts one after another in one process, which must hold out, or each in a process of
 * its own, which may not.
 */
async function reportsOf(
  copy: TranspiledPackage,
  { mode, moment, names }: { mode: Mode; moment: Moment; names: readonly string[] },
): Promise<ReadonlyMap<string, Report>> {
  const run = async (some: readonly string[]): Promise<ReadonlyMap<string, Report>> =>
    parseReports((await copy.runFile(DRIVER, [mode, moment, ...some])).stdout);
  if (moment === 'later') return run(names);
  const queue = [...names];
  const reports = new Map<string, Report>();
  const work = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      for (const [key, report] of await run([name])) reports.set(key, report);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return reports;
}

/** What nobody attacked comes to. */
export async function usualOf(copy: TranspiledPackage, mode: Mode): Promise<Observed> {
  const reports = await reportsOf(copy, { mode, moment: 'later', names: ['nothing'] });
  const observed = reports.get('nothing')?.observed;
  if (observed === null || observed === undefined) throw new Error('the victim does not run');
  return observed;
}

/** Measures one column for some attempts. */
export async function columnOf(
  copy: TranspiledPackage,
  asked: { readonly mode: Mode; readonly moment: Moment; readonly names: readonly string[] },
): Promise<Readonly<Record<string, Outcome>>> {
  const usual = await usualOf(copy, asked.mode);
  const reports = await reportsOf(copy, asked);
  return Object.fromEntries(
    asked.names.map((name) => [name, verdictOf(reports.get(name) ?? null, usual).outcome]),
  );
}
