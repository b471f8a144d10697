/** What a kernel offers about runs that wait for a ruling in no process. */
import {
  type Engine,
  type RunResult,
  resumeRun,
  type Suspended,
  type SuspendOptions,
  suspendRun,
} from '../../kernel/index.js';
import { type CancelSignal, ownFields, type SuspensionStore } from '../../schemas/index.js';
import { assertResumeOptions, assertSuspensionStore } from '../config-check.js';

export interface SuspendCalls {
  /**
   * Stores a run that ended with `needs_approval`, once; `result.suspension.obstacle` says why it
   * cannot be.
   * @throws KernelFault `suspension_impossible`, `config_malformed`; EffectDenied
   * `audit_unavailable`; and what the store throws
   */
  suspend(
    result: Pick<RunResult, 'status' | 'suspension'>,
    store: SuspensionStore,
    options?: SuspendOptions,
  ): Promise<Suspended>;
  /**
   * Takes up a stored run, once; everything is decided anew, and its question is asked anew.
   * @throws KernelFault `suspension_unknown`, `suspension_malformed`, `suspension_expired`,
   * `suspension_mismatch`, `suspension_claimed`, `config_malformed`, `reentrant_run`; EffectDenied
   * `approval_unavailable` without an approver; and what the store throws
   */
  resume(
    store: SuspensionStore,
    id: string,
    options?: { readonly signal?: CancelSignal },
  ): Promise<RunResult>;
}

/** What a kernel of one principal offers about suspended runs. */
export function suspendCalls(engine: Engine, principal: string): SuspendCalls {
  return {
    async suspend(result, store, options = {}) {
      assertSuspensionStore(store);
      return suspendRun(engine, result, store, options);
    },
    async resume(store, id, options = {}) {
      assertSuspensionStore(store);
      const own = ownFields(options);
      assertResumeOptions(own);
      return resumeRun(engine, { store, id }, { ...own, principal });
    },
  };
}
