/**
 * `shell_exec`: one command line, given to `/bin/sh -c` as it is, in an empty folder. The command
 * is one text under the name `command`, which is where the guard and the rules read it. There is
 * no argument for the folder: a command that begins with `cd` is followed by both, an argument is
 * not.
 */
import * as z from 'zod/mini';
import { hostEnvironment } from '../process/host-environment.js';
import { runProgram } from '../process/run-program.js';
import { Refusal } from '../protocol/refusal.js';
import { runExecutor } from '../protocol/run-executor.js';

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT = 128 * 1024;

const shape = z.strictObject({ command: z.string().check(z.minLength(1), z.maxLength(16_384)) });

await runExecutor(shape, async ({ args: { command }, home }) => {
  if (command.includes('\0')) throw new Refusal('the command holds a NUL; take it out');
  const { code, signal, stdout, stderr, isCut } = await runProgram({
    argv: ['/bin/sh', '-c', command],
    // `~` is for the shell what it was for the guard.
    env: { ...hostEnvironment(), LANG: 'C.UTF-8', ...(home === null ? {} : { HOME: home }) },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_OUTPUT,
  });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    exitCode: code,
    signal,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
    cut: isCut,
  };
});
