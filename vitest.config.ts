/** One test run: source files as they are, one process a test file, one seed for every property. */
import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';

const seed = process.env['SLUICE_SEED'] ?? String(randomInt(1, 2 ** 31 - 1));

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/pack/**', 'tests/slow/**'],
    // Tests that poison built-ins need a process of their own.
    pool: 'forks',
    isolate: true,
    maxWorkers: 2,
    setupFiles: ['tests/setup.ts'],
    env: { SLUICE_SEED: seed, FORCE_COLOR: '0' },
    // A limit is for what hangs, not for what a busy machine makes slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true },
    restoreMocks: true,
    unstubEnvs: true,
    coverage: { provider: 'v8', include: ['schemas/**', 'kernel/**', 'reasoner/**', 'hosts/**'] },
  },
});
