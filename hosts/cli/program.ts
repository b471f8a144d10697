/** The command line of `sluice`: commands, options, help. What they do is elsewhere. */
import { createRequire } from 'node:module';
import { Command } from 'commander';
import type { ProgramParts } from './program-parts.js';
import type { RunFlags } from './run-command.js';

const RUN_HELP = `
HOST is a module whose default export is a configuration of createKernel, or a function, async or
not, that returns one. It imports \`sluice\` by name, from its own folder.

Exit codes:
  0  committed       3  needs_approval   5  uncertain: a write may have happened
  2  blocked         4  rejected         1  aborted, failed, or the run could not start

Examples:
  sluice run mail.host.mjs --query 'Mail the budget to boss@example.com' --audit audit.jsonl
  sluice run mail.host.mjs --query 'What is due today?' --facts '{"today": "2026-03-04"}' --json
  sluice run mail.host.mjs --query 'Read my mail' --plan plan.json
  sluice run mail.host.mjs --query 'Tidy my folder' --approvals approvals.db --ask`;

function version(): string {
  const own = createRequire(import.meta.url)('sluice/package.json') as { readonly version: string };
  return own.version;
}

type AddCommand = (program: Command, parts: ProgramParts) => void;

/** The commands beside `run`, in the order of the help. Each loads its own code and no other's. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  resume: async () => (await import('./resume-command.js')).addResume,
  approvals: async () => (await import('./approvals-command.js')).addApprovals,
  vaglio: async () => (await import('./vaglio-command.js')).addVaglio,
  probe: async () => (await import('./probe-command.js')).addProbe,
  policy: async () => (await import('./policy-command.js')).addPolicy,
  preview: async () => (await import('./preview-command.js')).addPreview,
  check: async () => (await import('./check-command.js')).addCheck,
  honesty: async () => (await import('./honesty-command.js')).addHonesty,
  audit: async () => (await import('./audit-command.js')).addAudit,
  explain: async () => (await import('./explain-command.js')).addExplain,
  turn: async () => (await import('./turn-command.js')).addTurn,
  turns: async () => (await import('./turns-command.js')).addTurns,
  keygen: async () => (await import('./keygen-command.js')).addKeygen,
  sign: async () => (await import('./sign-command.js')).addSign,
  catalog: async () => (await import('./catalog-command.js')).addCatalog,
  gateway: async () => (await import('./gateway-command.js')).addGateway,
  observe: async () => (await import('./observe-command.js')).addObserve,
  report: async () => (await import('./report-command.js')).addReport,
  doctor: async () => (await import('./doctor-command.js')).addDoctor,
  init: async () => (await import('./init-command.js')).addInit,
  conformance: async () => (await import('./conformance-command.js')).addConformance,
};

/**
 * Builds the command line: with the one command that the first word asks for, or with all of them
 * where it names none. It throws a CommanderError instead of leaving the process.
 */
export async function makeProgram(
  first: string | undefined,
  parts: ProgramParts,
): Promise<Command> {
  const program = new Command('sluice')
    .exitOverride()
    // A command and one below it may have options of the same name.
    .enablePositionalOptions()
    .configureOutput({ outputError: () => undefined })
    .description('Runs queries through a kernel that lets no effect go round its Gate.')
    .version(version());
  if (first === 'run') addRun(program, parts);
  else if (first !== undefined && Object.hasOwn(commands, first)) {
    (await commands[first]?.())?.(program, parts);
  } else {
    addRun(program, parts);
    for (const load of Object.values(commands)) (await load())(program, parts);
  }
  return program;
}

function addRun(program: Command, { screen, progress, done }: ProgramParts): void {
  program
    .command('run')
    .description('run one query through the kernel of a host module')
    .argument('<HOST>', 'the host module, such as mail.host.mjs')
    .requiredOption('--query <TEXT>', "the user's own words: they are trusted")
    .option('--plan <FILE>', 'follow this plan (JSON) instead of asking the planner')
    .option('--facts <JSON>', 'values that the host vouches for, by name')
    .option('--audit <FILE>', 'keep the audit records in this file; its folder is made, no more')
    .option('--approvals <STORE>', 'list what needs a ruling there, for `sluice approvals`')
    .option('--ask', 'ask on this terminal too')
    .option('--suspend <FOLDER>', 'store a run that needs a ruling there, for `sluice resume`')
    .option('--confirm-plan', 'show what the plan can cause and ask once, before it runs')
    .option('--sign <KEY>', 'sign checkpoints among the records with this private key')
    .option('--checkpoints <FILE>', 'keep the checkpoints in this file too')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', RUN_HELP)
    .action(async (host: string, flags: RunFlags) => {
      const { runCommand } = await import('./run-command.js');
      done(await runCommand(host, flags, { screen, progress }));
    });
}
