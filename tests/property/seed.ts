/**
 * Properties whose title names the seed: `SLUICE_SEED=<seed> npx vitest run …` replays a red one.
 * SLUICE_RUNS sets how many inputs each property tries.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CitedId, verifies } from '../claims/verifies.js';

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

/** How many inputs a property tries: SLUICE_RUNS, or else what it asks for, or else 1,000. */
export function propertyRuns(asked: number = DEFAULT_RUNS): number {
  return positive('SLUICE_RUNS', asked);
}

type Property = Parameters<typeof fc.check>[0];

/** Registers a property as a test; with `claims`, as a test that verifies those ids. */
export function seeded(
  title: string,
  property: Property | fc.IProperty<never> | fc.IAsyncProperty<never>,
  options: { readonly runs?: number; readonly claims?: CitedId | readonly CitedId[] } = {},
): void {
  const seed = propertySeed();
  const numRuns = propertyRuns(options.runs);
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
