/** Tests from their sources as they stand, for work on one of them: one process a test file. */
import { defineConfig } from 'vitest/config';
import { runSeed } from './tests/size.js';

/** Milliseconds; the sabotages ask for less, as some of them make a test wait for ever. */
const limitMs = Number(process.env['SLUICE_TEST_TIMEOUT'] ?? 600_000);

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/pack/**'],
    // Tests that poison built-ins need a process of their own.
    pool: 'forks',
    isolate: true,
    maxWorkers: 2,
    setupFiles: ['tests/setup.ts'],
    env: { SLUICE_SEED: runSeed(), FORCE_COLOR: '0' },
    // A limit is for what hangs, not for what a busy machine makes slow.
    testTimeout: limitMs,
    hookTimeout: limitMs,
    expect: { requireAssertions: true },
    restoreMocks: true,
    unstubEnvs: true,
    coverage: { provider: 'v8', include: ['schemas/**', 'kernel/**', 'reasoner/**', 'hosts/**'] },
  },
});
