/**
 * The facade: one configuration in, one kernel out. Everything absent is the tightest choice of its
 * layer.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import {
  AuditChain,
  compileGuardrails,
  EffectDispatcher,
  type Fact,
  Gate,
  type Guardrails,
  isAuditChain,
  isGuardrails,
  KernelFault,
  makeEngine,
  makeJudgeLayer,
  makeValidator,
  type RunResult,
  runQuery,
  type SchemaInput,
  SnapshotRefused,
  snapshot,
  trustQuery,
  type Validator,
} from '../kernel/index.js';
import {
  type DeclassPolicy,
  declassPolicySchema,
  type Grant,
  type GuardrailDocumentInput,
  type HostDeclassifier,
  type Json,
  operationalLimits,
  ownFields,
  type PolicySource,
  parseGrant,
  type RunLimits,
} from '../schemas/index.js';
import { assertConfig, assertKnownKeys, assertPorts, assertRunOptions } from './config-check.js';
import type { KernelConfig, KernelPorts, QueryOptions } from './kernel-config.js';
import { nodePathResolver } from './node/path-resolver.js';
import { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
import { assertRulesReach } from './rules-reach.js';
import { bashParser } from './shell/bash-parser.js';
import { memoryAuditSink } from './stores/memory-audit.js';
import { judgeOptions, withJudge } from './vaglio/judge-settings.js';

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
  const gate = gateOf(config, ports, policy);
  const scope = ports.scope === undefined ? nodeCallScope : ports.scope;
  const dispatcher = new EffectDispatcher(gate, config.tools, scope);
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

function gateOf(config: KernelConfig, { shell, paths }: KernelPorts, policy: PolicySource): Gate {
  const { home, cwd, layers = [], space, agent, conversationMode, autonomy } = config;
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
    layers: withJudge(layers, makeJudgeLayer(judgeOptions(config.judge))),
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
  const guardrails = guardrailsOf(config.guardrails ?? noRulesAtAll);
  const version = versionOf(grant, declassify, guardrails);
  // Rules of a policy source may change later; these do not, so that each can be held to a tool.
  assertRulesReach(declassify, config.tools);
  const current = Object.freeze({ version, grant, declassify, guardrails });
  return Object.freeze({ current: () => current });
}

/** Names a policy by what it says; a host function is opaque and says so. */
function versionOf(
  grant: Grant,
  declassify: DeclassPolicy | HostDeclassifier,
  guardrails: Guardrails,
): string {
  const isBuiltIn = guardrails === builtInGuardrails;
  const kind = typeof declassify === 'function' ? 'opaque' : 'grant';
  if (isBuiltIn && declassify.length === 0) return `${kind}:${grant.join(' ')}`;
  const said = typeof declassify === 'function' ? 'opaque' : declassify;
  return createHash('sha256')
    .update(JSON.stringify([grant, said, guardrails.document]))
    .digest('hex');
}

const noRules: DeclassPolicy = Object.freeze([]);
const noRulesAtAll: GuardrailDocumentInput = Object.freeze({ version: 1 });
const builtInGuardrails = compileGuardrails(noRulesAtAll);

function guardrailsOf(given: GuardrailDocumentInput | Guardrails): Guardrails {
  if (given === noRulesAtAll) return builtInGuardrails;
  return isGuardrails(given) ? given : compileGuardrails(given);
}

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
