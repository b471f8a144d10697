/** The words of one command after every expansion, and how GNU programs read them. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { type OptionSpec, readOptions } from '../../vaglio/shell/options.js';
import { startScope, textWord } from '../../vaglio/shell/word.js';

/**
 * Null stands for a word that nobody knows. Where it may fall into several words, or vanish, it
 * stands twice: the second is never the value of an option.
 */
export type CommandWords = readonly (string | null)[];

const unknownPart = freeze({ kind: 'unknown', scripts: freeze([]), isQuoted: false } as const);
const unknownWord: ShellWord = freeze({ parts: freeze([unknownPart]), isStatic: false });

/** Options and operands of some words. */
export interface WordOptions {
  readonly operands: CommandWords;
  /** For each operand, where it stands; -1 for one that nobody knows. */
  readonly places: readonly number[];
  /** Whether one of some options is given, by its letter or its long name. */
  has(...names: readonly string[]): boolean;
  /** The values of some options. */
  values(...names: readonly string[]): CommandWords;
  /** Some word that is no option's value is unknown: it may be any option too. */
  readonly hasUnknown: boolean;
}

/** Reads the words after the name of a command. */
export function readWords(words: CommandWords, spec: OptionSpec): WordOptions {
  const given = words.map((text) => (text === null ? unknownWord : textWord(text)));
  const places = new Map(given.map((word, at) => [word, at]));
  // No word of these depends on where it stands.
  const options = readOptions(given, startScope({ home: null, cwd: null }), spec);
  return {
    operands: options.operands.map(textOf),
    places: options.operands.map((word) => (word === unknownWord ? -1 : (places.get(word) ?? -1))),
    has: (...names) => names.some((name) => options.given.has(name)),
    values: (...names) =>
      names.flatMap((name) => options.given.get(name) ?? []).map((word) => textOf(word)),
    hasUnknown: options.operands.includes(unknownWord),
  };
}

function textOf(word: ShellWord): string | null {
  const [part] = word.parts;
  return part?.kind === 'text' ? part.text : null;
}
