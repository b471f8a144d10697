/** `sluice conformance vectors`: writes vectors. */
import { dirname } from 'node:path';
import { visibleLine } from '../answer/visible-text.js';
import { chooseVectors, vectorsText } from '../conformance/index.js';
import { HostError } from '../errors.js';
import { writeOutput } from './conformance-examples.js';
import { countOf } from './count-option.js';
import type { Screen } from './screen.js';

export interface VectorFlags {
  readonly out: string;
  readonly seed: string;
  readonly count: string;
}

const MAX_COUNT = 10_000;

/**
 * Runs the command and returns its exit code.
 * @throws HostError `usage_malformed`, `output_unwritable`
 */
export async function writeVectors(flags: VectorFlags, screen: Screen): Promise<number> {
  const { out } = flags;
  const [seed, count] = [countOf('--seed', flags.seed), countOf('--count', flags.count)];
  if (count > MAX_COUNT)
    throw new HostError('usage_malformed', `\`--count\` takes at most ${MAX_COUNT}`);
  const vectors = chooseVectors(seed, count);
  writeOutput(dirname(out), out, vectorsText(vectors, seed));
  await screen.print(`${vectors.length} vectors in ${visibleLine(out)}\n`);
  return 0;
}
