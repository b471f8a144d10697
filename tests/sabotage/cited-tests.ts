/** Runs the tests that cite some ids, in a copy of the tree, and tells which passed. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** One test that ran. */
export interface CitedResult {
  readonly title: string;
  readonly passed: boolean;
}

/** What the process that runs them is asked: files by their sources, and a pattern for titles. */
export interface CitedRequest {
  readonly files: readonly string[];
  readonly title: string;
}

export interface CitedTests {
  /** Runs some files, keeping to tests whose title matches. */
  run(files: readonly string[], title: RegExp): Promise<readonly CitedResult[]>;
  stop(): void;
}

/** A limit is for what hangs, not for what a busy machine makes slow. */
const TIMEOUT_MS = 1_800_000;

/** A pattern for the titles that carry an id: `INV-B1` does not mean `INV-B10`. */
export function titlePattern(id: string): RegExp {
  return new RegExp(`\\b${id}(?![0-9a-z])`);
}

function answerOf<T>(server: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('the process that runs cited tests ended'));
    server.once('exit', ended);
    server.once('message', (message) => {
      server.off('exit', ended);
      resolve(message as T);
    });
  });
}

/** Starts Vitest in a compiled copy of the tree, once for as many runs as are asked of it. */
export async function startCited(root: string): Promise<CitedTests> {
  const server = fork(join(root, 'dist/tests/sabotage/cited-server.js'), {
    cwd: root,
    env: { SLUICE_TEST_TIMEOUT: '120000', ...process.env, SLUICE_SIZE: 'quick' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answerOf(server);
  const run: CitedTests['run'] = async (files, title) => {
    const answer = answerOf<readonly CitedResult[]>(server);
    const limit = setTimeout(() => server.kill('SIGKILL'), TIMEOUT_MS);
    server.send({ files, title: title.source } satisfies CitedRequest);
    return answer.finally(() => clearTimeout(limit));
  };
  return { run, stop: () => server.disconnect() };
}
