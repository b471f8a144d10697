/**
 * The facade: one configuration in, one kernel out. Everything absent is the tightest choice of its
 * layer.
 */
import { homedir } from 'node:os';
import {
  AuditChain,
  EffectDispatcher,
  type Fact,
  Gate,
  isAuditChain,
  makeEngine,
  makeJudgeLayer,
  makeValidator,
  type RunResult,
  runQuery,
  type SchemaInput,
  trustQuery,
  type Validator,
} from '../kernel/index.js';
import {
  operationalLimits,
  ownFields,
  type PolicySource,
  type RunLimits,
} from '../schemas/index.js';
import { assertConfig, assertKnownKeys, assertPorts, assertRunOptions } from './config-check.js';
import type { KernelConfig, KernelPorts, QueryOptions } from './kernel-config.js';
import { nodePathResolver } from './node/path-resolver.js';
import { nodeCallScope, nodeClock, nodeRandom, nodeTimer } from './node/ports.js';
import { bashParser } from './shell/bash-parser.js';
import { staticPolicy } from './static-policy.js';
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
  const policy = ports.policy ?? staticPolicy(config, ports.paths);
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
