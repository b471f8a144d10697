/** Reads the gateway's part of `sluice.toml`, with the narrow choice for whatever is left out. */
import { dirname, resolve } from 'node:path';
import { type ActionClass, tierClasses } from '../../schemas/index.js';
import {
  absolute,
  malformed,
  parseSettingsText,
  readSettingsText,
} from '../settings/settings-text.js';
import {
  type GatewayText,
  gatewaySchema,
  type ServerText,
  type ToolText,
  toolSchema,
} from './gateway-schema.js';
import type { GatewaySettings, Reach, ServerSettings, ToolSettings } from './gateway-settings.js';
import { type Whose, whoseOf } from './read-clients.js';

/**
 * Reads the settings of a file: one for its principal, or one for each of its clients. A path in it
 * begins at the file's own folder, or with `~/`.
 * @throws HostError `input_unreadable`; `settings_malformed` with every problem, also for a file
 * that others may write to
 */
export function readGateways(path: string): readonly GatewaySettings[] {
  return parseGateways(readSettingsText(path), path);
}

/** Reads settings out of a text, as `readGateways` does. @throws HostError `settings_malformed` */
export function parseGateways(text: string, path: string): readonly GatewaySettings[] {
  const given = parseSettingsText(text, path, gatewaySchema);
  const common = commonOf(given, path);
  return Object.freeze(
    whoseOf(given, path).map((whose) => Object.freeze<GatewaySettings>({ ...common, ...whose })),
  );
}

/** The settings of the one principal of a file. @throws HostError as `readGateways` does */
export function readGateway(path: string): GatewaySettings {
  return parseGateway(readSettingsText(path), path);
}

/** Reads settings out of a text, as `readGateway` does. @throws HostError `settings_malformed` */
export function parseGateway(text: string, path: string): GatewaySettings {
  const [one] = parseGateways(text, path);
  if (one === undefined || one.client !== null)
    throw malformed(path, ['`[clients]` are told apart over HTTP alone: serve them with `--http`']);
  return one;
}

function commonOf(given: GatewayText, path: string): Omit<GatewaySettings, keyof Whose> {
  const { gateway, servers } = given;
  const untrusted = gateway.untrusted ?? 'deny';
  if (given.policy !== undefined && saysUntrusted({ gateway, servers }))
    throw malformed(path, ['a `policy` has release rules of its own: leave out `untrusted`']);
  // A question shows the arguments: the client would see what it is not told.
  if (gateway.elicitation && gateway.results === 'handles')
    throw malformed(path, ['with `results = "handles"` leave out `elicitation`: name `approvals`']);
  const base = dirname(resolve(path));
  return {
    path,
    policy: given.policy === undefined ? null : absolute(given.policy, base),
    trust: gateway.trust_client_until_tainted ? 'until_tainted' : 'never',
    results: gateway.results,
    elicitation: gateway.elicitation,
    sessionCalls: gateway.session_calls,
    servers: Object.freeze(
      Object.entries(servers).map(([name, one]) => serverOf(name, one, { base, untrusted })),
    ),
  };
}

function saysUntrusted({ gateway, servers }: Pick<GatewayText, 'gateway' | 'servers'>): boolean {
  const all = Object.values(servers).flatMap(({ tools }) => Object.values(tools));
  return [gateway, ...all].some(({ untrusted }) => untrusted !== undefined);
}

interface Around {
  readonly base: string;
  readonly untrusted: 'ask' | 'deny';
}

function serverOf(name: string, given: ServerText, { base, untrusted }: Around): ServerSettings {
  const tools = Object.entries(given.tools).map(([tool, one]) => {
    const settings: ToolSettings = {
      digest: one.digest,
      spec: specOf(`${name}.${tool}`, one, given.timeout_ms),
      untrusted: one.untrusted ?? untrusted,
    };
    return [tool, settings] as const;
  });
  return {
    name,
    reach: reachOf(given, base),
    timeoutMs: given.timeout_ms,
    resultBytes: given.result_bytes,
    tools: Object.fromEntries(tools),
  };
}

function reachOf({ command, url, args, env, cwd, token_env }: ServerText, base: string): Reach {
  if (url !== undefined) return { url, tokenEnv: token_env ?? null };
  return { command: command ?? '', args, env, cwd: cwd === undefined ? base : absolute(cwd, base) };
}

/** What stands for a tool that no settings name. */
export function unnamedTool(server: ServerSettings, name: string, digest: string): ToolSettings {
  const said = toolSchema.parse({ digest });
  const spec = specOf(`${server.name}.${name}`, said, server.timeoutMs);
  return { digest, spec, untrusted: 'deny' };
}

/** What nobody said of a tool is said here: it writes, and it sends. */
function specOf(name: string, given: ToolText, timeoutMs: number): ToolSettings['spec'] {
  const { effect, egress, mutates, commit, capabilities, classes, readers, subjects } = given;
  const { args, recipients, sink, confirm, approval } = given;
  return {
    effect,
    egress,
    mutates,
    commit,
    capabilities: capabilities ?? [name],
    classes: classes ?? usualClasses(given),
    result: { '': { readers, subjects } },
    timeoutMs: given.timeout_ms ?? timeoutMs,
    ...(args === undefined ? {} : { args }),
    ...(recipients === undefined ? {} : { recipients }),
    ...(sink === undefined ? {} : { sink }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(approval === undefined ? {} : { approval }),
  } as ToolSettings['spec'];
}

/** The classes of a foreign tool by what it does (behaviour G-8). */
function usualClasses({ effect, egress, mutates }: ToolText): ActionClass[] {
  const classes: ActionClass[] = [...tierClasses[effect]];
  if (mutates && effect === 'read') classes.push(...tierClasses.write);
  if (egress) classes.push('networkEgress');
  return classes;
}
