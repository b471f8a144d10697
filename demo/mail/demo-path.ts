/** Where the demo's own files lie, whether the sources run or what was compiled from them. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = dirname(createRequire(import.meta.url).resolve('sluice/package.json'));

/** Gives the absolute path of a file of demo/ in the checkout. */
export function demoPath(...segments: readonly string[]): string {
  return join(root, 'demo', ...segments);
}
