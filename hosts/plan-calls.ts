/**
 * What a kernel offers about a plan before it runs: to have one written, to look at what it can
 * cause, and to ask once about that.
 */
import {
  approvePlan,
  type Engine,
  type Fact,
  type PlannedQuery,
  type PlanPreview,
  type PlanRuling,
  planQuery,
  previewPlan,
  type TrustedQuery,
  trustQuery,
} from '../kernel/index.js';
import { type CancelSignal, ownFields } from '../schemas/index.js';
import { assertPlanOptions, assertPreviewOptions } from './config-check.js';
import type { PlanOptions, PreviewOptions, QueryOptions } from './kernel-config.js';

export interface PlanCalls {
  /**
   * Asks the planner for a plan and verifies it; runs nothing.
   * @throws PlanRejected; KernelFault as `run` does, and with the code of a planner that gave none
   */
  plan(query: string, options?: PlanOptions): Promise<PlannedQuery>;
  /**
   * Tells what a plan can cause before it runs: runs no tool, asks nobody, records nothing.
   * @throws PlanRejected; KernelFault as `run` does
   */
  preview(query: string, options: PreviewOptions): PlanPreview;
  /**
   * Asks the approver once about every call of a previewed plan that would ask and is fixed; what
   * comes of it is handed to one `run` of the same query and plan, as `approved`.
   * @throws KernelFault `plan_unverified` for what is no preview, `config_malformed` for another
   * kernel's, `reentrant_run`
   */
  approvePlan(
    preview: PlanPreview,
    options?: { readonly signal?: CancelSignal },
  ): Promise<PlanRuling>;
}

/** What a kernel of one principal offers about plans. */
export function planCalls(engine: Engine, principal: string): PlanCalls {
  return {
    async plan(query, options = {}) {
      const own = ownFields(options);
      assertPlanOptions(own);
      return planQuery(engine, trustedQuery(query, principal, own), withLongFacts(own));
    },
    preview(query, options) {
      const own = ownFields(options);
      assertPreviewOptions(own);
      return previewPlan(engine, trustedQuery(query, principal, own), withLongFacts(own));
    },
    approvePlan(preview, options = {}) {
      return approvePlan(engine, preview, ownFields(options));
    },
  };
}

type Asking = Pick<QueryOptions, 'facts' | 'readers'>;

/** The user's words, with the readers that the host gave them. @throws KernelFault */
export function trustedQuery(query: string, principal: string, { readers }: Asking): TrustedQuery {
  return trustQuery(query, readers === undefined ? { principal } : { principal, readers });
}

/** Options as the kernel takes them: a scalar fact is short for one with that value. */
export function withLongFacts<Options extends Asking>(
  options: Options,
): Omit<Options, 'facts' | 'readers'> & { readonly facts?: Readonly<Record<string, Fact>> } {
  const { readers: _, facts, ...rest } = options;
  if (facts === undefined) return rest;
  const long = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'object' ? fact : { value: fact },
  ]);
  return { ...rest, facts: Object.fromEntries(long) };
}
