/**
 * Builds the nearest tests with all they import, so that a worker loads a handful of files and not
 * a thousand. Shared modules become shared files: there is one copy of the kernel.
 */
import { build } from 'esbuild';
import { nearestTests } from './nearest-tests.mjs';

await build({
  entryPoints: [...nearestTests(), 'tests/setup.ts', 'tests/mutation/stop-early.mjs'],
  outdir: 'built',
  outbase: '.',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
