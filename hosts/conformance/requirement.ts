/** What the kit requires of a subject. */
import type { Example, ExampleTaste } from './example.js';
import type { Subject, Takes } from './subject.js';

export interface Requirement {
  /** `CK-` and a number; never used again for something else. */
  readonly id: string;
  /** What holds, in one sentence. */
  readonly title: string;
  readonly taste?: ExampleTaste;
  /** Why a subject cannot be asked for it; null where it can. Default: it can. */
  readonly excuse?: (takes: Takes) => string | null;
  /**
   * Tries one example.
   * @returns whether the example could have shown a fault
   * @throws Violation where the requirement does not hold
   */
  readonly check: (example: Example, subject: Subject) => Promise<boolean>;
}
