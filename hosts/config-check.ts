/**
 * What a host wrote into a configuration, looked at before anything is built of it: a misspelt key
 * would be a setting that does nothing, and a value of the wrong kind would fail somewhere else.
 */
import { type GateLayer, isAuditChain, isBroker, KernelFault } from '../kernel/index.js';
import {
  autonomyLevels,
  type CancelSignal,
  conversationModes,
  isName,
  readSafetyMode,
  safetyModes,
  unknownKey,
} from '../schemas/index.js';
import type {
  KernelConfig,
  KernelPorts,
  PlanOptions,
  PreviewOptions,
  QueryOptions,
  SessionQueryOptions,
} from './kernel-config.js';

/** What a value must be: in words, and as a question. */
interface Kind {
  readonly says: string;
  readonly fits: (value: unknown) => boolean;
}

type Kinds<Key extends PropertyKey> = Readonly<Record<Key, Kind>>;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  );
}

const list: Kind = { says: 'a list', fits: Array.isArray };
const record: Kind = { says: 'a record', fits: isRecord };
const anything: Kind = { says: 'anything', fits: () => true };
const textList: Kind = {
  says: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};
const textOrNull: Kind = {
  says: 'text or null',
  fits: (value) => value === null || typeof value === 'string',
};
const principal: Kind = {
  says: '`user:` and a name without spaces, such as `user:alice@example.com`',
  fits: (value) => typeof value === 'string' && /^user:\S+$/u.test(value),
};
const policy: Kind = {
  says: 'a list of rules or a function',
  fits: (value) => Array.isArray(value) || typeof value === 'function',
};

function methods(...names: readonly string[]): Kind {
  const says = `an object with ${names.map((name) => `\`${name}\``).join(' and ')}`;
  return { says, fits: (value) => value === null || hasMethods(value, names) };
}

function oneOf(...values: readonly string[]): Kind {
  const says = values.map((value) => `\`${value}\``).join(' or ');
  return { says, fits: (value) => typeof value === 'string' && values.includes(value) };
}

const name: Kind = {
  says: 'a name: a letter, then letters, digits or `_.:-`',
  fits: (value) => typeof value === 'string' && isName(value),
};

const configKinds: Kinds<keyof KernelConfig> = {
  tools: list,
  schemas: record,
  grant: textList,
  declassify: policy,
  guardrails: record,
  space: name,
  agent: name,
  conversationMode: oneOf(...conversationModes),
  autonomy: oneOf(...autonomyLevels),
  safetyMode: {
    says: safetyModes.map((mode) => `\`${mode}\``).join(' or '),
    fits: (value) => typeof value === 'string' && readSafetyMode(value) !== null,
  },
  planner: methods('plan'),
  parser: methods('parse'),
  limits: record,
  audit: {
    says: 'an `AuditChain`, or a sink with `append`',
    fits: (value) => isAuditChain(value) || hasMethods(value, ['append']),
  },
  principal,
  home: textOrNull,
  cwd: textOrNull,
  layers: list,
  judge: record,
  reviewer: methods('review'),
  approval: oneOf('wait', 'suspend'),
  approvers: record,
  selection: oneOf('unique', 'strict'),
  ports: record,
};

const portKinds: Kinds<keyof KernelPorts> = {
  clock: methods('now'),
  timer: methods('after'),
  random: methods('id'),
  scope: methods('enter', 'isInside'),
  approver: methods('ask'),
  approvals: {
    says: 'an `ApprovalBroker`, or a store with `read`, `list`, `swap`, `drop` and `watch`',
    fits: (value) =>
      isBroker(value) || hasMethods(value, ['read', 'list', 'swap', 'drop', 'watch']),
  },
  verdictLog: methods('write'),
  shell: methods('parse'),
  paths: methods('resolve'),
  policy: methods('current'),
};

const optionKinds: Kinds<keyof QueryOptions> = {
  facts: record,
  plan: anything,
  // What it must be, the kernel says.
  approved: anything,
  signal: methods('addEventListener', 'removeEventListener'),
  // What they may be, `trustQuery` says.
  readers: anything,
};

const stages: Kind = oneOf('rules', 'judge', 'review');

function malformed(message: string): KernelFault {
  return new KernelFault('config_malformed', message);
}

/** Refuses own keys that are not among `known`. @throws KernelFault `config_malformed` */
export function assertKnownKeys(given: unknown, known: readonly string[], where: string): void {
  if (!isRecord(given)) throw malformed(`${where}: no record of options`);
  const unknown = unknownKey(given, known);
  if (unknown !== null) throw malformed(`${where}: ${unknown}`);
}

function assertKinds(given: object, kinds: Readonly<Record<string, Kind>>, where: string): void {
  assertKnownKeys(given, Object.keys(kinds), where);
  for (const [key, { says, fits }] of Object.entries(kinds)) {
    const value = (given as Record<string, unknown>)[key];
    if (value !== undefined && !fits(value))
      throw malformed(`${where}: \`${key}\` must be ${says}`);
  }
}

/** Refuses unknown keys and kinds of a configuration. @throws KernelFault `config_malformed` */
export function assertConfig(config: KernelConfig): void {
  assertKinds(config, configKinds, 'configuration');
  for (const key of ['tools', 'principal'] as const) {
    if (config[key] === undefined)
      throw malformed(`configuration: \`${key}\` is missing: ${configKinds[key].says}`);
  }
  (config.layers ?? []).forEach((layer: unknown, at) => {
    if (!hasMethods(layer, ['answer']) || !stages.fits((layer as GateLayer).stage))
      throw malformed(
        `configuration: layer ${at} must have \`answer\`, and as \`stage\` ${stages.says}`,
      );
  });
}

/** Refuses ports that cannot be used. @throws KernelFault `config_malformed` */
export function assertPorts(ports: KernelPorts): void {
  assertKinds(ports, portKinds, '`ports`');
}

/** Refuses options of a run that do nothing. @throws KernelFault `config_malformed` */
export function assertRunOptions(options: QueryOptions): void {
  assertKinds(options, optionKinds, 'run options');
}

const { facts, readers, signal, plan } = optionKinds;

/** Refuses options of a planning that do nothing. @throws KernelFault `config_malformed` */
export function assertPlanOptions(options: PlanOptions): void {
  assertKinds(options, { facts, readers, signal }, 'plan options');
}

/** Refuses options of a preview that do nothing. @throws KernelFault `config_malformed` */
export function assertPreviewOptions(options: PreviewOptions): void {
  assertKinds(options, { facts, readers, plan }, 'preview options');
  if (options.plan === undefined) throw malformed('preview options: `plan` is missing');
}

/** Refuses options of a resumed run that do nothing. @throws KernelFault `config_malformed` */
export function assertResumeOptions(options: { readonly signal?: CancelSignal }): void {
  assertKinds(options, { signal }, 'resume options');
}

/** Refuses what keeps no suspensions. @throws KernelFault `config_malformed` */
export function assertSuspensionStore(store: unknown): void {
  if (hasMethods(store, ['put', 'read', 'claim'])) return;
  throw malformed('a store of suspensions must be an object with `put`, `read` and `claim`');
}

const watch: Kind = { says: 'a function', fits: (value) => typeof value === 'function' };

/** Refuses options of a session that do nothing. @throws KernelFault `config_malformed` */
export function assertSessionOptions(options: SessionQueryOptions): void {
  assertKinds(options, { facts, readers, signal, watch }, 'session options');
}
