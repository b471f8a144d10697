/**
 * The conformance kit: tries every requirement on a subject, over generated plans, tools, rules and
 * worlds, and says what held, what did not, and what could not be tried.
 */
import fc from 'fast-check';
import { type Example, examples } from './example.js';
import type { Requirement } from './requirement.js';
import { requirements as all, requirementOf } from './requirements/index.js';
import type { Subject, Takes } from './subject.js';
import { Violation } from './violation.js';

/** What became of one requirement. */
export type Outcome =
  | { readonly result: 'pass'; readonly runs: number; readonly bites: number }
  | {
      readonly result: 'fail';
      /** What was seen, in one sentence. */
      readonly why: string;
      /** The smallest example found. */
      readonly example: Example;
      readonly runs: number;
    }
  | {
      readonly result: 'inconclusive';
      readonly why: string;
      /** Whether the subject cannot be asked for it; else too few examples came far enough. */
      readonly isExcused: boolean;
    };

export type Finding = { readonly id: string; readonly title: string } & Outcome;

export interface ConformanceReport {
  readonly subject: string;
  readonly takes: Takes;
  readonly seed: number;
  readonly runs: number;
  readonly findings: readonly Finding[];
  /** Whether nothing failed. */
  readonly passed: boolean;
}

export interface ConformanceOptions {
  /** Chooses every example: the same seed, the same run. Default: random. */
  readonly seed?: number;
  /** Examples a requirement. Default: 100. */
  readonly runs?: number;
  /** Whether a failing example is made smaller. Default: true. */
  readonly shrink?: boolean;
  /** Ids of requirements to try. Default: all. */
  readonly only?: readonly string[];
  /** Told of each requirement as it is begun and ended. */
  readonly progress?: (event: ConformanceProgress) => void;
}

export type ConformanceProgress =
  | { readonly kind: 'begun'; readonly id: string; readonly nth: number; readonly of: number }
  | { readonly kind: 'tried'; readonly id: string; readonly runs: number }
  | { readonly kind: 'ended'; readonly finding: Finding };

/** Fewer examples than one in so many that could have shown a fault prove nothing. */
const LEAST_BITES = 50;
/** Milliseconds that a smaller example is looked for: each try of a subject that hangs is long. */
const SHRINK_MS = 60_000;

/**
 * Tries the requirements on a subject, one after another.
 * @throws RangeError for a number of runs or a seed that is no positive whole number, or an unknown
 * id
 */
export async function conformance(
  subject: Subject,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const { seed = 1 + Math.floor(Math.random() * 0x7ffffffe), runs = 100, only } = options;
  const { shrink = true, progress } = options;
  assertCount('runs', runs);
  assertCount('seed', seed);
  const chosen = all.filter(({ id }) => only?.includes(id) ?? true);
  for (const id of only ?? []) known(id);
  const findings: Finding[] = [];
  for (const [i, requirement] of chosen.entries()) {
    const { id, title } = requirement;
    progress?.({ kind: 'begun', id, nth: i + 1, of: chosen.length });
    const outcome = await tried(requirement, subject, { seed, runs, shrink, progress });
    const finding = { id, title, ...outcome };
    findings.push(finding);
    progress?.({ kind: 'ended', finding });
  }
  const passed = findings.every(({ result }) => result !== 'fail');
  return { subject: subject.name, takes: subject.takes, seed, runs, findings, passed };
}

function known(id: string): Requirement {
  const requirement = requirementOf(id);
  if (requirement === undefined) throw new RangeError(`no requirement is called \`${id}\``);
  return requirement;
}

function assertCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`\`${name}\` is a positive whole number`);
}

interface Trying {
  readonly seed: number;
  readonly runs: number;
  readonly shrink: boolean;
  readonly progress: ConformanceOptions['progress'];
}

async function tried(
  { id, taste, excuse, check }: Requirement,
  subject: Subject,
  { seed, runs, shrink, progress }: Trying,
): Promise<Outcome> {
  const why = excuse?.(subject.takes) ?? null;
  if (why !== null) return { result: 'inconclusive', why, isExcused: true };
  let count = 0;
  let bites = 0;
  let until = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(examples(subject.takes, taste), async (example) => {
    // Nothing simpler is looked for any more.
    if (performance.now() > until) return;
    count += 1;
    if (count % 10 === 0) progress?.({ kind: 'tried', id, runs: count });
    try {
      if (await check(example, subject)) bites += 1;
    } catch (error) {
      until = Math.min(until, performance.now() + SHRINK_MS);
      throw error;
    }
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: runs,
    endOnFailure: !shrink,
  });
  if (failed) {
    if (!(errorInstance instanceof Violation)) throw errorInstance;
    const [example] = counterexample ?? [];
    if (example !== undefined)
      return { result: 'fail', why: errorInstance.message, example, runs: count };
  }
  if (bites * LEAST_BITES < runs)
    return {
      result: 'inconclusive',
      why: `only ${bites} of ${runs} examples came that far`,
      isExcused: false,
    };
  return { result: 'pass', runs: count, bites };
}

/**
 * Tries one example again.
 * @returns the sentence that says what does not hold; null where it holds
 * @throws RangeError for an unknown id
 */
export async function replay(
  subject: Subject,
  id: string,
  example: Example,
): Promise<string | null> {
  const requirement = known(id);
  try {
    await requirement.check(example, subject);
    return null;
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
}
