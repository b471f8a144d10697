/**
 * The facade: one configuration in, one kernel out. Everything absent is the tightest choice of its
 * layer.
 */
import { homedir } from 'node:os';
import {
  ApprovalBroker,
  AuditChain,
  ClientObserver,
  type ClientOptions,
  ClientSession,
  EffectDispatcher,
  type Engine,
  type EngineParts,
  Gate,
  isAuditChain,
  isBroker,
  makeEngine,
  makeJudgeLayer,
  makeValidator,
  type OpenSession,
  openSession,
  type RunResult,
  runQuery,
  type SchemaInput,
  type Validator,
} from '../kernel/index.js';
import {
  operationalLimits,
  ownFields,
  type PolicySource,
  type RunLimits,
  readSafetyMode,
} from '../schemas/index.js';
import {
  assertConfig,
  assertKnownKeys,
  assertPorts,
  assertRunOptions,
  assertSessionOptions,
} from './config-check.js';
import type {
  KernelConfig,
  KernelPorts,
  QueryOptions,
  SessionQueryOptions,
} from './kernel-config.js';
import { nodePathResolver } from './node/path-resolver.js';
import { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
import { type PlanCalls, planCalls, trustedQuery, withLongFacts } from './plan-calls.js';
import { withReview } from './review/with-review.js';
import { bashParser } from './shell/bash-parser.js';
import { staticPolicy } from './static-policy.js';
import { memoryAuditSink } from './stores/memory-audit.js';
import { type SuspendCalls, suspendCalls } from './suspended/suspend-calls.js';
import { judgeOptions, withJudge } from './vaglio/judge-settings.js';

export interface Kernel extends PlanCalls, SuspendCalls {
  /**
   * Runs one query of the user; the text is trusted, so it must be the user's own.
   * @throws KernelFault `config_malformed` for an unknown option, `query_malformed`,
   * `fact_malformed`, `reentrant_run`
   */
  run(query: string, options?: QueryOptions): Promise<RunResult>;
  /**
   * Opens a run that takes its plan in fragments, as a loop writes them; `end` must be called.
   * @throws KernelFault as `run` does; EffectDenied `audit_unavailable`
   */
  open(query: string, options?: SessionQueryOptions): Promise<OpenSession>;
  /**
   * Opens a session for a client: an agent outside that calls tools one by one and reads what it is
   * told, as behind a gateway or in a framework. @throws KernelFault `config_malformed`
   */
  openClient(options?: Omit<ClientOptions, 'principal'>): ClientSession;
  /**
   * Looks on at a client whose calls somebody else makes: says what the Gate would have decided,
   * and runs nothing. For a trial; nothing is enforced. @throws KernelFault `config_malformed`
   */
  observeClient(options?: Omit<ClientOptions, 'principal'>): ClientObserver;
  readonly audit: AuditChain;
  /** The list of requests that its runs ask; null where `ports.approvals` named none. */
  readonly approvals: ApprovalBroker | null;
}

/**
 * Builds a kernel. Cheap: tools and schemas are compiled where they are defined.
 * @throws KernelFault `config_malformed`, `grant_malformed`, `tool_duplicate`, `foreign_kernel`
 */
export function createKernel(given: KernelConfig): Kernel {
  const config = ownFields(given);
  assertConfig(config);
  const ports = ownFields(config.ports ?? {});
  assertPorts(ports);
  const { principal } = config;
  const audit = chainOf(config.audit);
  const approvals = brokerOf(config, ports);
  const engine = engineOf(config, ports, { audit, approvals });
  return Object.freeze({
    audit,
    approvals,
    async run(query: string, options: QueryOptions = {}): Promise<RunResult> {
      const own = ownFields(options);
      assertRunOptions(own);
      return runQuery(engine, trustedQuery(query, principal, own), withLongFacts(own));
    },
    async open(query: string, options: SessionQueryOptions = {}): Promise<OpenSession> {
      const own = ownFields(options);
      assertSessionOptions(own);
      return openSession(engine, trustedQuery(query, principal, own), withLongFacts(own));
    },
    openClient(options: Omit<ClientOptions, 'principal'> = {}): ClientSession {
      return new ClientSession(engine, { ...ownFields(options), principal });
    },
    observeClient(options: Omit<ClientOptions, 'principal'> = {}): ClientObserver {
      return new ClientObserver(engine, { ...ownFields(options), principal });
    },
    ...planCalls(engine, principal),
    ...suspendCalls(engine, principal),
  });
}

function engineOf(
  config: KernelConfig,
  ports: KernelPorts,
  shared: Pick<EngineParts, 'audit' | 'approvals'>,
): Engine {
  const policy = ports.policy ?? staticPolicy(config, ports.paths);
  const gate = gateOf(config, ports, policy);
  const scope = ports.scope === undefined ? nodeCallScope : ports.scope;
  const dispatcher = new EffectDispatcher(gate, config.tools, scope);
  return makeEngine({
    ...shared,
    dispatcher,
    grant: dispatcher.grant,
    schemas: validators(config.schemas ?? {}),
    planner: config.planner ?? null,
    parser: config.parser ?? null,
    approver: ports.approver ?? null,
    limits: limitsOf(config.limits),
    clock: ports.clock ?? nodeClock,
    timer: ports.timer ?? nodeTimer,
    random: ports.random ?? nodeRandom,
    approval: config.approval ?? 'wait',
    selection: config.selection ?? 'unique',
    verdictLog: ports.verdictLog ?? null,
  });
}

function gateOf(config: KernelConfig, { shell, paths }: KernelPorts, policy: PolicySource): Gate {
  const { home, cwd, layers = [], space, agent, conversationMode, autonomy, safetyMode } = config;
  return new Gate({
    policy,
    home: home === undefined ? homedir() : home,
    cwd: cwd === undefined ? process.cwd() : cwd,
    shell: shell === undefined ? bashParser : shell,
    paths: paths === undefined ? nodePathResolver : paths,
    space: space ?? null,
    agent: agent ?? null,
    mode: conversationMode ?? 'chat',
    autonomy: autonomy ?? null,
    safety: readSafetyMode(safetyMode ?? 'normal') ?? 'strict',
    layers: withReview(withJudge(layers, makeJudgeLayer(judgeOptions(config.judge))), config),
  });
}

function brokerOf(
  { approvers = {} }: KernelConfig,
  { approvals, clock, timer, random }: KernelPorts,
): ApprovalBroker | null {
  if (approvals === undefined) return null;
  if (isBroker(approvals)) return approvals;
  return new ApprovalBroker({
    store: approvals,
    clock: clock ?? nodeClock,
    timer: timer ?? nodeTimer,
    random: random ?? nodeRandom,
    approvers,
  });
}

function limitsOf(given: Partial<RunLimits> = {}): RunLimits {
  assertKnownKeys(given, Object.keys(operationalLimits), '`limits`');
  return { ...operationalLimits, ...given };
}

function chainOf(audit: KernelConfig['audit']): AuditChain {
  if (audit === undefined) return new AuditChain(memoryAuditSink());
  return isAuditChain(audit) ? audit : new AuditChain(audit);
}

/** Schemas compile once, however many kernels use them. */
const compiled = new WeakMap<SchemaInput, Validator>();

function validators(
  schemas: Readonly<Record<string, SchemaInput>>,
): Readonly<Record<string, Validator>> {
  const out: Record<string, Validator> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    let validator = compiled.get(schema);
    if (validator === undefined) {
      validator = makeValidator(schema, 'output');
      compiled.set(schema, validator);
    }
    out[name] = validator;
  }
  return out;
}
