/**
 * Runs cited tests of the tree it stands in, request after request, with one start of Vitest. A
 * process of its own: the tests are compiled, and each request loads them as they are by then.
 */
import { createVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node';
import { builtFile } from '../built-tests.js';
import type { CitedRequest, CitedResult } from './cited-tests.js';

/** Keeps what the tests of one run came to; a file that did not load is one failed test. */
class Results implements Reporter {
  private found: CitedResult[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed' || state === 'failed') {
      this.found.push({ title: test.name, passed: state === 'passed' });
    }
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) this.fail();
  }

  fail(): void {
    this.found.push({ title: '', passed: false });
  }

  take(): readonly CitedResult[] {
    const { found } = this;
    this.found = [];
    return found;
  }
}

const results = new Results();
const vitest = await createVitest(
  'test',
  { config: 'vitest.built.config.ts', watch: false, maxWorkers: 1, reporters: [results] },
  { server: { ws: false } },
);

async function answer({ files, title }: CitedRequest): Promise<readonly CitedResult[]> {
  const built = new Set(files.map(builtFile));
  const all = await vitest.globTestSpecifications([...built]);
  const wanted = all.filter(({ moduleId }) =>
    [...built].some((file) => moduleId.endsWith(`/${file}`)),
  );
  vitest.setGlobalTestNamePattern(new RegExp(title));
  const { unhandledErrors } = await vitest.runTestSpecifications(wanted);
  if (unhandledErrors.length > 0 || wanted.length < built.size) results.fail();
  return results.take();
}

process.on('message', (request: CitedRequest) => {
  void answer(request).then((found) => process.send?.(found));
});
process.on('disconnect', () => {
  void vitest.close().finally(() => process.exit());
});
process.send?.('ready');
