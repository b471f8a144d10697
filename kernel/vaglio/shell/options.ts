/**
 * Reads the options of a command as GNU programs do: letters together, long names cut short, values
 * attached or apart, options after operands, nothing but operands after `--`.
 */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { type ShellScope, textWord, UNKNOWN, valuesOf } from './word.js';

/** The options of one command that matter. */
export interface OptionSpec {
  /** Letters whose value follows. */
  readonly valued?: string;
  /** Long names whose value follows, without `--`. */
  readonly long?: readonly string[];
  /** Long names without a value that are asked for. */
  readonly flags?: readonly string[];
  /** Options end at the first operand: what follows belongs to another command. */
  readonly stopsAtOperand?: boolean;
}

export interface ReadOptions {
  /** Letters and long names that are given, written out; a value's under its own option. */
  readonly given: ReadonlyMap<string, readonly ShellWord[]>;
  readonly operands: readonly ShellWord[];
  /** A word that may be an option, or several, when it runs. */
  readonly hasUnknown: boolean;
}

const noSpec: OptionSpec = freeze({});

/** Takes options apart while it goes through the words. */
class OptionReader {
  readonly given = new Map<string, ShellWord[]>();
  readonly operands: ShellWord[] = [];
  hasUnknown = false;
  readonly #words: readonly ShellWord[];
  readonly #scope: ShellScope;
  readonly #spec: OptionSpec;
  #at = 0;

  constructor(words: readonly ShellWord[], scope: ShellScope, spec: OptionSpec) {
    this.#words = words;
    this.#scope = scope;
    this.#spec = spec;
  }

  read(): void {
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at] as ShellWord;
      const [text = ''] = valuesOf(word, this.#scope).texts;
      const isOption = text.startsWith('-') && text !== '-';
      if (text === '--' || (!isOption && this.#spec.stopsAtOperand === true)) {
        this.operands.push(...this.#words.slice(text === '--' ? this.#at + 1 : this.#at));
        return;
      }
      this.#at += 1;
      if (text.startsWith('--')) this.#long(text.slice(2));
      else if (isOption) this.#letters(text);
      else this.#operand(word, text);
    }
  }

  #operand(word: ShellWord, text: string): void {
    if (text.startsWith(UNKNOWN)) this.hasUnknown = true;
    this.operands.push(word);
  }

  #letters(text: string): void {
    for (let at = 1; at < text.length; at += 1) {
      const letter = text[at] as string;
      if (this.#spec.valued?.includes(letter) !== true) {
        this.#give(letter);
        continue;
      }
      const attached = text.slice(at + 1);
      this.#give(letter, attached === '' ? this.#next() : textWord(attached));
      return;
    }
  }

  #long(text: string): void {
    const equals = text.indexOf('=');
    const asked = equals === -1 ? text : text.slice(0, equals);
    const { long = [], flags = [] } = this.#spec;
    // Any prefix will do for GNU; what could be two of them is taken for both.
    const valued = long.filter((name) => name.startsWith(asked));
    const plain = flags.filter((name) => name.startsWith(asked));
    const value = equals === -1 ? null : textWord(text.slice(equals + 1));
    const names = asked === '' ? [] : [...valued, ...plain];
    if (names.length === 0) names.push(asked);
    const isApart = value === null && valued.length > 0 && plain.length === 0;
    const word = isApart ? this.#next() : value;
    for (const name of names) this.#give(name, word ?? undefined);
  }

  #next(): ShellWord | undefined {
    const word = this.#words[this.#at];
    this.#at += 1;
    return word;
  }

  #give(name: string, value?: ShellWord): void {
    const values = this.given.get(name) ?? [];
    if (value !== undefined) values.push(value);
    this.given.set(name, values);
  }
}

/** Reads the words after the name of a command. */
export function readOptions(
  words: readonly ShellWord[],
  scope: ShellScope,
  spec: OptionSpec = noSpec,
): ReadOptions {
  const reader = new OptionReader(words, scope, spec);
  reader.read();
  return reader;
}

/** Whether any of some options is given. */
export function hasOption(options: ReadOptions, ...names: readonly string[]): boolean {
  return names.some((name) => options.given.has(name));
}

/** The values of some options. */
export function optionValues(
  options: ReadOptions,
  ...names: readonly string[]
): readonly ShellWord[] {
  return names.flatMap((name) => options.given.get(name) ?? []);
}
