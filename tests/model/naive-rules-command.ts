/** Whether a command begins as a rule says, word by word. */
import type { ActionCommand } from '../../schemas/index.js';
import type { Closeness } from './naive-rules-pattern.js';

export type NaiveFit = 'hit' | 'unknown' | 'miss';

/** The beginning that a rule names, and whether the command has to end there. */
export interface NaiveBeginning {
  readonly pattern: string;
  readonly isWhole: boolean;
}

/** The words of a beginning as it is written. */
export function naiveWords(pattern: string): readonly string[] {
  return pattern.split(' ').filter((word) => word !== '');
}

function programOf(word: string): string {
  return (word.split('/').at(-1) ?? '').toLowerCase();
}

function isSameWord(at: number, [named, given]: [string, string], closeness: Closeness): boolean {
  if (at > 0 || closeness === 'exact') return named === given;
  return programOf(named) === programOf(given);
}

function fitOfWords(
  { pattern, isWhole }: NaiveBeginning,
  command: ActionCommand,
  closeness: Closeness,
): NaiveFit {
  const named = naiveWords(pattern);
  for (const [at, word] of named.entries()) {
    const given = command.words[at];
    if (given === undefined) return 'miss';
    if (given === null) return 'unknown';
    if (!isSameWord(at, [word, given], closeness)) return 'miss';
  }
  const more = command.words.slice(named.length);
  if (!isWhole || more.length === 0) return 'hit';
  // A word that nobody knows may be none at all.
  return more.every((word) => word === null) ? 'unknown' : 'miss';
}

/** Does the command begin so? Unknown where a word that nobody knows would tell. */
export function naiveBeginningFit(
  beginning: NaiveBeginning,
  command: ActionCommand,
  closeness: Closeness,
): NaiveFit {
  const fit = fitOfWords(beginning, command, closeness);
  if (command.text === null) return fit;
  const text = command.text.trim();
  const { pattern, isWhole } = beginning;
  const isWritten = text === pattern || (!isWhole && text.startsWith(`${pattern} `));
  // What restricts is content with either; what allows wants both.
  if (closeness === 'loose') return isWritten ? 'hit' : fit;
  return isWritten ? fit : 'miss';
}
