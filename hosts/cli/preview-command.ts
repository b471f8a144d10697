/** `sluice preview`: what a plan can cause, and what the Gate would say of it, before it runs. */
import type { Command } from 'commander';
import type { PreviewOptions } from '../kernel-config.js';
import { isCertainlyDenied, previewText } from '../preview-text.js';
import type { CommandParts } from './command-parts.js';
import { exitCodes } from './exit-codes.js';
import { kernelOf, loadHost } from './host-module.js';
import type { Screen } from './screen.js';
import { parseFacts, readPlan } from './text-input.js';

interface PreviewFlags {
  readonly query: string;
  readonly plan: string;
  readonly facts?: string;
  readonly json?: true;
}

const PREVIEW_HELP = `
Runs no tool, asks no model and nobody else, and writes no record; the module of the host is loaded.
\`allow\`, \`asks\` and \`deny\` are certain as long as policy, budgets and files stay as they are;
\`depends\` names the stages that look at what only the run can tell.

Exit codes: 0 nothing is denied for certain, 2 something is, 1 the plan is none or a file could not
be read.

Example:
  sluice preview mail.host.mjs --query 'Mail "hello" to bob@example.org' --plan plan.json`;

/** Adds the command to the command line. */
export function addPreview(program: Command, { screen, done }: CommandParts): void {
  program
    .command('preview')
    .description('say what a plan can cause, before it runs')
    .argument('<HOST>', 'the host module, such as mail.host.mjs')
    .requiredOption('--query <TEXT>', "the user's own words: they are trusted")
    .requiredOption('--plan <FILE>', 'the plan (JSON)')
    .option('--facts <JSON>', 'values that the host vouches for, by name')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', PREVIEW_HELP)
    .action(async (host: string, flags: PreviewFlags) =>
      done(await previewCommand(host, flags, screen)),
    );
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError, KernelFault or PlanRejected for whatever keeps a plan from being previewed
 */
async function previewCommand(host: string, flags: PreviewFlags, screen: Screen): Promise<number> {
  const isJson = flags.json === true;
  if (isJson) screen.keepStdout();
  // What can be refused without any code of the host comes first.
  const options: PreviewOptions = {
    plan: readPlan(flags.plan),
    ...(flags.facts === undefined ? {} : { facts: parseFacts(flags.facts) }),
  };
  const preview = kernelOf(host, await loadHost(host)).preview(flags.query, options);
  if (isJson) await screen.printJson(preview);
  else await screen.print(previewText(preview, screen.paint));
  return isCertainlyDenied(preview) ? exitCodes.blocked : exitCodes.committed;
}
