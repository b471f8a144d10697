/**
 * A draft of settings out of a live server, for a person to review: every tool pinned as it is
 * defined now, and declared as what nothing is known of: it writes, and it sends. What the server
 * says of itself stands beside it as a comment and is used for nothing.
 */
import { basename } from 'node:path';
import { HostError } from '../errors.js';
import { type ServerDefinition, shownText } from './definition.js';
import { ownVersion } from './gateway.js';
import { toolName } from './gateway-schema.js';
import type { ServerSettings } from './gateway-settings.js';
import { serverTool } from './server-tool.js';
import { Upstream } from './upstream.js';

export interface DraftAsked {
  readonly principal: string;
  /** The server to ask, with no tools. */
  readonly server: ServerSettings;
}

const WIDTH = 96;
const MAX_LINES = 40;
const MAX_PIECES = 20;
/** Programs that fetch what they run. */
const fetchers: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx', 'docker']);
const FETCHED: readonly string[] = [
  '# What this fetches may be other code tomorrow: digests pin what tools say, not what they do.',
  '# Install one version of the server, and name its program.',
];

/**
 * Starts a server, asks for its tools and drafts settings for it.
 * @throws HostError `server_unavailable` if it cannot be asked
 */
export async function draftSettings({ principal, server }: DraftAsked): Promise<string> {
  const upstream = new Upstream(server, { version: ownVersion(), changed: () => undefined });
  try {
    const definitions = [...(await upstream.open()).values()];
    if (definitions.length === 0)
      throw new HostError('server_unavailable', `server \`${server.name}\` has no tools`);
    const tools = definitions.map((one) => toolLines(server, one, misfitOf(upstream, one)));
    return [...headLines(principal, server, definitions), ...tools.flat(), ''].join('\n');
  } finally {
    await upstream.close();
  }
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}

function list(items: readonly string[]): string {
  return `[${items.map(quoted).join(', ')}]`;
}

function headLines(
  principal: string,
  { name, reach }: ServerSettings,
  definitions: readonly ServerDefinition[],
): string[] {
  const capabilities = definitions
    .filter((one) => toolName.safeParse(one.name).success)
    .map((one) => `  ${quoted(`${name}.${one.name}`)},`);
  return [
    '# A draft: read it, narrow it, then start `sluice gateway --config` with it.',
    '[principal]',
    `id = ${quoted(principal)}`,
    '',
    '# What clients may do at all; take out what they need not.',
    '[grant]',
    'capabilities = [',
    ...capabilities,
    ']',
    '',
    '[gateway]',
    "# What labels refuse is put to you, since nobody has said yet what a client's words are worth.",
    'untrusted = "ask"',
    "# Questions go to the client's own user interface; whoever runs the client can answer them.",
    '# Not every client has one: what it cannot ask is refused. Then say `false`, name a file with',
    '# `approvals`, and rule in another terminal: `sluice approvals list`, `show` and `approve`.',
    'elicitation = true',
    'audit = "gateway-audit.jsonl"',
    '',
    `[servers.${name}]`,
    ...('url' in reach
      ? [
          `url = ${quoted(reach.url)}`,
          ...(reach.tokenEnv === null ? [] : [`token_env = ${quoted(reach.tokenEnv)}`]),
        ]
      : [
          ...(fetchers.has(basename(reach.command)) ? FETCHED : []),
          `command = ${quoted(reach.command)}`,
          `args = ${list(reach.args)}`,
          ...(reach.env.length === 0 ? [] : [`env = ${list(reach.env)}`]),
        ]),
  ];
}

function toolLines(
  server: ServerSettings,
  definition: ServerDefinition,
  misfit: string | null,
): string[] {
  const { name, description, annotations, digest, hidden } = definition;
  const lines = ['', ...comment(description === '' ? '(no description)' : description)];
  const said = Object.entries(annotations).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  if (said.length > 0) lines.push(...comment(`The server says: ${said.join(', ')}`));
  for (const text of hidden) lines.push(...comment(`IT HOLDS WHAT CANNOT BE SEEN: ${text}`));
  const body = [
    `[servers.${server.name}.tools.${quoted(name)}]`,
    `digest = ${quoted(digest)}`,
    // INV-X8: whatever its annotations say.
    `effect = "write"`,
    'egress = true',
    `capabilities = ${list([`${server.name}.${name}`])}`,
  ];
  const refusal = hidden.length > 0 ? 'what it holds is hidden' : misfit;
  if (refusal === null) return [...lines, ...body];
  return [...lines, ...comment(`Left out: ${refusal}`), ...body.flatMap(comment)];
}

/** Why the gateway could not offer a tool; null where it can. */
function misfitOf(upstream: Upstream, definition: ServerDefinition): string | null {
  if (!toolName.safeParse(definition.name).success) return 'its name is none that clients can use';
  try {
    serverTool(upstream, definition, {
      digest: definition.digest,
      spec: {
        effect: 'write',
        egress: true,
        capabilities: ['any'],
        classes: ['networkEgress'],
      } as never,
      untrusted: 'deny',
    });
    return null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return error.message;
  }
}

/** Text of others as comments: every line marked, nothing hidden, no line without an end. */
function comment(text: string): string[] {
  const lines = shownText(text)
    .replaceAll('\t', ' ')
    .split(/[\n\r\u0085\u2028\u2029]/);
  return lines.slice(0, MAX_LINES).flatMap((line) => wrapped(line).map((part) => `# ${part}`));
}

/** A line in pieces that fit the width, at its spaces where it has any. */
function wrapped(line: string): string[] {
  const pieces = line.match(new RegExp(`.{1,${WIDTH}}(?:\\s+|$)|.{1,${WIDTH}}`, 'gu')) ?? [''];
  return pieces.slice(0, MAX_PIECES).map((piece) => piece.trimEnd());
}
