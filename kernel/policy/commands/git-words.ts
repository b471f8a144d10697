/**
 * Takes the options off that stand between `git` and its sub-command (behaviour G-32): where it
 * works, and how it shows what it finds. What may change which program runs stays.
 */
import { freeze } from '../../primordials.js';
import type { CommandWords } from './words.js';

/** Options of `git` itself with a value that change only where it works. */
const PLACES: ReadonlySet<string> = freeze(
  new Set(['-C', '--git-dir', '--work-tree', '--namespace', '--attr-source']),
);
/** Options of `git` itself without one that change nothing about what runs. */
const PLAIN =
  /^(?:-p|--paginate|-P|--no-pager|--bare|--no-replace-objects|--no-lazy-fetch|--no-optional-locks|--no-advice|--(?:literal|glob|noglob|icase)-pathspecs)$/;
/** Options of `git` itself with a value that may name a program. */
const SETTINGS: ReadonlySet<string> = freeze(new Set(['-c', '--config-env', '--super-prefix']));

/** One `git` command, taken apart. */
export interface GitWords {
  /** Options of `git` itself that may name a program, as they stand. */
  readonly settings: CommandWords;
  /** Where these stand. */
  readonly settingsAt: readonly number[];
  /** Sub-command and all after it. */
  readonly rest: CommandWords;
  /** Where the sub-command stands; the number of words if there is none. */
  readonly verbAt: number;
  /** Where the values of `-C` stand, in order. */
  readonly directoriesAt: readonly number[];
}

/** Takes a `git` command apart; its first word is the program. */
export function readGitWords(words: CommandWords): GitWords {
  const settingsAt: number[] = [];
  const directoriesAt: number[] = [];
  let at = 1;
  while (at < words.length) {
    const word = words[at] ?? null;
    if (word === null || !word.startsWith('-')) break;
    const isApart = PLACES.has(word) || SETTINGS.has(word);
    if (word === '-C') directoriesAt.push(at + 1);
    const next = Math.min(at + (isApart ? 2 : 1), words.length);
    if (!isPlace(word)) for (let own = at; own < next; own += 1) settingsAt.push(own);
    at = next;
  }
  const settings = settingsAt.map((own) => words[own] ?? null);
  return { settings, settingsAt, rest: words.slice(at), verbAt: at, directoriesAt };
}

function isPlace(word: string): boolean {
  const equals = word.indexOf('=');
  return PLACES.has(equals === -1 ? word : word.slice(0, equals)) || PLAIN.test(word);
}
