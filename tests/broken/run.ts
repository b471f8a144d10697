/**
 * Tries the conformance kit on every broken kernel and says which requirements find it:
 * `npm run broken [-- --runs N] [--seed N] [--only TEXT] [--quick]`; `--quick`: only the
 * requirement that is expected to. Exits 1 if one is not found.
 */
import { conformance } from '../../hosts/conformance/index.js';
import { breakKernel } from './break-kernel.js';
import { brokenKernels } from './broken-kernels.js';

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : (process.argv[at + 1] ?? fallback);
}

const runs = Number(option('runs', '60'));
const seed = Number(option('seed', '1'));
const only = option('only', '');
const isQuick = process.argv.includes('--quick');
let missed = 0;
for (const { mistake, edits, caughtBy } of brokenKernels) {
  if (!mistake.includes(only)) continue;
  const subject = (await breakKernel(edits))({ name: mistake });
  const { findings } = await conformance(subject, {
    ...{ runs, seed, shrink: false },
    ...(isQuick ? { only: [caughtBy] } : {}),
  });
  const by = findings.filter(({ result }) => result === 'fail').map(({ id }) => id);
  if (!by.includes(caughtBy)) missed += 1;
  process.stdout.write(
    `${by.includes(caughtBy) ? ' ' : '!'} ${mistake}: ${by.join(', ') || 'nothing'} (${caughtBy})\n`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;
