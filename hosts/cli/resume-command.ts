/** `sluice resume`: takes up a stored run on the kernel of a host module, once. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { openTerminal } from '../approvals/terminal.js';
import { HostError } from '../errors.js';
import { openSuspensions, suspensionOf } from '../suspended/suspension-folder.js';
import { exitCodes } from './exit-codes.js';
import { type HostFlags, runOnHost } from './host-run.js';
import { takeSignals } from './interruption.js';
import type { ProgramParts } from './program-parts.js';
import { reportData, reportText } from './run-report.js';

export interface ResumeFlags extends HostFlags {
  readonly json?: true;
}

const HELP = `
FILE is what \`sluice run --suspend FOLDER\` printed. The run goes on with the question at which it
stopped, asked anew: by \`--ask\`, by \`--approvals\`, or by an approver of the host module. Whoever is
asked has two minutes. A later question stores it again, in the same folder. It is taken up once: a
refusal, and a question that nobody answered, end it.

Exit codes: as \`sluice run\`; 1 too where it could not be taken up.

Examples:
  sluice run mail.host.mjs --query 'Mail the budget to boss@example.com' \\
    --audit audit.jsonl --suspend waiting
  sluice resume waiting/ID.suspended mail.host.mjs --audit audit.jsonl --ask`;

/** Adds `resume`. */
export function addResume(program: Command, parts: ProgramParts): void {
  program
    .command('resume')
    .description('take up a run that was stored while it needed a ruling')
    .argument('<FILE>', 'the stored run')
    .argument('<HOST>', 'the host module that ran it')
    .option('--audit <FILE>', 'the audit file that has its records')
    .option('--approvals <STORE>', 'list what needs a ruling there, for `sluice approvals`')
    .option('--ask', 'ask on this terminal')
    .option('--sign <KEY>', 'sign checkpoints among the records with this private key')
    .option('--checkpoints <FILE>', 'keep the checkpoints in this file too')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', HELP)
    .action(async (file: string, host: string, flags: ResumeFlags) => {
      parts.done(await resumeCommand({ file, host }, flags, parts));
    });
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError or KernelFault for whatever keeps the run from being taken up
 */
export async function resumeCommand(
  { file, host }: { readonly file: string; readonly host: string },
  flags: ResumeFlags,
  { screen, progress }: Pick<ProgramParts, 'screen' | 'progress'>,
): Promise<number> {
  const isJson = flags.json === true;
  if (isJson) screen.keepStdout();
  const { folder: at, id } = suspensionOf(file);
  if (!existsSync(at)) throw new HostError('suspension_unknown', `\`${file}\` does not exist`);
  // It is taken up once: a question that nobody could see would be the end of it.
  if (flags.ask === true && flags.approvals === undefined) openTerminal({ output: process.stderr });
  const folder = openSuspensions(at);
  const signal = takeSignals(screen, progress, isJson);
  const finished = await runOnHost(host, { flags, screen, progress, folder }, (kernel) => {
    progress.runs();
    return kernel.resume(folder, id, { signal });
  });
  if (isJson) await screen.printJson(reportData(finished));
  else await screen.print(reportText(finished, screen.paint));
  return exitCodes[finished.result.status];
}
