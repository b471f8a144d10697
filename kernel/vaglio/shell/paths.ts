/** Forbidden paths in the words of a command, one word at a time. */
import type { ShellRedirect, ShellWord } from '../../../schemas/index.js';
import { forbiddenPath } from '../forbidden-path.js';
import type { ShellFindings } from './findings.js';
import { GLOB, homeOf, reachedPath, type ShellScope, UNKNOWN, valuesOf } from './word.js';
import { writesText } from './writes.js';

/** Names under the root that a pattern must not reach. */
const ROOTED: readonly (readonly string[])[] = [
  ['root'],
  ['boot'],
  ['sys'],
  ['proc', '1'],
  ['proc', 'self'],
  ['etc', 'passwd'],
  ['etc', 'passwd-'],
  ['etc', 'shadow'],
  ['etc', 'shadow-'],
  ['etc', 'sudoers'],
  ['etc', 'sudoers.d'],
  ['etc', 'ssh'],
];
const HIDDEN: readonly string[] = ['.ssh', '.gnupg', '.aws', '.config'];
const SEARCHED = /path$/i;

/** Looks at each word that is no mention. */
export function judgePaths(
  words: readonly ShellWord[],
  mentions: ReadonlySet<ShellWord>,
  scope: ShellScope,
  findings: ShellFindings,
): void {
  for (const word of words)
    if (!mentions.has(word))
      for (const text of valuesOf(word, scope).texts) judgeText(text, scope, findings);
}

/** Looks at where a command reads from and writes to. */
export function judgeRedirect(
  redirect: ShellRedirect,
  scope: ShellScope,
  findings: ShellFindings,
): void {
  if (redirect.kind !== 'file') return;
  const { texts } = valuesOf(redirect.target, scope);
  for (const text of texts) {
    judgeText(text, scope, findings);
    // A socket opens for reading too.
    const isSocket = /^\/dev\/(?:tcp|udp)\//.test(text);
    if (redirect.operator !== '<' || isSocket) writesText({ scope, findings }, text);
  }
}

/** Looks at what a variable is given; lists of directories are only searched. */
export function judgeAssignment(
  name: string,
  value: ShellWord,
  scope: ShellScope,
  findings: ShellFindings,
): void {
  if (SEARCHED.test(name)) return;
  for (const text of valuesOf(value, scope).texts) judgeText(text, scope, findings);
}

function judgeText(text: string, scope: ShellScope, findings: ShellFindings): void {
  for (const path of pathsIn(text)) {
    const pattern = forbiddenPath(path, scope.base) ?? afterChange(path, scope);
    if (pattern !== null) findings.denyPath(pattern);
    else if (mayReach(path, scope)) findings.ask('path_unknown');
  }
}

/** After a `cd` in the script itself, a plain name may be a forbidden file there. */
function afterChange(path: string, { base, hasMoved }: ShellScope): string | null {
  if (!hasMoved || base.cwd === null || /^[/~-]|\s/.test(path) || path === '') return null;
  return forbiddenPath(`${base.cwd}/${path}`, base);
}

/** The word, and what may be a path in it: `--out=/x`, `of=/x`, `@/x`, `-o/x`. */
function pathsIn(text: string): readonly string[] {
  const paths = [text];
  const equals = text.indexOf('=');
  if (equals !== -1) paths.push(text.slice(equals + 1));
  if (/^-[^-]./.test(text)) paths.push(text.slice(2));
  for (const path of [...paths]) if (path.startsWith('@')) paths.push(path.slice(1));
  return paths;
}

/** Whether a pattern may stand for a forbidden path. */
function mayReach(text: string, { base }: ShellScope): boolean {
  const given = text.startsWith('/etc/') ? text.replaceAll(UNKNOWN, GLOB) : text;
  if (!given.includes(GLOB) || given.includes(UNKNOWN)) return false;
  const path = reachedPath(given, base);
  if (!path.startsWith('/')) return false;
  const names = path.slice(1).split('/');
  const isRooted = ROOTED.some((wanted) => reaches(names, wanted));
  if (isRooted || !path.startsWith(`${homeOf(base)}/`)) return isRooted;
  return names.some((name) => name.startsWith('.') && HIDDEN.some((hidden) => fits(name, hidden)));
}

function reaches(names: readonly string[], wanted: readonly string[]): boolean {
  const begin = names.slice(0, wanted.length);
  if (begin.length < wanted.length || !begin.some((name) => name.includes(GLOB))) return false;
  return wanted.every((name, at) => fits(begin[at] ?? '', name));
}

/** Whether a name with patterns in it may be another name. */
function fits(name: string, wanted: string): boolean {
  if (!name.includes(GLOB)) return name === wanted;
  const pieces = name.split(GLOB);
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (!wanted.startsWith(first) || !wanted.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = wanted.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= wanted.length - last.length;
}
