/** `sluice gateway`: MCP servers behind the Gate, for one client on stdio or several over HTTP. */
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { HostError } from '../errors.js';
import type { Gateway } from '../gateway/gateway.js';
import { importMcp } from './import-mcp.js';
import type { ProgramParts } from './program-parts.js';
import type { Screen } from './screen.js';
import { untilInterrupted } from './until-interrupted.js';

interface GatewayFlags {
  readonly config: string;
  readonly http?: true | number;
}

interface InitFlags {
  readonly name: string;
  readonly principal?: string;
  readonly url?: string;
  readonly tokenEnv?: string;
  readonly env?: readonly string[];
}

const GATEWAY_HELP = `
A client is connected to the gateway in place of the servers: every call is decided, asked about,
admitted and recorded before a server hears of it. What it offers stands in the settings, tool by
tool, pinned by digest; docs/guides/gateway.md says how they are written.

Examples:
  sluice gateway init --name files -- npx -y @modelcontextprotocol/server-filesystem . > sluice.toml
  sluice gateway --config sluice.toml
  sluice gateway --config sluice.toml --http 8931
  sluice gateway token`;

const TOKEN_HELP = `
Prints a new token and, below it, the line that names it in the settings. The token goes to the
client and nowhere else: the settings hold its digest.`;

const INIT_HELP = `
Starts the server, asks for its tools and prints settings to review. Nothing is called.

Examples:
  sluice gateway init --name files -- npx -y @modelcontextprotocol/server-filesystem . > sluice.toml
  sluice gateway init --name wiki --url https://wiki.example.com/mcp --token-env WIKI_TOKEN`;

function port(text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('a port is a whole number from 0 to 65535');
}

/** Adds the command to the command line. */
export function addGateway(program: Command, { screen, progress, done }: ProgramParts): void {
  const gateway = program
    .command('gateway')
    .description('stand between MCP clients and MCP servers')
    .option('--config <FILE>', 'the settings', 'sluice.toml')
    .option('--http [PORT]', 'serve clients over HTTP on 127.0.0.1 instead of stdio', port)
    .addHelpText('after', GATEWAY_HELP)
    .action(async (flags: GatewayFlags) => {
      progress.runs();
      const exitCode = await gatewayCommand(flags, screen);
      progress.ran();
      done(exitCode);
    });
  gateway
    .command('token')
    .description('make a token for one of several clients')
    .addHelpText('after', TOKEN_HELP)
    .action(async () => {
      const { newToken, tokenDigest } = await importMcp();
      const token = newToken();
      await screen.print(`${token}\ntoken_sha256 = "${tokenDigest(token)}"\n`);
      done(0);
    });
  gateway
    .command('init')
    .description('draft settings out of a live server')
    .argument('[COMMAND...]', 'how the server is started, after `--`')
    .requiredOption('--name <NAME>', 'what the server is called from now on')
    .option('--principal <ID>', 'whose calls these are: `user:NAME`')
    .option('--url <URL>', 'the server’s address, in place of a command')
    .option('--token-env <NAME>', 'the variable that holds its bearer token')
    .option('--env <NAME...>', 'variables that the server is given')
    .addHelpText('after', INIT_HELP)
    .action(async (command: readonly string[], flags: InitFlags) =>
      done(await initCommand(command, flags, screen)),
    );
}

/** Serves until it is interrupted, or its client has gone; returns the exit code. */
async function gatewayCommand({ config, http }: GatewayFlags, screen: Screen): Promise<number> {
  const { readGateway, readGateways, openGateways, serveStdio } = await importMcp();
  const all = http === undefined ? [readGateway(config)] : readGateways(config);
  const gateways = await openGateways(all);
  const { signal, stop } = untilInterrupted();
  try {
    for (const gateway of gateways) tellOffer(gateway, screen);
    const [gateway] = gateways;
    if (http === undefined && gateway !== undefined) {
      const { stdin: input, stdout: output } = process;
      await serveStdio(gateway, { input, output, signal });
      return 0;
    }
    const face = await faceOf(gateways, typeof http === 'number' ? http : 0);
    await screen.print(`${face.told}\n`);
    if (!signal.aborted) await once(signal, 'abort');
    await face.close();
    return 0;
  } finally {
    stop();
    await Promise.all(gateways.map((one) => one.close()));
  }
}

function tellOffer({ settings, leftOut, tools }: Gateway, screen: Screen): void {
  const whose = settings.client === null ? '' : `${settings.client.name}: `;
  for (const { server, tool, message } of leftOut) {
    const what = `${server}${tool === null ? '' : ` ${tool}`}`;
    screen.note(visibleLine(`${whose}left out: ${what}: ${message}`));
  }
  screen.note(`${whose}${tools.size} tools on offer`);
}

/** The face over HTTP, and what its user is told: clients of a file have their tokens already. */
async function faceOf(
  gateways: readonly Gateway[],
  port: number,
): Promise<{ readonly told: string; close(): Promise<void> }> {
  const { serveClients, serveHttp } = await importMcp();
  const [one] = gateways;
  if (one !== undefined && one.settings.client === null) {
    const { url, token, close } = await serveHttp(one, { port });
    return { told: `${url} ${token}`, close };
  }
  const { url, close } = await serveClients(gateways, { port });
  return { told: url, close };
}

async function initCommand(
  command: readonly string[],
  { name, principal, url, tokenEnv, env = [] }: InitFlags,
  screen: Screen,
): Promise<number> {
  const [program, ...args] = command;
  if ((program === undefined) === (url === undefined))
    throw new HostError('usage_malformed', 'give a command after `--`, or `--url`');
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name) || name === 'sluice')
    throw new HostError('usage_malformed', '`--name` takes lower-case letters, digits and `-`');
  const { draftSettings } = await importMcp();
  const reach =
    url === undefined
      ? { command: program ?? '', args, env, cwd: process.cwd() }
      : { url, tokenEnv: tokenEnv ?? null };
  const server = { name, reach, timeoutMs: 60_000, resultBytes: 1_048_576, tools: {} };
  const text = await draftSettings({ principal: principal ?? `user:${userName()}`, server });
  await screen.print(text);
  return 0;
}

function userName(): string {
  try {
    return userInfo().username.replaceAll(/\s/g, '_') || 'me';
  } catch {
    // A user id without a name.
    return 'me';
  }
}
