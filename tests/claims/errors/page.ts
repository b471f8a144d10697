/** What the page of one error code tells beside its mend, which stands in schemas/codes.ts. */
import type { Code } from '../../../schemas/index.js';

export interface ErrorPage {
  /** What the reader did or saw when it came. */
  readonly seenAs: string;
  /** Why it is an error at all. */
  readonly why: string;
}

/** Pages of some codes; an unknown code does not compile. */
export type ErrorPages = Readonly<Partial<Record<Code, ErrorPage>>>;
