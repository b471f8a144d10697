/**
 * The coded core of the guard: eleven path patterns and six shell patterns that no score, mode,
 * model or approval can argue with (behaviour V-11 to V-21). A string in any argument that matches
 * is refused, mention or use. Textual, linear; not configurable. Upholds INV-B12.
 */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schemas/index.js';
import { freeze } from '../primordials.js';

export type GuardFinding =
  | { readonly code: 'guard_forbidden_path'; readonly pattern: string }
  | { readonly code: 'guard_dangerous_command'; readonly pattern: string };

/**
 * The source as the specification writes it, and the same language without a catastrophic or
 * JavaScript `$`.
 */
interface CodedPattern {
  readonly source: string;
  readonly pattern: RegExp;
}

function coded(source: string, pattern: RegExp): CodedPattern {
  return freeze({ source, pattern });
}

// `$` in the specification also holds before a final newline.
const pathPatterns: readonly CodedPattern[] = freeze([
  coded('(^|/)\\.ssh(/|$)', /(?:^|\/)\.ssh(?:\/|\n?$)/),
  coded('^/etc/(passwd|shadow|sudoers)', /^\/etc\/(?:passwd|shadow|sudoers)/),
  coded('^/etc/ssh(/|$)', /^\/etc\/ssh(?:\/|\n?$)/),
  coded('^/root(/|$)', /^\/root(?:\/|\n?$)/),
  coded('^/boot(/|$)', /^\/boot(?:\/|\n?$)/),
  coded('^/sys(/|$)', /^\/sys(?:\/|\n?$)/),
  coded('^/proc(/[0-9]|$)', /^\/proc(?:\/[0-9]|\n?$)/),
  coded('^/dev/(sd|nvme|mmcblk|loop)', /^\/dev\/(?:sd|nvme|mmcblk|loop)/),
  coded('\\.aws/credentials', /\.aws\/credentials/),
  coded('\\.config/[^/]+/credentials\\.env', /\.config\/[^/]+\/credentials\.env/),
  coded('\\.gnupg(/|$)', /\.gnupg(?:\/|\n?$)/),
]);

/** All path patterns in one, so that ordinary text costs one scan. */
const anyPath = new RegExp(pathPatterns.map(({ pattern }) => pattern.source).join('|'));

const DD_RUN = /\bdd\s+/g;
const OF_DEVICE = /\bof=\/dev\//g;
// A newline alone ends a line for a shell; for `.` in JavaScript a carriage return does too.
const LINE_END = '\n';

/**
 * `\bdd\s+.*\bof=/dev/` in linear time: a device write on the line where the blanks after some `dd`
 * end.
 */
function writesDevice(command: string): boolean {
  const starts: number[] = [];
  for (const match of command.matchAll(DD_RUN)) starts.push(match.index + match[0].length);
  let at = 0;
  for (const match of command.matchAll(OF_DEVICE)) {
    while (at + 1 < starts.length && (starts[at + 1] as number) <= match.index) at += 1;
    const start = starts[at];
    if (start === undefined || start > match.index) continue;
    if (!command.slice(start, match.index).includes(LINE_END)) return true;
    // The line broke behind this `dd`: no later device write belongs to it.
    starts[at] = Number.POSITIVE_INFINITY;
  }
  return false;
}

interface CodedCommand {
  readonly source: string;
  readonly matches: (command: string) => boolean;
}

function command(source: string, pattern: RegExp): CodedCommand {
  return freeze({ source, matches: (text: string) => pattern.test(text) });
}

const commandPatterns: readonly CodedCommand[] = freeze([
  command('\\brm\\s+-rf?\\s+/(\\s|$)', /\brm\s+-rf?\s+\/(?:\s|$)/),
  command('\\brm\\s+-rf?\\s+~(\\s|$|/)', /\brm\s+-rf?\s+~(?:\s|$|\/)/),
  command('\\bmkfs\\b', /\bmkfs\b/),
  freeze({ source: '\\bdd\\s+.*\\bof=/dev/', matches: writesDevice }),
  command(':\\s*\\(\\s*\\)\\s*\\{\\s*:\\|:&\\s*\\}', /:\s*\(\s*\)\s*\{\s*:\|:&\s*\}/),
  command('\\bchmod\\s+-?R?\\s*0?77[0-9]\\s+/', /\bchmod\s+(?:(?:-R?|R)\s*)?0?77[0-9]\s+\//),
]);

/** What the core looks at in one call. `home` is the user's home directory, given by the host. */
export interface CodedSubject {
  readonly tool: string;
  readonly capabilities: readonly string[];
  readonly args: JsonObject;
  readonly home: string | null;
}

/**
 * Finds the first coded violation of a call: forbidden paths in every string value, then dangerous
 * commands.
 */
export function codedFinding(subject: CodedSubject): GuardFinding | null {
  // INV-B12: every string value, whatever the argument is called.
  const path = forbiddenPath(subject.args, subject.home);
  if (path !== null) return { code: 'guard_forbidden_path', pattern: path };
  if (!runsCommands(subject)) return null;
  const text = commandOf(subject.args);
  const pattern = text === null ? null : commandPattern(text);
  return pattern === null ? null : { code: 'guard_dangerous_command', pattern };
}

/** Whether the commands of a call are looked at. */
export function runsCommands({ tool, capabilities }: CodedSubject): boolean {
  return tool === 'shell_exec' || capabilities.includes('code:exec');
}

/** The first command pattern that a text matches. */
export function commandPattern(text: string): string | null {
  return commandPatterns.find(({ matches }) => matches(text))?.source ?? null;
}

function forbiddenPath(value: Json, home: string | null): string | null {
  if (typeof value === 'string') return patternIn(expandHome(value, home));
  if (isJsonList(value)) {
    for (const item of value) {
      const found = forbiddenPath(item, home);
      if (found !== null) return found;
    }
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const found = forbiddenPath(value[key] as Json, home);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The first path pattern that a text matches. */
export function patternIn(text: string): string | null {
  if (!anyPath.test(text)) return null;
  return pathPatterns.find(({ pattern }) => pattern.test(text))?.source ?? anyPath.source;
}

function expandHome(text: string, home: string | null): string {
  if (home === null || !text.startsWith('~')) return text;
  return text === '~' || text.startsWith('~/') ? home + text.slice(1) : text;
}

/**
 * The command of a shell call: `command`, else `cmd`; a list is joined with blanks, anything else
 * is not one.
 */
function commandOf(args: JsonObject): string | null {
  const given = args['command'] ?? args['cmd'];
  if (typeof given === 'string') return given;
  if (given === undefined || !isJsonList(given)) return null;
  return given.map((part) => (typeof part === 'string' ? part : '')).join(' ');
}
