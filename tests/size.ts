/**
 * How much of the suite a run does. `npm test` is the quick size: a part of the inputs that each
 * property asks for, and no file that ends in `.full.test.ts`. Every other run is the full size.
 */
import { randomInt } from 'node:crypto';

const QUICK_PART = 10;
const QUICK_LEAST = 50;
const QUICK_SEED = 20_260_301;

/** Asks for SLUICE_SIZE: `quick`, or `full`, which is what its absence means. */
export function isQuick(): boolean {
  const size = process.env['SLUICE_SIZE'] ?? 'full';
  if (size !== 'quick' && size !== 'full') {
    throw new RangeError('`SLUICE_SIZE` must be `quick` or `full`');
  }
  return size === 'quick';
}

/** Asks of a test file whether it belongs to the full size alone: it repeats what others show. */
export function isOfFullSizeAlone(file: string): boolean {
  return file.endsWith('.full.test.ts');
}

/** How many of `asked` inputs a run of this size tries: a tenth in a quick one, at least 50. */
export function sized(asked: number): number {
  if (!isQuick()) return asked;
  return Math.min(asked, Math.max(QUICK_LEAST, Math.ceil(asked / QUICK_PART)));
}

/** The seed of a run: SLUICE_SEED, else always the same if it is quick, a new one if it is full. */
export function runSeed(): string {
  const seed = isQuick() ? QUICK_SEED : randomInt(1, 2 ** 31 - 1);
  return process.env['SLUICE_SEED'] ?? String(seed);
}
