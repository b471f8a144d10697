/**
 * The errors of the kernel, by who must act: PlanRejected (the planner), EffectDenied (the policy
 * said no), KernelFault (the host's wiring). RunStopped ends a run from inside and never leaves the
 * kernel. Messages carry ids and codes only, never a tainted value, a prompt or a secret (INV-P6).
 */
import { type Code, codes, type Denial, type PlanProblem } from '../schemas/index.js';

abstract class CodedError extends Error {
  readonly code: Code;
  readonly mend: string;
  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.mend = codes[code].mend;
  }
}

/**
 * The planner's output is not a plan that this run may follow; `problems` lists every fault found.
 */
export class PlanRejected extends CodedError {
  override readonly name = 'PlanRejected';
  readonly problems: readonly PlanProblem[];
  constructor(problems: readonly PlanProblem[]) {
    const first = problems[0] ?? { code: 'plan_malformed' as const, at: '' };
    super(first.code, first.at === '' ? first.code : `${first.code} at ${first.at}`);
    this.problems = problems;
  }
}

/** The Gate refused an effect; `denial` is the same answer as a value. */
export class EffectDenied extends CodedError {
  override readonly name: string = 'EffectDenied';
  readonly denial: Denial;
  constructor(denial: Denial) {
    super(denial.code, denial.reason);
    this.denial = denial;
  }
}

/** Ends a run that has a question for the user while it was told to suspend rather than wait. */
export class ApprovalNeeded extends EffectDenied {}

/** The host wired something that the kernel cannot work with. */
export class KernelFault extends CodedError {
  override readonly name = 'KernelFault';
  /** @internal */
  constructor(code: Code, message: string, cause?: unknown) {
    super(code, message, cause);
  }
}

/**
 * Ends a run for a reason that is neither the plan's, the policy's nor the host's: a limit, a
 * model, a tool.
 */
export class RunStopped extends CodedError {
  override readonly name = 'RunStopped';
  /** Whether an effect may have happened whose outcome is not known. */
  readonly uncertain: boolean;
  /** Whether that effect has an idempotency key, with which it may be asked for again. */
  readonly mayRetry: boolean;
  /** What a tool said when it failed: a labelled value, since the text is the tool's. */
  readonly detail: object | null;
  constructor(
    code: Code,
    message: string,
    how: {
      readonly uncertain?: boolean;
      readonly mayRetry?: boolean;
      readonly detail?: object;
    } = {},
  ) {
    super(code, message);
    this.uncertain = how.uncertain ?? false;
    this.mayRetry = how.mayRetry ?? false;
    this.detail = how.detail ?? null;
  }
}

/** Marks a switch that has a branch for every case. */
export function assertNever(value: never): never {
  throw new KernelFault('config_malformed', `unreachable case ${typeof value}`);
}
