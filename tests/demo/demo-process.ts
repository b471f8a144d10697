/** The demo as a user runs it: a process of its own, compiled first, its output read as text. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../project.js';

const run = promisify(execFile);
const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compiles the demo and what it needs; for `beforeAll`. */
export async function compileDemo(): Promise<void> {
  await run(process.execPath, [tsc, '-b', 'demo'], { cwd: projectRoot });
}

/** Runs the compiled demo to its end. */
export function runDemoProcess(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const main = join(projectRoot, 'dist/demo/main.js');
    execFile(process.execPath, [main, ...args], { cwd: projectRoot }, (error, stdout, stderr) => {
      // A process that was killed, or never began, has no exit code.
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
