/**
 * A call as an action: its declared classes and those that its commands add, and what its arguments
 * and commands name, each in its one spelling (behaviour G-30, G-31). Paths are followed outside;
 * here stands only what came of it.
 */
import type {
  Action,
  ActionClass,
  ActionCommand,
  ConversationMode,
  Facet,
  JsonObject,
  RuleDecision,
  ShellParser,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';
import { widerReach } from './commands/facet.js';
import { netAnswer } from './commands/net.js';
import { type CommandReading, readCommandLine } from './commands/reading.js';
import { type NamedArguments, namedArguments } from './extract.js';
import { type PathMeans, type Paths, pathsOf } from './followed-facet.js';
import { normalHost } from './match/host-name.js';
import { normalRef } from './match/ref-name.js';
import { unnamed } from './names-plan.js';
import type { SafetyFinding } from './safety/finding.js';
import { unread } from './safety/safety-draft.js';

export interface ActionMeans extends PathMeans {
  readonly shell: ShellParser | null;
  readonly mode: ConversationMode;
}

export interface NetSay {
  readonly decision: RuleDecision;
  readonly rule: string;
  readonly about: string;
}

/** A fault of the arguments themselves, whatever the rules say. */
export type ActionFault = 'path_unresolved' | 'path_linked' | 'ref_invalid' | 'amount_invalid';

export interface ReadAction {
  readonly action: Action;
  readonly net: readonly NetSay[];
  readonly safety: readonly SafetyFinding[];
  /** Absolute paths that have to be followed before anything can be decided. */
  readonly unfollowed: readonly string[];
  readonly fault: ActionFault | null;
  /** Where the paths lead. */
  readonly real: readonly string[];
}

const noNet: readonly NetSay[] = freeze([]);
const noPaths: readonly string[] = freeze([]);
const noFindings: readonly SafetyFinding[] = freeze([]);

/** Reads a call of a tool as an action. Pure over its arguments and what was followed. */
export function actionOf(
  definition: ToolDefinition,
  args: JsonObject,
  means: ActionMeans,
): ReadAction {
  // What acts on nothing names nothing.
  const isPure = definition.spec.effect === 'pure';
  const named = namedArguments(isPure ? unnamed : definition.names, args);
  const readings = named.commands.map((given) =>
    readCommandLine(given, {
      parser: means.shell,
      home: means.home,
      cwd: means.cwd,
      isScript: isScript(given, args),
    }),
  );
  const { classes } = definition.spec;
  const paths = pathsOf(named, readings, means);
  const refs = refsOf(named, readings);
  const isWrite = definition.spec.effect === 'write';
  const action: Action = freeze({
    tool: definition.spec.name,
    classes: readings.length === 0 ? classes : allClasses(classes, readings),
    commands: readings.length === 0 ? noCommands : readings.flatMap(({ commands }) => commands),
    isOpaque: named.unreadable.includes('command') || readings.some(({ isOpaque }) => isOpaque),
    paths: paths.facet,
    refs: refs.facet,
    hosts: hostsOf(named, readings),
    count: named.count,
    cents: named.cents,
  });
  return freeze({
    action,
    net: readings.length === 0 ? noNet : readings.map((reading) => netSay(reading, means.mode)),
    safety: safetyOf(readings, named.unreadable.includes('command')),
    unfollowed: paths.unfollowed,
    fault: faultOf(named, refs.isInvalid, paths, isWrite),
    real: paths.facet?.values ?? noPaths,
  });
}

/** Whether a command stands under `script` alone, where the guard too takes other languages. */
function isScript(given: string | readonly string[], args: JsonObject): boolean {
  const own = (key: string): unknown => (hasOwn(args, key) ? args[key] : undefined);
  return given === own('script') && given !== own('command') && given !== own('cmd');
}

const noCommands: readonly ActionCommand[] = freeze([]);

function safetyOf(
  readings: readonly CommandReading[],
  isUnread: boolean,
): readonly SafetyFinding[] {
  if (readings.length === 0 && !isUnread) return noFindings;
  const found = readings.flatMap(({ safety }) => safety);
  return freeze(isUnread ? [...found, unread] : found);
}

function netSay(reading: CommandReading, mode: ConversationMode): NetSay {
  const { decision, rule } = netAnswer(reading, mode);
  return freeze({ decision, rule, about: 'command' });
}

function allClasses(
  declared: readonly ActionClass[],
  readings: readonly CommandReading[],
): readonly ActionClass[] {
  // Adding a class only tightens.
  return [...new Set([...declared, ...readings.flatMap(({ classes }) => classes)])];
}

function refsOf(
  named: NamedArguments,
  readings: readonly CommandReading[],
): { readonly facet: Facet | null; readonly isInvalid: boolean } {
  const refs = named.refs.map(normalRef);
  // `HEAD` is a ref, only nobody knows which.
  const isInvalid = named.refs.some((ref, at) => refs[at] === null && !/^\+?HEAD$/u.test(ref));
  const isOpen = refs.includes(null) || named.unreadable.includes('ref');
  const own = named.refs.length === 0 && !isOpen ? null : facetOf(refs, isOpen);
  const facet = readings.reduce<Facet | null>((all, { refs: more }) => joinFacets(all, more), own);
  return { facet, isInvalid };
}

function hostsOf(named: NamedArguments, readings: readonly CommandReading[]): Facet | null {
  const hosts = named.hosts.map(normalHost);
  const isOpen = hosts.includes(null) || named.unreadable.includes('host');
  const own = named.hosts.length === 0 && !isOpen ? null : facetOf(hosts, isOpen);
  return readings.reduce<Facet | null>((all, { hosts: more }) => joinFacets(all, more), own);
}

function facetOf(values: readonly (string | null)[], isOpen: boolean): Facet {
  const known = values.filter((value) => value !== null);
  return freeze({ values: freeze(known), reach: isOpen ? 'open' : 'listed' });
}

/** What two parts of an action name together. */
function joinFacets(a: Facet | null, b: Facet | null): Facet | null {
  if (a === null || b === null) return a ?? b;
  const values = freeze([...a.values, ...b.values]);
  return freeze({ values, reach: widerReach(a.reach, b.reach) });
}

function faultOf(
  named: NamedArguments,
  isInvalidRef: boolean,
  { isLost, isLinked }: Paths,
  isWrite: boolean,
): ActionFault | null {
  if (named.hasNegative) return 'amount_invalid';
  if (isInvalidRef) return 'ref_invalid';
  if (isLost) return 'path_unresolved';
  // Whoever writes in place changes what the other names show too.
  return isLinked && isWrite ? 'path_linked' : null;
}
