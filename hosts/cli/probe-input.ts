/**
 * What the commands about the policy are asked: an action and where it stands, from the command
 * line. `probe` and `policy` read them here, so that they speak of the same action.
 */
import { homedir } from 'node:os';
import { z } from 'zod';
import { actionOf, defineTool, type FollowedPaths, type ReadAction } from '../../kernel/index.js';
import {
  type ActionClass,
  actionClasses,
  autonomyLevels,
  type ConversationMode,
  conversationModes,
  isJsonObject,
  isName,
  type JsonObject,
  nearHint,
  readSafetyMode,
  type Standing,
  safetyModes,
} from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { HostError } from '../errors.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { bashParser } from '../shell/bash-parser.js';
import { parseNamed } from './text-input.js';

export interface ProbedAction {
  readonly class?: readonly string[];
  readonly command?: string;
  readonly args?: string;
  readonly tool?: string;
  readonly home?: string;
  readonly cwd?: string;
}

export interface ProbedStanding {
  readonly space?: string;
  readonly agent?: string;
  readonly mode?: string;
  readonly autonomy?: string;
  readonly safety?: string;
  readonly operator?: true;
}

/** The command line does not say what it has to. */
export function usage(message: string): HostError {
  return new HostError('usage_malformed', message);
}

/**
 * Reads what is asked about as the rules stage would read a call of it; paths are followed.
 * @throws HostError `usage_malformed`, `json_malformed` and the other codes of the strict parser
 */
export function readProbe(flags: ProbedAction, mode: ConversationMode): ReadAction {
  const classes = (flags.class ?? []).map(classOf);
  const given = flags.args === undefined ? {} : parseNamed(flags.args, '`--args`');
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
  const read = actionOf(definition, args, { ...means, followed });
  if (read.fault === null) return read;
  throw usage(`the arguments have a fault of their own: ${read.fault}`);
}

/** The class of a name. @throws HostError `usage_malformed` */
export function classOf(text: string): ActionClass {
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

/** Where the action stands. @throws HostError `usage_malformed` */
export function standingOf(flags: ProbedStanding): Standing {
  const mode = conversationModes.find((known) => known === (flags.mode ?? 'chat'));
  if (mode === undefined) throw usage(`\`--mode\` is one of ${conversationModes.join(', ')}`);
  const autonomy = autonomyLevels.find((known) => known === flags.autonomy) ?? null;
  if (flags.autonomy !== undefined && autonomy === null)
    throw usage(`\`--autonomy\` is one of ${autonomyLevels.join(', ')}`);
  const safety = readSafetyMode(flags.safety ?? 'normal');
  if (safety === null) throw usage(`\`--safety\` is one of ${safetyModes.join(', ')}`);
  const { space = null, agent = null } = flags;
  return { space, agent, mode, autonomy, safety, isOperator: flags.operator === true };
}

/** An instant: a date, or milliseconds; now if none is given. @throws HostError */
export function instantOf(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const instant = /^\d+$/u.test(text) ? Number(text) : Date.parse(text);
  if (Number.isSafeInteger(instant)) return instant;
  throw usage('`--now` takes a date, such as 2026-03-04T12:00:00Z');
}
