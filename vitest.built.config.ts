/**
 * `npm test` and `npm run test:full`: the tests as `tsc -b` compiled them, loaded by Node itself.
 * Files share a process, and with it what it has loaded, unless they change the process.
 */
import { defineConfig } from 'vitest/config';
import { builtTests } from './tests/built-tests.js';
import source from './vitest.config.js';

const { alone, shared } = builtTests();
const { include: _sources, ...same } = source.test ?? {};

export default defineConfig({
  test: {
    ...same,
    exclude: [],
    setupFiles: ['dist/tests/setup.js'],
    // Node maps the lines of compiled tests to their sources; Vite neither resolves nor changes.
    execArgv: ['--enable-source-maps'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: [...alone], isolate: true, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: 'shared', include: [...shared], isolate: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
