/**
 * The coded patterns as their source writes them, matched the slow way: `$` also holds before a
 * final newline, and `.` stops at a newline only. The reference for kernel/vaglio/guard.ts.
 */
import type { Json, JsonObject } from '../../schemas/index.js';

const PATHS: readonly string[] = [
  '(^|/)\\.ssh(/|$)',
  '^/etc/(passwd|shadow|sudoers)',
  '^/etc/ssh(/|$)',
  '^/root(/|$)',
  '^/boot(/|$)',
  '^/sys(/|$)',
  '^/proc(/[0-9]|$)',
  '^/dev/(sd|nvme|mmcblk|loop)',
  '\\.aws/credentials',
  '\\.config/[^/]+/credentials\\.env',
  '\\.gnupg(/|$)',
];

const COMMANDS: readonly string[] = [
  '\\brm\\s+-rf?\\s+/(\\s|$)',
  '\\brm\\s+-rf?\\s+~(\\s|$|/)',
  '\\bmkfs\\b',
  '\\bdd\\s+.*\\bof=/dev/',
  ':\\s*\\(\\s*\\)\\s*\\{\\s*:\\|:&\\s*\\}',
  '\\bchmod\\s+-?R?\\s*0?77[0-9]\\s+/',
];

function matches(source: string, text: string): boolean {
  const end = source.replaceAll('$', '(?=\\n?(?![^]))').replaceAll('.*', '[^\\n]*');
  return new RegExp(end).test(text);
}

function texts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part: Json) => texts(part));
}

/** The first path pattern that some string of the arguments matches. */
export function naivePath(args: JsonObject, home: string | null): string | null {
  for (const text of texts(args)) {
    const path = home === null ? text : text.replace(/^~(?=$|\/)/, () => home);
    const found = PATHS.find((source) => matches(source, path));
    if (found !== undefined) return found;
  }
  return null;
}

/** The first command pattern that a command matches. */
export function naiveCommand(command: string): string | null {
  return COMMANDS.find((source) => matches(source, command)) ?? null;
}
