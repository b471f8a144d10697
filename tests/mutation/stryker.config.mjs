/**
 * Mutation testing of the folders that decide: every change of a line that no test notices is a
 * line of the kernel that nobody holds. All mutators are on; nothing is left out.
 */

import { mutatedFolders } from './nearest-tests.mjs';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: mutatedFolders().map((folder) => `kernel/${folder}/**/*.ts`),
  buildCommand: 'node tests/mutation/bundle.mjs',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What runs while a module loads is run anew for every mutant: one worker a mutant.
  ignoreStatic: false,
  concurrency: 1,
  // Wall clock: on a busy machine a mutant that is only slow must not count as one that hangs.
  timeoutMS: 60_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 20,
  disableTypeChecks: false,
  ignorePatterns: ['/dist', '/built', '/coverage', '/docs', '/demo/mailbox', '/.ci'],
  tempDirName: 'dist/mutation/sandbox',
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  htmlReporter: { fileName: 'dist/mutation/report.html' },
  thresholds: { high: 90, low: 90, break: null },
};
