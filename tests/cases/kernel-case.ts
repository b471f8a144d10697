/** One reported bypass, or complaint of a block too many, and what the kernel makes of it. */
import type { Code } from '../../schemas/index.js';

export type CaseAnswer = 'deny' | 'require_approval' | 'allow';

/**
 * `met`: as expected, or stricter where it should be stopped; `otherwise`: the harm cannot happen,
 * by another way than expected; `documented`: not stopped, or stopped without need, and said so;
 * `later`: a layer that is not built yet decides.
 */
export type CaseVerdict = 'met' | 'otherwise' | 'documented' | 'later';

export interface KernelCase {
  /** What is tried, in our words. */
  readonly what: string;
  /** Where it was reported. */
  readonly source: string;
  readonly expected: CaseAnswer;
  readonly ours: CaseAnswer | null;
  /** The code that says no; null where nothing does. */
  readonly code: Code | null;
  readonly verdict: CaseVerdict;
  /** How it comes to that, in one or two sentences. */
  readonly how: string;
}

export type KernelCases = Readonly<Record<string, KernelCase>>;
