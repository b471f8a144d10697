/**
 * Everything a run needs, put together once: the dispatcher, the models' ports, limits, audit,
 * clock.
 */
import type {
  Approver,
  Clock,
  Grant,
  Parser,
  Planner,
  Random,
  RunLimits,
  Timer,
  VerdictLog,
} from '../../schemas/index.js';
import { missingFrom, operationalLimits } from '../../schemas/index.js';
import { ApprovalBroker, isBroker } from '../approval/broker.js';
import { memoryApprovals } from '../approval/memory-store.js';
import { type AuditChain, isAuditChain } from '../audit/chain.js';
import { type EffectDispatcher, isDispatcher } from '../effects/dispatcher.js';
import type { QuestionDesk } from '../effects/question.js';
import { KernelFault } from '../errors.js';
import type { Drawn, Ledger } from '../policy/budgets.js';
import {
  createRecord,
  freeze,
  isSafeInteger,
  makeRegistry,
  type Registry,
} from '../primordials.js';
import type { Validator } from '../tools/validator.js';

export interface EngineParts {
  readonly dispatcher: EffectDispatcher;
  /** What the planner's plans may use; at most the grant of the dispatcher's gate. */
  readonly grant: Grant;
  /** Schemas that `q_parse` may name. */
  readonly schemas: Readonly<Record<string, Validator>>;
  readonly planner: Planner | null;
  readonly parser: Parser | null;
  readonly approver: Approver | null;
  /** The list of requests that other faces share. Default: one of its own, shared with none. */
  readonly approvals?: ApprovalBroker | null;
  readonly limits: RunLimits;
  readonly audit: AuditChain;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly approval: 'wait' | 'suspend';
  /**
   * Whether words of the user that name exactly one item choose it (`unique`, the default), or what
   * they were compared with chooses too.
   */
  readonly selection?: 'unique' | 'strict';
  /** Shows what guard and judge said; best effort. Default: nobody. */
  readonly verdictLog?: VerdictLog | null;
}

/** An engine that was put together here. */
export type Engine = Readonly<EngineParts> & {
  readonly selection: 'unique' | 'strict';
  /** The broker of its runs; one of its own is made when it is first needed. */
  readonly broker: () => ApprovalBroker;
  /** By principal: what all runs together took from the budgets of capabilities. */
  readonly drawn: Record<string, Record<string, Drawn>>;
  /** By run that was stored here: what of its budgets is in `drawn` already. */
  readonly away: Map<string, Ledger>;
};

const engines: Registry = makeRegistry();

/** Asks whether an engine is one that `makeEngine` checked and put together. */
export function isEngine(value: unknown): value is Engine {
  return engines.has(value);
}

/**
 * Puts an engine together.
 * @throws KernelFault `grant_widens` if the planner would hold more than the gate grants,
 * `config_malformed`
 */
export function makeEngine(parts: EngineParts): Engine {
  // Copied before it is checked: what a getter answers later is not seen.
  const { dispatcher, schemas, planner, parser, approver, audit, clock, timer, random } = parts;
  const engine: Engine = freeze({
    dispatcher,
    grant: freeze([...parts.grant]),
    schemas,
    planner,
    parser,
    approver,
    approvals: parts.approvals ?? null,
    broker: brokerOf(parts),
    limits: copyLimits(parts.limits),
    audit,
    clock,
    timer,
    random,
    approval: parts.approval,
    selection: parts.selection ?? 'unique',
    verdictLog: parts.verdictLog ?? null,
    drawn: createRecord(),
    away: new Map(),
  });
  assertLimits(engine.limits);
  if (engine.selection !== 'unique' && engine.selection !== 'strict')
    throw new KernelFault('config_malformed', '`selection` is neither `unique` nor `strict`');
  if (!isDispatcher(engine.dispatcher))
    throw new KernelFault('config_malformed', '`dispatcher` is no dispatcher of this kernel');
  // INV-C3: a grant is narrowed on the way in, never widened.
  const missing = missingFrom(engine.dispatcher.grant, engine.grant);
  if (missing.length > 0)
    throw new KernelFault('grant_widens', `the gate does not grant ${missing.join(', ')}`);
  if (engine.approvals !== null && !isBroker(engine.approvals))
    throw new KernelFault('config_malformed', '`approvals` is no broker of this kernel');
  if (!isAuditChain(engine.audit))
    throw new KernelFault('config_malformed', '`audit` is no chain of this kernel');
  engines.add(engine);
  return engine;
}

/** Whoever can rule on what its runs ask. */
export function facesOf({
  approver,
  approvals = null,
  broker,
}: Engine): Omit<QuestionDesk, 'cancellation'> {
  return { approver, broker, isAlone: approvals === null };
}

function brokerOf({ approvals = null, clock, timer, random }: EngineParts): () => ApprovalBroker {
  let broker = approvals;
  return () => {
    broker ??= new ApprovalBroker({ store: memoryApprovals(random), clock, timer, random });
    return broker;
  };
}

function copyLimits(limits: RunLimits): RunLimits {
  const { maxSteps, maxEffects, maxParses, maxModelCalls, maxDepth } = limits;
  const { reasonerTimeoutMs, toolTimeoutMs } = limits;
  return freeze({
    maxSteps,
    maxEffects,
    maxParses,
    maxModelCalls,
    maxDepth,
    reasonerTimeoutMs,
    toolTimeoutMs,
  });
}

/** A bound that is no number bounds nothing: `1 >= NaN` is false for ever. */
function assertLimits(limits: RunLimits): void {
  for (const key of Object.keys(operationalLimits) as (keyof RunLimits)[]) {
    const limit = limits[key];
    if (limit === null || (isSafeInteger(limit) && limit >= 0)) continue;
    throw new KernelFault('config_malformed', `\`${key}\` is neither null nor a whole number`);
  }
}
