/** The statuses of a run and what a finished effect leaves behind. */

import type { EffectOutcome } from './audit-record.js';
import type { Code } from './codes.js';
import type { Denial } from './verdict.js';

export type RunStatus =
  | 'committed'
  | 'blocked'
  | 'needs_approval'
  | 'rejected'
  | 'aborted'
  | 'failed'
  | 'uncertain';

/** One effect that was admitted, whatever became of the run. */
export interface EffectRecord {
  readonly step: string;
  readonly call: string;
  readonly tool: string;
  readonly outcome: EffectOutcome;
  readonly output: 'valid' | 'invalid' | null;
}

/** Why a run did not commit. */
export interface RunProblem {
  readonly code: Code;
  readonly message: string;
  readonly mend: string;
  readonly step: string | null;
  readonly denial: Denial | null;
}
