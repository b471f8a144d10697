/** The command line of `sluice`: commands, options, help. What they do is elsewhere. */
import { createRequire } from 'node:module';
import { Command } from 'commander';
import { type ShowFlags, showCommand } from './audit-show.js';
import { type VerifyFlags, verifyCommand } from './audit-verify.js';
import { addCheck } from './check-command.js';
import type { CommandParts } from './command-parts.js';
import { addHonesty } from './honesty-command.js';
import { addPolicy } from './policy-command.js';
import { addProbe } from './probe-command.js';
import type { Progress } from './progress.js';
import { type RunFlags, runCommand } from './run-command.js';
import { addVaglio } from './vaglio-command.js';

const RUN_HELP = `
HOST is a module whose default export is a configuration of createKernel, or a function, async or
not, that returns one. It imports \`sluice\` by name, from its own folder.

Exit codes:
  0  committed       3  needs_approval   5  uncertain: a write may have happened
  2  blocked         4  rejected         1  aborted, failed, or the run could not start

Examples:
  sluice run mail.host.mjs --query 'Mail the budget to boss@example.com' --audit audit.jsonl
  sluice run mail.host.mjs --query 'What is due today?' --facts '{"today": "2026-03-04"}' --json
  sluice run mail.host.mjs --query 'Read my mail' --plan plan.json`;

const VERIFY_HELP = `
Without \`--expect-head\` it finds what was edited, dropped or moved inside the chain; records cut
off at its end, or a chain written anew, only with the hash of a record that was kept elsewhere.

A file without a record holds, and so does one whose every record was cut off.

Exit codes: 0 the chain holds, 2 it does not, 1 the file could not be read.`;

const SHOW_HELP = `
Exit codes: 0, or 2 if the chain does not hold (its lines are shown all the same), 1 if the file
could not be read or no record is of the run that was asked for.`;

function version(): string {
  const own = createRequire(import.meta.url)('sluice/package.json') as { readonly version: string };
  return own.version;
}

export interface ProgramParts extends CommandParts {
  readonly progress: Progress;
}

/** Builds the command line. It throws a CommanderError instead of leaving the process. */
export function makeProgram({ screen, progress, done }: ProgramParts): Command {
  const program = new Command('sluice')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .description('Runs queries through a kernel that lets no effect go round its Gate.')
    .version(version());
  program
    .command('run')
    .description('run one query through the kernel of a host module')
    .argument('<HOST>', 'the host module, such as mail.host.mjs')
    .requiredOption('--query <TEXT>', "the user's own words: they are trusted")
    .option('--plan <FILE>', 'follow this plan (JSON) instead of asking the planner')
    .option('--facts <JSON>', 'values that the host vouches for, by name')
    .option('--audit <FILE>', 'keep the audit records in this file; its folder is made, no more')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', RUN_HELP)
    .action(async (host: string, flags: RunFlags) =>
      done(await runCommand(host, flags, { screen, progress })),
    );
  addVaglio(program, { screen, done });
  addProbe(program, { screen, done });
  addPolicy(program, { screen, done });
  addCheck(program, { screen, done });
  addHonesty(program, { screen, done });
  const audit = program.command('audit').description('look at an audit file');
  audit
    .command('verify')
    .description('say whether the chain of records holds, and where it does not')
    .argument('<FILE>', 'the audit file')
    .option('--expect-head <HASH>', 'the hash of a record that the chain must hold')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', VERIFY_HELP)
    .action(async (file: string, flags: VerifyFlags) =>
      done(await verifyCommand(file, flags, screen)),
    );
  audit
    .command('show')
    .description('show the records, one a line')
    .argument('<FILE>', 'the audit file')
    .option('--run <ID>', 'only records of this run; the beginning of its id is enough')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', SHOW_HELP)
    .action(async (file: string, flags: ShowFlags) => done(await showCommand(file, flags, screen)));
  return program;
}
