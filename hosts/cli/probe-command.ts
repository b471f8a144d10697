/**
 * `sluice probe`: which rule decides about an action, and why. The answer is the engine's own, on
 * the action that the rules stage would read (behaviour G-56).
 */
import { homedir } from 'node:os';
import type { Command } from 'commander';
import { z } from 'zod';
import {
  actionOf,
  defineTool,
  type FollowedPaths,
  type ReadAction,
  type Ruled,
  resolveAction,
} from '../../kernel/index.js';
import {
  type ActionClass,
  actionClasses,
  autonomyLevels,
  conversationModes,
  isJsonObject,
  isName,
  type JsonObject,
  nearHint,
  type Standing,
} from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { openRules } from '../policy/rules-in-force.js';
import { bashParser } from '../shell/bash-parser.js';
import type { Screen } from './screen.js';

interface ProbeFlags {
  readonly class?: readonly string[];
  readonly command?: string;
  readonly args?: string;
  readonly tool?: string;
  readonly policy?: string;
  readonly space?: string;
  readonly agent?: string;
  readonly mode: string;
  readonly autonomy?: string;
  readonly operator?: true;
  readonly grant?: readonly string[];
  readonly now?: string;
  readonly home?: string;
  readonly cwd?: string;
  readonly json?: true;
}

const PROBE_HELP = `
Arguments are read by their conventional keys: "path", "ref", "branch", "host", "url", "command",
"count", "limit"; "cents" is an amount.

Exit codes: 0 allow, 3 it would be asked about, 2 deny, 1 it could not be told.

Examples:
  sluice probe --class gitPush --args '{"ref": "main"}' --policy policy.yaml
  sluice probe --command 'git push origin HEAD:main' --policy policy.yaml
  sluice probe --class fileDelete --args '{"path": "/tmp/x"}' --mode plan --json`;

const exitCodes = Object.freeze({ allow: 0, prompt: 3, deny: 2 });

interface ProbeParts {
  readonly screen: Screen;
  /** Takes the exit code of the command. */
  readonly done: (exitCode: number) => void;
}

/** Adds the command to the command line. */
export function addProbe(program: Command, { screen, done }: ProbeParts): void {
  program
    .command('probe')
    .description('say which rule decides about an action, and why')
    .option('--class <CLASS...>', 'classes of the action')
    .option('--command <TEXT>', 'a shell command that it runs; it is read, not run')
    .option('--args <JSON>', 'what it names')
    .option('--tool <NAME>', 'the tool, for rules that leave some alone')
    .option('--policy <FILE>', 'the policy document (YAML). Default: the built-in rules')
    .option('--space <ID>', 'the space that it happens in')
    .option('--agent <ID>', 'the agent that does it')
    .option('--mode <MODE>', `one of ${conversationModes.join(', ')}`, 'chat')
    .option('--autonomy <LEVEL>', `at most this much: ${autonomyLevels.join(', ')}`)
    .option('--operator', "it is the operator's own act")
    .option('--grant <NAME...>', 'capabilities that the run holds, for overrides')
    .option('--now <DATE>', 'at this instant. Default: now')
    .option('--home <DIR>', 'the home of the user. Default: of this process')
    .option('--cwd <DIR>', 'where relative paths begin. Default: here')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', PROBE_HELP)
    .action(async (flags: ProbeFlags) => done(await probeCommand(flags, screen)));
}

/** Runs the command and returns its exit code. @throws HostError `usage_malformed` and others */
async function probeCommand(flags: ProbeFlags, screen: Screen): Promise<number> {
  const standing = standingOf(flags);
  const read = readProbe(flags, standing);
  if (read.fault !== null)
    throw new HostError(
      'usage_malformed',
      `the arguments have a fault of their own: ${read.fault}`,
    );
  const ruled = resolveAction(openRules(flags).guardrails, {
    action: read.action,
    standing,
    now: instantOf(flags.now),
    grant: flags.grant ?? [],
    net: read.net,
  });
  await screen.print(
    flags.json === true
      ? `${JSON.stringify({ action: read.action, ...ruled }, null, 2)}\n`
      : ruledText(ruled, screen),
  );
  return exitCodes[ruled.decision];
}

function usage(message: string): HostError {
  return new HostError('usage_malformed', message);
}

function readProbe(flags: ProbeFlags, { mode }: Standing): ReadAction {
  const classes = (flags.class ?? []).map(classOf);
  const given = flags.args === undefined ? {} : parseStrictJson(flags.args);
  if (!isJsonObject(given)) throw usage('`--args` takes a JSON object');
  const args: JsonObject =
    flags.command === undefined ? given : { ...given, command: flags.command };
  if (classes.length === 0 && !('command' in args))
    throw usage('give `--class` or `--command`, or both');
  const definition = probeTool(flags.tool ?? 'probe', classes, args);
  const { home = homedir(), cwd = process.cwd() } = flags;
  const means = { shell: bashParser, home, cwd, mode };
  const first = actionOf(definition, args, { ...means, followed: {} });
  const followed: FollowedPaths = Object.fromEntries(
    first.unfollowed.map((path) => [path, nodePathResolver.resolve(path)]),
  );
  return actionOf(definition, args, { ...means, followed });
}

function classOf(text: string): ActionClass {
  const found = actionClasses.find((name) => name === text);
  if (found !== undefined) return found;
  const hint = nearHint(text, actionClasses) ?? `the classes are ${actionClasses.join(', ')}`;
  throw usage(`\`${visibleText(text)}\` is no class: ${hint}`);
}

function probeTool(
  name: string,
  classes: readonly ActionClass[],
  args: JsonObject,
): Parameters<typeof actionOf>[0] {
  if (!isName(name)) throw usage('`--tool` takes a name');
  const [first = 'processSpawn', ...more] = classes;
  const fields = Object.fromEntries(Object.keys(args).map((key) => [key, z.json().optional()]));
  return defineTool({
    name,
    description: 'an action that is only asked about',
    effect: 'write',
    capabilities: ['probe'],
    classes: [first, ...more],
    args: 'cents' in args ? { '/cents': { names: 'cents' } } : {},
    input: z.strictObject(fields),
    output: z.json(),
    run: () => null,
  }).definition;
}

function standingOf(flags: ProbeFlags): Standing {
  const mode = conversationModes.find((known) => known === flags.mode);
  if (mode === undefined) throw usage(`\`--mode\` is one of ${conversationModes.join(', ')}`);
  const autonomy = autonomyLevels.find((known) => known === flags.autonomy) ?? null;
  if (flags.autonomy !== undefined && autonomy === null)
    throw usage(`\`--autonomy\` is one of ${autonomyLevels.join(', ')}`);
  const { space = null, agent = null } = flags;
  return { space, agent, mode, autonomy, isOperator: flags.operator === true };
}

function instantOf(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const instant = /^\d+$/u.test(text) ? Number(text) : Date.parse(text);
  if (Number.isSafeInteger(instant)) return instant;
  throw usage('`--now` takes a date, such as 2026-03-04T12:00:00Z');
}

/** The answer for people: the decision, who decided it, and what else was said. */
function ruledText(
  { decision, says, deciding, advisory, overridden }: Ruled,
  screen: Screen,
): string {
  const { bold, dim } = screen.paint;
  const lines = [bold(decision)];
  for (const { source, reason } of deciding) lines.push(`  ${source}: ${reason}`);
  if (deciding.length === 0) lines.push('  no classified effects');
  for (const say of says)
    if (!deciding.includes(say)) lines.push(dim(`  also ${say.source}: ${say.reason}`));
  for (const { reason } of advisory) lines.push(dim(`  advisory, decides nothing: ${reason}`));
  for (const rule of overridden) lines.push(dim(`  overridden: \`${rule}\``));
  return `${lines.map(visibleText).join('\n')}\n`;
}
