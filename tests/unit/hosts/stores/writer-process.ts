/**
 * Starts tests/unit/hosts/stores/audit-writer.ts, as compiled by `tsc -b`, in a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../project.js';

const SCRIPT = join(projectRoot, 'dist/tests/unit/hosts/stores/audit-writer.js');

export interface Writer {
  readonly process: ChildProcess;
  /** The lines that it has printed so far. */
  readonly said: readonly string[];
  /** Resolves once it has printed this many lines, or has ended. */
  hears(lines: number): Promise<void>;
  /** Resolves once it has ended and all that it printed is in `said`. */
  readonly ended: Promise<void>;
}

/** The shell words that start a writer. */
export function writerCommand(mode: string, path: string, ...rest: string[]): readonly string[] {
  if (!existsSync(SCRIPT)) throw new Error('run `npx tsc -b` first: the writer is not compiled');
  return [process.execPath, SCRIPT, mode, path, ...rest];
}

/** Starts a command and reads its lines. */
export function startCommand(command: readonly string[]): Writer {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  let rest = '';
  let wake = (): void => undefined;
  let isOver = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines);
    wake();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isOver = true;
      wake();
      resolve();
    });
  });
  const hears = async (lines: number): Promise<void> => {
    while (said.length < lines && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { process: child, said, hears, ended };
}

export function startWriter(mode: string, path: string, ...rest: string[]): Writer {
  return startCommand(writerCommand(mode, path, ...rest));
}
