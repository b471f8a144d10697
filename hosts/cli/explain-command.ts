/** `sluice explain`: one run out of an audit file, as a graph in text, a page, or JSON. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { codeText } from '../error-code.js';
import { HostError } from '../errors.js';
import { explainRun } from '../explain/explain-run.js';
import { explainText } from '../explain/explain-text.js';
import type {
  ChainWord,
  ExplainedRun,
  Explanation,
  PlannedSteps,
} from '../explain/explained-run.js';
import { plannedSteps, type StoreKey } from '../explain/planned-steps.js';
import { findRun, readRun } from '../explain/run-records.js';
import { turnOfRun, turnSteps } from '../explain/turn-steps.js';
import { auditKey } from '../stores/audit-key.js';
import { readTurns } from '../turns/read-turns.js';
import { verifyFile } from './audit-verify.js';
import type { CommandParts } from './command-parts.js';
import { EXIT_BROKEN_CHAIN } from './exit-codes.js';
import type { Screen } from './screen.js';
import { readPlan } from './text-input.js';

export interface ExplainFlags {
  readonly audit: string;
  readonly html?: string;
  readonly plan?: string;
  readonly turns?: string;
  readonly json?: true;
}

const EXPLAIN_HELP = `
RUN is the id of a run, a beginning of it that no other run has, or \`last\`. \`sluice audit show\` lists
them.

It shows the calls in order: who wrote and who chose each argument, what every stage answered, what
was released, asked and ruled, how each call ended, and of a refused one the flow that was refused.
The records hold no value, so nor does this. With \`--plan\` it shows the steps between too and holds
the plan against the records, by the key beside the audit file; with \`--turns\` the steps of the turn
that the run was.

Exit codes: 0 shown, 2 shown, but the chain does not hold: what it tells may be forged; 1 it could not
be shown.

Examples:
  sluice explain last --audit audit.jsonl
  sluice explain 9f0c --audit audit.jsonl --plan plan.json --html run.html`;

/** Adds the command to the command line. */
export function addExplain(program: Command, { screen, done }: CommandParts): void {
  program
    .command('explain')
    .description('show one run as a graph: labels, decisions, and the flow that was refused')
    .argument('<RUN>', 'the id of a run, an unambiguous beginning of it, or `last`')
    .requiredOption('--audit <FILE>', 'the audit file that the run is in')
    .option('--html <OUT>', 'write one page to a new file; it runs nothing and loads nothing')
    .option('--plan <FILE>', 'the plan that ran (JSON)')
    .option('--turns <FOLDER>', 'the log of turns, for a run that was a turn')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', EXPLAIN_HELP)
    .action(async (run: string, flags: ExplainFlags) =>
      done(await explainCommand(run, flags, screen)),
    );
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError `run_unknown`, `output_unwritable`, `input_unreadable`, `audit_unavailable`,
 * `usage_malformed`, `plan_malformed`, `turns_unavailable`, `turn_unknown`, `json_*`
 */
export async function explainCommand(
  name: string,
  flags: ExplainFlags,
  screen: Screen,
): Promise<number> {
  const explanation = explanationOf(name, flags);
  if (flags.html !== undefined) {
    const { explainPage } = await import('../explain/explain-page.js');
    writePage(flags.html, explainPage(explanation));
  }
  const { ok } = explanation.chain;
  if (flags.json === true) await screen.printJson(explanation);
  else if (flags.html === undefined) await screen.print(explainText(explanation, screen.paint));
  else await screen.print(`wrote ${flags.html}\n`);
  if (!ok) screen.note('the chain does not hold: `sluice audit verify` says where');
  return ok ? 0 : EXIT_BROKEN_CHAIN;
}

/**
 * Explains a run as the command does.
 * @throws HostError as `explainCommand` does, but for `output_unwritable`
 */
export function explanationOf(name: string, flags: ExplainFlags): Explanation {
  const { audit } = flags;
  const chain = chainOf(audit);
  const run = explainRun(readRun(audit, findRun(audit, name)));
  return { chain, run, planned: plannedOf(run, flags) };
}

const MAX_PROBLEMS = 5;

function chainOf(path: string): ChainWord {
  const { ok, problemCount, problems } = verifyFile(path);
  const told = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ line, kind, message }) => `line ${line}: ${kind}: ${message}`);
  return { ok, problemCount, problems: told };
}

function plannedOf(run: ExplainedRun, { audit, plan, turns }: ExplainFlags): PlannedSteps | null {
  if (plan !== undefined && turns !== undefined)
    throw new HostError('usage_malformed', 'name `--plan` or `--turns`, not both');
  if (plan !== undefined) return plannedSteps(readPlan(plan), run, keyOf(audit));
  if (turns === undefined) return null;
  const turn = turnOfRun(readTurns(turns).turns, run.run);
  if (turn === null) throw new HostError('turn_unknown', 'no turn of the log was this run');
  return turnSteps(turn);
}

function keyOf(audit: string): StoreKey {
  try {
    return { key: auditKey(`${audit}.key`, false) };
  } catch (error) {
    if (error instanceof HostError) return { why: `no key of its digests: ${error.message}` };
    throw error;
  }
}

/** A page never takes the place of a file: it could be the audit itself. */
function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const code = codeText(cause);
    const why = code === 'EEXIST' ? 'it is there already' : code;
    throw new HostError('output_unwritable', `cannot write \`${path}\`: ${why}`, { cause });
  }
}
