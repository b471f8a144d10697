/**
 * Asks one question on a terminal, of whoever sits there. What was typed before the question stood
 * there answers nothing. Refuses where input or output is no terminal: a pipe is no person.
 */
import type { ReadStream, WriteStream } from 'node:tty';
import type { CancelSignal } from '../../schemas/index.js';
import { HostError } from '../errors.js';

/** How long keys count for nobody: a key that repeats, or that was meant for what stood before. */
const DEAF_MS = 300;

/** The two ends of a terminal; `process.stdin` and `process.stdout` if left out. */
export interface TerminalStreams {
  readonly input?: ReadStream;
  readonly output?: WriteStream;
}

export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** @throws HostError `terminal_required` */
export function openTerminal(streams: TerminalStreams = {}): Terminal {
  const { input = process.stdin, output = process.stdout } = streams;
  // INV-Q11: what comes from a pipe is nobody's consent.
  if (input.isTTY !== true || output.isTTY !== true) {
    const what = input.isTTY === true ? 'output' : 'input';
    throw new HostError('terminal_required', `nobody can be asked: the ${what} is no terminal`);
  }
  return { input, output };
}

/** The word that allows; whole, so that no key that repeats and no slip of a finger does. */
const YES = 'allow';

/**
 * Prints the lines as they stand and asks whether the call may run. Only the word `allow` says so:
 * Enter alone, any other text and Ctrl-C refuse. Null where the signal ended the question.
 */
export async function askOnTerminal(
  { input, output }: Terminal,
  lines: readonly string[],
  signal?: CancelSignal,
): Promise<boolean | null> {
  if (isOver(signal)) return null;
  const { text } = await import('@clack/prompts');
  output.write(`\n${lines.join('\n')}\n\n`);
  await deaf(input);
  if (isOver(signal)) return null;
  const answer = await text({
    message: `Type \`${YES}\` to let this call run; anything else refuses it.`,
    input,
    output,
    ...(signal === undefined ? {} : { signal: signal as AbortSignal }),
  });
  return isOver(signal) ? null : answer === YES;
}

function isOver(signal: CancelSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Takes what was typed so far and throws it away. */
async function deaf(input: ReadStream): Promise<void> {
  const ignore = (): void => undefined;
  input.setRawMode(true);
  input.on('data', ignore);
  input.resume();
  await new Promise<void>((resolve) => setTimeout(resolve, DEAF_MS));
  input.off('data', ignore);
  input.pause();
  input.setRawMode(false);
}
