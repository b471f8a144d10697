/** The packed tarball has a run of its own: it builds, packs and installs, which takes a while. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/pack/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 300_000,
    env: { FORCE_COLOR: '0' },
  },
});
