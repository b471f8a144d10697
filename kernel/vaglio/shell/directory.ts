/** Follows `cd`: relative paths after it begin elsewhere. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { readOptions } from './options.js';
import { GLOB, homeOf, reachedPath, type ShellScope, UNKNOWN, valuesOf } from './word.js';

/** No system has a longer path; a script that goes on and on is not followed. */
const MAX_PATH = 4096;
const CHANGES: ReadonlySet<string> = freeze(new Set(['cd', 'chdir', 'pushd']));

/** Changes the scope if the command changes the directory. */
export function followChange(name: string, args: readonly ShellWord[], scope: ShellScope): void {
  if (name === 'popd') return lose(scope);
  if (!CHANGES.has(name)) return;
  const [target] = readOptions(args, scope).operands;
  if (target === undefined) return name === 'pushd' ? lose(scope) : move(scope, homeOf(scope.base));
  goTo(target, scope);
}

/** Changes the scope to a directory; `unknown` is one that nobody knows. */
export function goTo(target: ShellWord | 'unknown', scope: ShellScope): void {
  if (target === 'unknown') return lose(scope);
  const { texts, isKnown } = valuesOf(target, scope);
  const [text = ''] = texts;
  const isPlain = isKnown && texts.length === 1 && !text.includes(GLOB) && text !== '-';
  if (isPlain) move(scope, text);
  else lose(scope);
}

function move(scope: ShellScope, text: string): void {
  if (scope.isLost && !text.startsWith('/')) return;
  const path = reachedPath(text, scope.base);
  scope.hasMoved = true;
  if (path.length > MAX_PATH) lose(scope);
  else if (path.startsWith('/')) {
    scope.base = { home: scope.base.home, cwd: path };
    scope.isLost = false;
  } else if (path === '..' || path.startsWith('../') || path.includes(UNKNOWN)) lose(scope);
}

function lose(scope: ShellScope): void {
  scope.base = { home: scope.base.home, cwd: null };
  scope.isLost = true;
}
