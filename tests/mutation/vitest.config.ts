/** The run that a mutant meets: its folder's nearest tests, in one worker, with fixed inputs. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Nearest first: a mutant ends at the first test that fails. */
const rooms = ['/tests/unit/', '/tests/inv/', '/tests/behaviour/', '/tests/attacks/'];

function distance(spec: TestSpecification): number {
  const at = rooms.findIndex((room) => spec.moduleId.includes(room));
  return at < 0 ? rooms.length : at;
}

class NearestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    return [...specs].sort(
      (a, b) => distance(a) - distance(b) || a.moduleId.localeCompare(b.moduleId),
    );
  }
}

export default defineConfig({
  test: {
    include: ['built/tests/**/*.test.js'],
    // One worker for all files, without a second module system; every mutant has a new worker.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    runner: 'built/tests/mutation/stop-early.js',
    sequence: { sequencer: NearestFirst },
    setupFiles: ['built/tests/setup.js'],
    env: { SLUICE_SEED: '8', SLUICE_RUNS: '30', FORCE_COLOR: '0' },
    // A promise that a mutant leaves pending fails its test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
