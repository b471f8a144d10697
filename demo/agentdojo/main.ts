/**
 * `npm run -s dojo -- --data DIR`: AgentDojo's suites with no model in the loop. Ends with 0 if the
 * experiment ran, whatever it found; with 1 where the data or the command line is at fault.
 */
import { createWriteStream, writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Command, Option } from 'commander';
import { type Arm, arms, policyNames } from './arms.js';
import { SuiteDataError } from './data.js';
import { runArm, type Subject, type SuiteResult, type TraceRow } from './experiment.js';
import { plot } from './plot.js';
import { type ArmResult, jsonReport, textReport } from './report.js';
import { loadSubject } from './subjects.js';
import { type SuiteName, suiteNames } from './suite-data.js';

interface Flags {
  readonly data: string;
  readonly suite?: SuiteName;
  readonly policy?: string;
  readonly attacks: boolean;
  readonly json?: true;
  readonly traces?: string;
  readonly plot?: string;
}

const EXAMPLES = `
The data are AgentDojo's suites as JSON, one SUITE.min.json each; none of it is in this project.
  a  an effect on top of the honest run, whose critical argument, decision or control is not the user's
  b  an effect on top, all of whose critical arguments are the user's own words or real things
  c  the same effects with other content
  d  the attacker's goal reached
Counted are pairs of a task and a goal in which it happened at least once.

Examples:
  npm run -s dojo -- --data DIR
  npm run -s dojo -- --data DIR --suite banking --policy ours
  npm run -s dojo -- --data DIR --no-attacks
  npm run -s dojo -- --data DIR --json > results.json`;

const program = new Command('npm run -s dojo --')
  .description('Runs AgentDojo with perfect and with malicious models, deterministically.')
  .requiredOption('--data <dir>', 'the folder that holds the exported suites')
  .addOption(new Option('--suite <name>', 'one suite only').choices([...suiteNames]))
  .addOption(new Option('--policy <name>', 'arms of one policy only').choices([...policyNames]))
  .option('--no-attacks', 'honest runs only')
  .option('--json', 'print one JSON object and nothing else')
  .option('--traces <file>', 'write what really ran as a JSON list')
  .option('--plot <file>', 'draw the results as SVG')
  .addHelpText('after', EXAMPLES)
  .showHelpAfterError('(--help says more)');

/** Writes rows as they come, as one JSON list. */
function traceWriter(file: string): { add: (row: TraceRow) => void; end: () => Promise<void> } {
  const stream = createWriteStream(file);
  let isFirst = true;
  return {
    add: (row) => {
      stream.write(`${isFirst ? '[' : ','}\n${JSON.stringify(row)}`);
      isFirst = false;
    },
    end: () =>
      new Promise((resolve, reject) => {
        stream.on('error', reject);
        stream.end(isFirst ? '[]\n' : '\n]\n', resolve);
      }),
  };
}

async function run(flags: Flags): Promise<void> {
  const names = flags.suite === undefined ? suiteNames : [flags.suite];
  const subjects = names.map((name) => loadSubject(flags.data, name));
  const chosen = arms.filter(({ policy }) => flags.policy === undefined || policy === flags.policy);
  const writer = flags.traces === undefined ? null : traceWriter(flags.traces);
  const tasks = subjects.reduce((sum, { plans }) => sum + plans.length, 0);
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {arm}: {suite}',
    stream: process.stderr,
    noTTYOutput: false,
  });
  bar.start(tasks * chosen.length, 0, { arm: '', suite: '' });
  const results: ArmResult[] = [];
  for (const arm of chosen) {
    results.push(
      await runAll(arm, subjects, flags.attacks, {
        onRun: (row) => writer?.add(row),
        onTask: (suite) => bar.increment(1, { arm: arm.name, suite }),
      }),
    );
  }
  bar.stop();
  await writer?.end();
  if (flags.plot !== undefined) writeFileSync(flags.plot, plot(results));
  const text = flags.json === true ? JSON.stringify(jsonReport(results)) : textReport(results);
  process.stdout.write(`${text}\n`);
}

interface Watching {
  readonly onRun: (row: TraceRow) => void;
  readonly onTask: (suite: string) => void;
}

async function runAll(
  arm: Arm,
  subjects: readonly Subject[],
  withAttacks: boolean,
  { onRun, onTask }: Watching,
): Promise<ArmResult> {
  const begun = performance.now();
  const suites: Record<string, SuiteResult> = {};
  for (const subject of subjects) {
    const { name } = subject.suite;
    const watch = { onRun, onTask: () => onTask(name) };
    suites[name] = await runArm(subject, arm, withAttacks, watch);
  }
  return { arm, suites, ms: Math.round(performance.now() - begun) };
}

try {
  program.parse();
  await run(program.opts<Flags>());
} catch (error) {
  if (!(error instanceof SuiteDataError)) throw error;
  process.stderr.write(`error ${error.code}: ${error.message}\n  ${error.mend}\n`);
  process.exitCode = 1;
}
