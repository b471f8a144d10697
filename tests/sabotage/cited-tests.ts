/** Runs the tests that cite some ids, in a tree, and tells which passed. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One test that ran. */
export interface CitedResult {
  readonly title: string;
  readonly passed: boolean;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const TIMEOUT_MS = 300_000;

/** A pattern for the titles that carry an id: `INV-B1` does not mean `INV-B10`. */
export function titlePattern(id: string): RegExp {
  return new RegExp(`\\b${id}(?![0-9a-z])`);
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { testResults: [{ status: 'failed', assertionResults: [] }] };
  } finally {
    rmSync(file, { force: true });
  }
}

/** A file that did not load counts as one failed test. */
function resultsOf({ testResults }: Report): readonly CitedResult[] {
  return testResults.flatMap(({ status, assertionResults }) => {
    const ran = assertionResults.filter((test) => /^(passed|failed)$/.test(test.status));
    if (ran.length === 0 && status === 'failed') return [{ title: '', passed: false }];
    return ran.map((test) => ({ title: test.title, passed: test.status === 'passed' }));
  });
}

/** Runs vitest in `root` on some files, keeping to tests whose title matches. */
export function runCited(
  root: string,
  files: readonly string[],
  title: RegExp,
): Promise<readonly CitedResult[]> {
  const report = join(root, 'sabotage-report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', ...files, '-t', title.source];
  const reporting = ['--reporter', 'json', '--outputFile', report];
  const child = spawn(process.execPath, [vitest, ...options, ...reporting], {
    cwd: root,
    env: { ...process.env, SLUICE_SEED: '1' },
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(resultsOf(readReport(report))));
  });
}
