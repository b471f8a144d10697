/**
 * The facade: one configuration in, one kernel out. Everything absent is the tightest choice of its
 * layer.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import {
  AuditChain,
  EffectDispatcher,
  type Fact,
  Gate,
  type GateLayer,
  isAuditChain,
  type JudgeOptions,
  KernelFault,
  makeEngine,
  makeJudgeLayer,
  makeValidator,
  type RunResult,
  runQuery,
  type SchemaInput,
  SnapshotRefused,
  snapshot,
  type Tool,
  trustQuery,
  type Validator,
} from '../kernel/index.js';
import {
  type Approver,
  type AuditSink,
  type CallScope,
  type CancelSignal,
  type Clock,
  type DeclassPolicy,
  declassPolicySchema,
  type Grant,
  type HostDeclassifier,
  type Json,
  operationalLimits,
  ownFields,
  type Parser,
  type Planner,
  type PolicySource,
  parseGrant,
  type Random,
  type Readers,
  type RunLimits,
  type ShellParser,
  type Timer,
  type VerdictLog,
} from '../schemas/index.js';
import { assertConfig, assertKnownKeys, assertPorts, assertRunOptions } from './config-check.js';
import { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
import { assertRulesReach } from './rules-reach.js';
import { bashParser } from './shell/bash-parser.js';
import { memoryAuditSink } from './stores/memory-audit.js';
import { judgeOptions, withJudge } from './vaglio/judge-settings.js';

/** Ports that a host may replace; each has a Node implementation. */
export interface KernelPorts {
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly random?: Random;
  /** Without one (`null`), any run that starts while a tool is running counts as inside it. */
  readonly scope?: CallScope | null;
  readonly approver?: Approver;
  /** Shows what guard and judge said, as `openVaglioLog()` does. Default: nobody. */
  readonly verdictLog?: VerdictLog;
  /** Reads shell commands for the guard; null to ask the user about each. Default: as Bash. */
  readonly shell?: ShellParser | null;
  /** Replaces `grant` and `declassify`: a policy that may change between decisions. */
  readonly policy?: PolicySource;
}

export interface KernelConfig {
  readonly tools: readonly Tool[];
  /** Schemas that the parser may be asked to fill, by name. */
  readonly schemas?: Readonly<Record<string, SchemaInput>>;
  /** Capabilities of a run. Default: none. */
  readonly grant?: readonly string[];
  /** What may leave although its label says no. Default: nothing. */
  readonly declassify?: DeclassPolicy | HostDeclassifier;
  readonly planner?: Planner;
  readonly parser?: Parser;
  readonly limits?: Partial<RunLimits>;
  /** A chain, or a sink to start one on. Default: in memory. */
  readonly audit?: AuditChain | AuditSink;
  /** Whose runs these are: `user:alice@example.com`. */
  readonly principal: string;
  /** The user's home directory, for the guard. Default: the process's. */
  readonly home?: string | null;
  /** Where relative paths begin, for the guard. Default: the process's working directory. */
  readonly cwd?: string | null;
  readonly layers?: readonly GateLayer[];
  /**
   * The judge of stage 6. Default: by rules, with `SLUICE_JUDGE_KIND` and `SLUICE_JUDGE_THRESHOLD`
   * where they are set. A model is told a scrubbed intent.
   */
  readonly judge?: JudgeOptions;
  /** `suspend` ends a run that needs a ruling with `needs_approval` instead of waiting. */
  readonly approval?: 'wait' | 'suspend';
  /**
   * `unique` (the default): words of the user that name exactly one item of a list choose it.
   * `strict`: whoever wrote what they were compared with chose it too.
   */
  readonly selection?: 'unique' | 'strict';
  readonly ports?: KernelPorts;
}

export interface QueryOptions {
  /** Values that the host supplies for this run; a scalar is short for `{ value }`. */
  readonly facts?: Readonly<Record<string, Fact | string | number | boolean>>;
  /** A plan to follow instead of asking the planner. */
  readonly plan?: unknown;
  readonly signal?: CancelSignal;
  /** Who may be sent the words of the query. Default: anyone. */
  readonly readers?: Readers;
}

export interface Kernel {
  /**
   * Runs one query of the user; the text is trusted, so it must be the user's own.
   * @throws KernelFault `config_malformed` for an unknown option, `query_malformed`,
   * `fact_malformed`, `reentrant_run`
   */
  run(query: string, options?: QueryOptions): Promise<RunResult>;
  readonly audit: AuditChain;
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
  const policy = ports.policy ?? staticPolicy(config);
  const gate = new Gate({
    policy,
    home: config.home === undefined ? homedir() : config.home,
    cwd: config.cwd === undefined ? process.cwd() : config.cwd,
    shell: ports.shell === undefined ? bashParser : ports.shell,
    layers: withJudge(config.layers ?? [], makeJudgeLayer(judgeOptions(config.judge))),
  });
  const scope = ports.scope === undefined ? nodeCallScope : ports.scope;
  const dispatcher = new EffectDispatcher(gate, config.tools, scope);
  // Rules of a policy source may change later, so they are not looked at here.
  if (ports.policy === undefined) assertRulesReach(policy.current().declassify, config.tools);
  const audit = chainOf(config.audit);
  const engine = makeEngine({
    dispatcher,
    grant: dispatcher.grant,
    schemas: validators(config.schemas ?? {}),
    planner: config.planner ?? null,
    parser: config.parser ?? null,
    approver: ports.approver ?? null,
    limits: limitsOf(config.limits),
    audit,
    clock: ports.clock ?? nodeClock,
    timer: ports.timer ?? nodeTimer,
    random: ports.random ?? nodeRandom,
    approval: config.approval ?? 'wait',
    selection: config.selection ?? 'unique',
    verdictLog: ports.verdictLog ?? null,
  });
  return Object.freeze({
    audit,
    async run(query: string, options: QueryOptions = {}): Promise<RunResult> {
      const own = ownFields(options);
      assertRunOptions(own);
      const { readers, facts, ...rest } = own;
      const trusted = trustQuery(
        query,
        readers === undefined ? { principal } : { principal, readers },
      );
      return runQuery(
        engine,
        trusted,
        facts === undefined ? rest : { ...rest, facts: longFacts(facts) },
      );
    },
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

function longFacts(facts: NonNullable<QueryOptions['facts']>): Readonly<Record<string, Fact>> {
  const long = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'object' ? fact : { value: fact },
  ]);
  return Object.fromEntries(long);
}

function staticPolicy(config: KernelConfig): PolicySource {
  const grant = parseGrant(config.grant ?? []);
  if (grant === undefined)
    throw new KernelFault('grant_malformed', 'a grant with a malformed capability');
  const declassify = releaseRules(config.declassify ?? noRules);
  const version = versionOf(grant, declassify);
  const current = Object.freeze({ version, grant, declassify });
  return Object.freeze({ current: () => current });
}

/** Names a policy by what it says; a host function is opaque and says so. */
function versionOf(grant: Grant, declassify: DeclassPolicy | HostDeclassifier): string {
  if (typeof declassify === 'function') return `opaque:${grant.join(' ')}`;
  if (declassify.length === 0) return `grant:${grant.join(' ')}`;
  return createHash('sha256')
    .update(JSON.stringify([grant, declassify]))
    .digest('hex');
}

const noRules: DeclassPolicy = Object.freeze([]);

/**
 * Checks rules and takes a copy of them, so that changing the configuration later changes nothing.
 */
function releaseRules(given: DeclassPolicy | HostDeclassifier): DeclassPolicy | HostDeclassifier {
  if (typeof given === 'function' || given === noRules) return given;
  const rules = plainRules(given);
  const parsed = declassPolicySchema.safeParse(rules);
  // The schema transforms nothing: the copy itself is the policy, and inherits nothing.
  if (parsed.success) return rules as unknown as DeclassPolicy;
  const issue = parsed.error.issues[0];
  throw new KernelFault(
    'config_malformed',
    `declassify ${(issue?.path ?? []).join('.')}: ${issue?.message}`,
  );
}

function plainRules(given: DeclassPolicy): Json {
  try {
    return snapshot(given);
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new KernelFault('config_malformed', `declassify: ${error.message}`);
  }
}
