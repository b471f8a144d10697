/** `sluice init`: a first host in a folder, and what to do next. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { STARTER_QUERY } from '../init/starter-files.js';
import { writeStarter } from '../init/write-starter.js';
import type { CommandParts } from './command-parts.js';

const INIT_HELP = `
It writes a host module with two tools, a policy, settings of turns, a plan that is carried out and one
that is refused. Nothing that is there is replaced. Without FOLDER, this folder, which must be empty.
The host imports \`sluice\` and \`zod\` by name: its folder, or one above it, has them installed.

Exit codes: 0 written, 1 it was not.

Examples:
  sluice init first
  sluice init --json`;

/** Adds the command to the command line. */
export function addInit(program: Command, { screen, done }: CommandParts): void {
  program
    .command('init')
    .description('write a first host that runs, with a policy and settings')
    .argument('[FOLDER]', 'where; it is made if it is not there')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', INIT_HELP)
    .action(async (folder: string | undefined, flags: { readonly json?: true }) => {
      const written = writeStarter(folder);
      const next = nextSteps(folder ?? '.');
      if (flags.json === true) await screen.printJson({ written, next });
      else await screen.print(initText(written, next));
      done(0);
    });
}

interface NextStep {
  readonly what: string;
  readonly command: string;
}

function nextSteps(folder: string): readonly NextStep[] {
  const at = (name: string): string => word(join(folder, name));
  const audit = at('audit.jsonl');
  const run = (plan: string): string =>
    `npx sluice run ${at('agent.host.mjs')} --query '${STARTER_QUERY}' --plan ${at(plan)} --audit ${audit}`;
  return [
    { what: 'run the plan: the mail goes to whom the query names', command: run('plan.json') },
    { what: 'run the other: it would go to whom a mail names', command: run('attack.json') },
    { what: 'see what was refused', command: `npx sluice explain last --audit ${audit}` },
    {
      what: 'look whether all is well',
      command: `npx sluice doctor --config ${at('sluice.toml')} --audit ${audit}`,
    },
  ];
}

/** As a shell takes it for one word, and a command for no option. */
function word(given: string): string {
  const path = given.startsWith('-') ? `./${given}` : given;
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function initText(written: readonly string[], next: readonly NextStep[]): string {
  const lines = [
    ...written.map((path) => visibleLine(`wrote ${path}`)),
    'next, where `sluice` and `zod` are installed:',
    ...next.flatMap(({ what, command }) => [`  # ${what}`, `  ${command}`]),
  ];
  return `${lines.join('\n')}\n`;
}
