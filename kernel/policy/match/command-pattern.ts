/**
 * Beginnings of commands (behaviour G-13, G-32). Words are literal: `*` is a star. A convenience
 * for ordinary commands, not a boundary: the classes of an action are.
 */
import type { ActionCommand } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { fold, type Strictness } from './pattern.js';

/** Words of a command beginning. */
export interface CommandPattern {
  /** As written, without blanks around it. */
  readonly text: string;
  readonly words: readonly string[];
}

/** Splits a command beginning on blanks; null if it is empty. */
export function commandPattern(written: string): CommandPattern | null {
  const text = written.trim();
  if (text === '') return null;
  return freeze({ text, words: freeze(text.split(/\s+/)) });
}

/**
 * Whether a command begins with the words of a pattern, or with `isExact` has no other; `unknown`
 * where that hangs on a word that nobody knows. Exactly, its text must begin as the pattern is
 * written, too; where it has no text of its own, words are all there is. Loosely, the text is
 * enough, and a program goes by its plain name.
 */
export function commandMatches(
  pattern: CommandPattern,
  command: ActionCommand,
  how: Strictness,
  isExact: boolean,
): 'hit' | 'unknown' | 'miss' {
  const isText = command.text === null ? how === 'exact' : textFits(pattern, command.text, isExact);
  const byWords = wordsFit(pattern, command.words, how, isExact);
  if (how === 'loose') return isText ? 'hit' : byWords;
  return isText ? byWords : 'miss';
}

function textFits(pattern: CommandPattern, given: string, isExact: boolean): boolean {
  const text = given.trim();
  return text === pattern.text || (!isExact && text.startsWith(`${pattern.text} `));
}

function wordsFit(
  pattern: CommandPattern,
  words: ActionCommand['words'],
  how: Strictness,
  isExact: boolean,
): 'hit' | 'unknown' | 'miss' {
  for (const [i, wanted] of pattern.words.entries()) {
    const word = words[i];
    if (word === undefined) return 'miss';
    // It may be several words, or none: nothing after it can be told either.
    if (word === null) return 'unknown';
    const isSame =
      i === 0 && how === 'loose' ? plainName(word) === plainName(wanted) : word === wanted;
    if (!isSame) return 'miss';
  }
  const rest = words.slice(pattern.words.length);
  if (!isExact || rest.length === 0) return 'hit';
  return rest.every((word) => word === null) ? 'unknown' : 'miss';
}

/** `git` of `/usr/bin/git`, in one case: some file systems do not tell cases apart. */
export function plainName(program: string): string {
  return fold(program.slice(program.lastIndexOf('/') + 1));
}
