/** `sluice observe`: a trial of the gateway in which nothing is enforced. */
import type { Command } from 'commander';
import { openObserveLog } from '../observe/observe-log.js';
import { importMcp } from './import-mcp.js';
import type { ProgramParts } from './program-parts.js';
import type { Screen } from './screen.js';
import { untilInterrupted } from './until-interrupted.js';

interface ObserveFlags {
  readonly config: string;
  readonly into: string;
}

const OBSERVE_HELP = `
NOTHING IS ENFORCED. A client is connected to it as it would be to \`sluice gateway\`; every tool of the
servers is on offer, also those that the settings do not name, and every call goes to its server. What
the gateway would have said of each is written to a file, without arguments and results:
\`sluice report\` tells what would have been asked or refused, and drafts what would permit it.

Examples:
  sluice observe --config sluice.toml --into observed.jsonl
  sluice report observed.jsonl`;

/** Adds the command to the command line. */
export function addObserve(program: Command, { screen, progress, done }: ProgramParts): void {
  program
    .command('observe')
    .description('pass calls on unenforced, and write down what would have been decided')
    .option('--config <FILE>', 'the settings of the gateway', 'sluice.toml')
    .option('--into <FILE>', 'the file that observed calls are added to', 'observed.jsonl')
    .addHelpText('after', OBSERVE_HELP)
    .action(async (flags: ObserveFlags) => {
      progress.runs();
      const exitCode = await observeCommand(flags, screen);
      progress.ran();
      done(exitCode);
    });
}

/** Serves until it is interrupted, or its client has gone; returns the exit code. */
async function observeCommand({ config, into }: ObserveFlags, screen: Screen): Promise<number> {
  const { readGateway, openObserved, passStdio } = await importMcp();
  const { errorPaint } = screen;
  const alarm = (text: string): void => screen.note(errorPaint.red(errorPaint.bold(text)));
  const onFailure = ({ message }: Error): void => alarm(`not written down: ${message}`);
  const log = openObserveLog(into, { onFailure });
  const gateway = await openObserved(readGateway(config), log);
  const { signal, stop } = untilInterrupted();
  try {
    alarm('NOTHING IS ENFORCED: every call goes to its server');
    for (const name of gateway.unavailable)
      screen.note(`server \`${name}\` cannot be reached, or has no tools`);
    screen.note(`${gateway.tools().length} tools on offer; calls are noted in ${log.path}`);
    const { stdin: input, stdout: output } = process;
    await passStdio(gateway, { input, output, signal });
    const calls = log.written + log.dropped;
    alarm(`${calls} calls went through unenforced, ${log.dropped} of them are not noted`);
    if (log.written > 0) screen.note(`see what would have been: sluice report ${into}`);
    return 0;
  } finally {
    stop();
    await gateway.close();
  }
}
