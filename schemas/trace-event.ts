/** What a run tells while it goes: payload-free events with a monotonic `seq` (behaviour K-15). */

import type { EffectOutcome } from './audit-record.js';
import type { Code } from './codes.js';
import type { Label } from './label.js';
import type { Denial, StageAnswer } from './verdict.js';

export type TraceBody =
  | {
      readonly kind: 'plan_emitted';
      readonly depth: number;
      readonly steps: number;
      readonly digest: string;
    }
  | {
      readonly kind: 'plan_rejected';
      readonly depth: number;
      readonly code: Code;
      readonly repair: boolean;
    }
  | {
      readonly kind: 'step_started';
      readonly step: string;
      readonly stepKind: string;
      readonly depth: number;
    }
  | {
      /** The condition of a `when` did not hold: nothing was asked of the gate. */
      readonly kind: 'step_skipped';
      readonly step: string;
    }
  | {
      readonly kind: 'q_parse_result';
      readonly step: string;
      readonly schema: string;
      readonly valid: boolean;
    }
  | {
      readonly kind: 'gate_allowed' | 'gate_denied';
      readonly step: string;
      readonly call: string;
      readonly tool: string;
      /** Every stage that answered, in order. */
      readonly answers: readonly StageAnswer[];
      /** The label of each checked argument, by pointer, and of `decision`. */
      readonly labels: Readonly<Record<string, Label>>;
      /** Joins this event to exactly one `effect_started`. */
      readonly permit: string | null;
      readonly denial: Denial | null;
    }
  | {
      readonly kind: 'released';
      readonly call: string;
      readonly argument: string;
      readonly rule: string;
    }
  | {
      /** Somebody has to rule on the call; it waits until then, or until it expires. */
      readonly kind: 'asked';
      readonly call: string;
      readonly tool: string;
      readonly approval: string;
      /** Milliseconds since the epoch. */
      readonly expiresAt: number;
    }
  | {
      readonly kind: 'ruled';
      readonly call: string;
      readonly decision: 'allow' | 'deny';
      readonly approver: string;
    }
  | {
      readonly kind: 'effect_started';
      readonly call: string;
      readonly tool: string;
      readonly permit: string;
    }
  | {
      readonly kind: 'effect_ended';
      readonly call: string;
      readonly tool: string;
      readonly outcome: EffectOutcome;
      readonly output: 'valid' | 'invalid' | null;
      readonly code: Code | null;
    }
  | { readonly kind: 'late_result'; readonly call: string }
  | {
      readonly kind: 'run_committed' | 'run_blocked' | 'run_errored' | 'run_aborted';
      readonly code: Code | null;
    };

export type TraceEvent = TraceBody & { readonly seq: number; readonly run: string };
