/**
 * Starts a command on a terminal of its own, by `script` of util-linux, and types on it. Reads what
 * it shows; the keys are sent once certain words are there.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

export interface OnTerminal {
  readonly process: ChildProcess;
  /** What it has shown so far, escape sequences and all. */
  readonly shown: () => string;
  /** Resolves once what it has shown fits, or it has ended. */
  shows(pattern: RegExp): Promise<void>;
  type(keys: string): void;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly shown: string }>;
}

/** Whether this machine has the program that lends a terminal. */
export const hasPseudoTerminal: boolean =
  spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0;

/** Starts a command, its words as they stand. */
export function startOnTerminal(command: readonly string[]): OnTerminal {
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // A terminal that nobody looks at has no size of its own.
  const child = spawn('script', ['-qfec', `stty cols 200 rows 50; ${line}`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TERM: 'xterm', CI: '' },
  });
  let shown = '';
  let wake = (): void => undefined;
  let isOver = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    wake();
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<{ readonly exitCode: number | null; readonly shown: string }>(
    (resolve) => {
      child.once('close', (exitCode) => {
        isOver = true;
        wake();
        resolve({ exitCode, shown });
      });
    },
  );
  const shows = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(shown) && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    process: child,
    shown: () => shown,
    shows,
    type: (keys) => void child.stdin.write(keys),
    ended,
  };
}
