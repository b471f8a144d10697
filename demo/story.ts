/**
 * A story as data: what is tried, by which models, on which mail, and what is claimed to come of
 * it. `demo/run-story.ts` runs one, `demo/compare.ts` holds the claim against what arrived.
 */
import type { PlanDraft } from '../reasoner/index.js';
import type {
  Code,
  DeclassPolicy,
  Parser,
  Planner,
  RunLimits,
  RunStatus,
} from '../schemas/index.js';

/** One mail that is claimed to arrive. */
export interface ExpectedMail {
  readonly to: string;
  /** Left out where a live model words it. */
  readonly subject?: string;
  /** Words that its text holds. */
  readonly holds?: string;
}

/** What is claimed to come of a story; whatever is not named here must not happen. */
export interface Expectation {
  readonly status: RunStatus;
  readonly code: Code | null;
  readonly delivered: readonly ExpectedMail[];
  /** URLs that the web is asked for. Default: none. */
  readonly requested?: readonly string[];
  /** The plan that is followed, step by step. */
  readonly plan?: PlanDraft;
}

export interface Story {
  readonly name: string;
  /** One sentence on what is tried. */
  readonly title: string;
  /** One or two sentences on why it ends as it does. */
  readonly why: string;
  /** What the user says. */
  readonly query: string;
  /** Makes a planner of its own for each run. */
  readonly planner: () => Planner;
  readonly parser: () => Parser;
  /** `clean`: the inbox before the attacker wrote. Default: after it. */
  readonly inbox?: 'clean' | 'attacked';
  /** What the mail server answers to a mail that it takes. */
  readonly smtpReply?: string;
  readonly limits?: Partial<RunLimits>;
  /** What may leave although its label says no. Default: nothing. */
  readonly declassify?: DeclassPolicy;
  readonly expect: Expectation;
}
