/**
 * Properties whose title names the seed: `SLUICE_SEED=<seed> npx vitest run …` replays a red one.
 * SLUICE_RUNS sets how many inputs each property tries.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CitedId, verifies } from '../claims/verifies.js';
import { isQuick, sized } from '../size.js';

const DEFAULT_RUNS = 1000;
const MS_PER_RUN = 60;

function positive(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`\`${name}\` must be a positive whole number`);
  }
  return value;
}

/** The seed of this run: SLUICE_SEED; vitest.config.ts makes one up where it is absent. */
export function propertySeed(): number {
  return positive('SLUICE_SEED', 1);
}

/**
 * How many inputs a property tries: SLUICE_RUNS, or else what it asks for, or else 1,000; in a run
 * of the quick size `quick`, or else a part of that.
 */
export function propertyRuns(asked: number = DEFAULT_RUNS, quick?: number): number {
  return positive('SLUICE_RUNS', (isQuick() ? quick : undefined) ?? sized(asked));
}

type Property = Parameters<typeof fc.check>[0];

interface Trying {
  /** Inputs of a full run. Default: 1,000. */
  readonly runs?: number;
  /** Inputs of a quick run. Default: a part of those. */
  readonly quick?: number;
  readonly claims?: CitedId | readonly CitedId[];
}

/** Registers a property as a test; with `claims`, as a test that verifies those ids. */
export function seeded(
  title: string,
  property: Property | fc.IProperty<never> | fc.IAsyncProperty<never>,
  options: Trying = {},
): void {
  const seed = propertySeed();
  const numRuns = propertyRuns(options.runs, options.quick);
  const name = `${title} [seed ${seed}, ${numRuns} runs]`;
  const body = async (): Promise<void> => {
    const result = await fc.check(property as Property, { seed, numRuns });
    const message = fc.defaultReportMessage(result);
    if (message !== undefined) throw new Error(message, { cause: result.errorInstance });
    expect(result.failed).toBe(false);
  };
  const timeout = Math.max(600_000, numRuns * MS_PER_RUN);
  if (options.claims === undefined) test(name, body, timeout);
  else verifies(options.claims, name, body, { timeout });
}
