#!/usr/bin/env node
/**
 * The command `sluice`. Only a command that ended chooses a good exit code: neither a host module
 * that exits, nor one that waits for ever, makes a run look committed.
 */
import { CommanderError } from 'commander';
import { HostError } from '../errors.js';
import { EXIT_FAULT } from './exit-codes.js';
import { reportFault } from './fault.js';
import { makeProgram } from './program.js';
import { Progress } from './progress.js';
import { Screen } from './screen.js';

const args = process.argv.slice(2);
const isJson = args.includes('--json');
const screen = new Screen();
const progress = new Progress();

async function fail(error: unknown): Promise<never> {
  await reportFault(screen, error, isJson);
  await screen.noted();
  return progress.leave(progress.faultCode);
}

/** Commander printed help or the version, or did not understand something. */
function usageError(error: CommanderError): HostError {
  const words = error.message.replace(/^error: /, '');
  return new HostError('usage_malformed', words === '(outputHelp)' ? 'no command given' : words);
}

process.exitCode = EXIT_FAULT;
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
process.on('beforeExit', () => {
  void fail(new HostError('host_module_failed', 'it waits for something that cannot come'));
});
process.on('exit', () => {
  if (progress.isOver) return;
  screen.note('error host_module_failed: the host module ended the process');
  process.exitCode = progress.faultCode;
});

let exitCode: number = EXIT_FAULT;
const done = (chosen: number): void => {
  exitCode = chosen;
};
try {
  const program = await makeProgram(args[0], { screen, progress, done });
  await program.parseAsync(args, { from: 'user' });
  await screen.noted();
  progress.leave(exitCode);
} catch (error) {
  if (!(error instanceof CommanderError)) await fail(error);
  else if (error.exitCode === 0) progress.leave(0);
  else await fail(usageError(error));
}
