/** How a run of the reference ends, and what ends it. */
import type { Code } from '../../schemas/index.js';
import type { NaiveFact } from './naive-declass.js';

/** What is answered to every question. */
export type NaiveApprover = 'none' | 'allows' | 'denies';

export interface NaiveEnd {
  readonly status: string;
  readonly code: Code | null;
  readonly output: NaiveFact | null;
  /** Tool, outcome, and where it was denied by what stage and code. */
  readonly decisions: readonly string[];
  readonly calls: readonly string[];
}

/** Ends a run from inside. */
export class Stop extends Error {
  readonly status: string;
  readonly code: Code;
  constructor(status: string, code: Code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}
