/** Starts the command as compiled by `tsc -b`, in a process of its own, and reads what it says. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../project.js';

/** The command as compiled. */
export const cliMain: string = join(projectRoot, 'dist/hosts/cli/main.js');
const FIXTURES = join(projectRoot, 'tests/unit/hosts/cli/fixtures');

export interface CliOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly process: ChildProcess;
  /** Resolves once stderr holds these words, or the process has ended. */
  hears(words: string): Promise<void>;
  readonly ended: Promise<CliOutcome>;
}

/** The path of a host module of the tests. */
export function hostPath(name: string): string {
  return join(FIXTURES, `${name}.host.mjs`);
}

/** Starts the command, as another user or in the home of one. */
export function startCli(args: readonly string[], user?: number, home?: string): CliProcess {
  if (!existsSync(cliMain)) throw new Error('run `npx tsc -b` first: the command is not compiled');
  const child = spawn(process.execPath, [cliMain, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
    ...(home === undefined ? {} : { cwd: home, env: { ...process.env, HOME: home } }),
  });
  let stdout = '';
  let stderr = '';
  let wake = (): void => undefined;
  let isOver = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    wake();
  });
  const ended = new Promise<CliOutcome>((resolve) => {
    child.once('close', (exitCode) => {
      isOver = true;
      wake();
      resolve({ exitCode, stdout, stderr });
    });
  });
  const hears = async (words: string): Promise<void> => {
    while (!stderr.includes(words) && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { process: child, hears, ended };
}

/** Asks whether another user can start the command: the project may lie where only we may read. */
export function canStartAs(user: number): boolean {
  const look = "require('node:fs').accessSync(process.argv[1], 4)";
  const { status } = spawnSync(process.execPath, ['-e', look, cliMain], { uid: user, gid: user });
  return status === 0;
}

/** Runs the command to its end. */
export function runCli(...args: readonly string[]): Promise<CliOutcome> {
  return startCli(args).ended;
}
