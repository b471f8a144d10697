/** Reads `find`: where it begins, whether it chooses, what it runs, deletes and writes. */
import type { ShellWord } from '../../../schemas/index.js';
import { BELOW, type ShellScope, textWord, UNKNOWN, valuesOf } from './word.js';

export interface FindUse {
  readonly starts: readonly ShellWord[];
  /** Some test lets only a part of what lies below through. */
  readonly chooses: boolean;
  readonly deletes: boolean;
  /** Commands run on what is found, with what is found put in. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Too much is found to be put in: for some of it, nobody knows what stands there. */
  readonly isCut: boolean;
  /** Files that are written. */
  readonly outputs: readonly ShellWord[];
  /** Patterns: they name no file. */
  readonly patterns: readonly ShellWord[];
}

const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const WRITES = /^-(?:fprint|fprint0|fprintf|fls)$/;
const PATTERN = /^-i?(?:name|path|wholename|regex|lname)$/;
const CHOICE =
  /^-(?:[aBcm]?(?:min|time|newer\w*)|anewer|cnewer|empty|executable|fstype|gid|group|inum|links|nogroup|nouser|perm|readable|samefile|size|uid|used|user|writable|[acm](?:min|time))$/;
const OPTION = /^-(?:[HLP]|O\d?)$/;

/** Words that are put into the commands of one `find`: starting points times `{}`. */
const MAX_PUT_IN = 256;

type Range = readonly [from: number, to: number];

/** Goes through the expression of one `find`. */
class FindReader {
  readonly outputs: ShellWord[] = [];
  readonly patterns: ShellWord[] = [];
  readonly bodies: Range[] = [];
  chooses = false;
  deletes = false;
  readonly #words: readonly ShellWord[];
  readonly #texts: readonly string[];

  constructor(words: readonly ShellWord[], texts: readonly string[]) {
    this.#words = words;
    this.#texts = texts;
  }

  read(from: number): void {
    let at = from;
    while (at < this.#texts.length) at = this.#step(this.#texts[at] as string, at + 1);
  }

  /** Reads one test or action; the result is where the next one begins. */
  #step(text: string, next: number): number {
    const value = this.#words[next];
    if (text === '-delete') this.deletes = true;
    if (CHOICE.test(text)) this.chooses = true;
    if (WRITES.test(text) && value !== undefined) this.outputs.push(value);
    if (PATTERN.test(text)) {
      this.chooses = true;
      if (value !== undefined) this.patterns.push(value);
      return next + 1;
    }
    if (!RUNS.test(text)) return next;
    const end = this.#bodyEnd(next);
    this.bodies.push([next, end]);
    return end + 1;
  }

  #bodyEnd(from: number): number {
    for (let at = from; at < this.#texts.length; at += 1) {
      const text = this.#texts[at];
      if (text === ';' || (text === '+' && this.#texts[at - 1] === '{}')) return at;
    }
    return this.#texts.length;
  }
}

/** Reads the words after `find`. */
export function readFind(words: readonly ShellWord[], scope: ShellScope): FindUse {
  const texts = words.map((word) => valuesOf(word, scope).texts[0] ?? '');
  let at = 0;
  while (OPTION.test(texts[at] ?? '')) at += 1;
  const first = at;
  while (at < words.length && !/^[-(!]/.test(texts[at] ?? '')) at += 1;
  const starts = at === first ? [textWord('.')] : words.slice(first, at);
  const reader = new FindReader(words, texts);
  reader.read(at);
  const { outputs, patterns, chooses, deletes, bodies } = reader;
  const found = new FoundWords(starts, chooses, scope);
  const commands = bodies.map(([from, to]) =>
    found.putInto(words.slice(from, to), texts.slice(from, to)),
  );
  return { starts, chooses, deletes, commands, isCut: found.isCut, outputs, patterns };
}

/** What one `find` finds, to be put for `{}`. */
class FoundWords {
  isCut = false;
  readonly #found: readonly ShellWord[];
  #left = MAX_PUT_IN;

  /** Each beginning itself, or something below it where a test chooses. */
  constructor(starts: readonly ShellWord[], chooses: boolean, scope: ShellScope) {
    const texts = new Set(starts.flatMap((word) => valuesOf(word, scope).texts));
    this.#found = [...texts].map((text) => textWord(chooses ? `${text}/${BELOW}` : text));
  }

  putInto(words: readonly ShellWord[], texts: readonly string[]): readonly ShellWord[] {
    return words.flatMap((word, at) => {
      const text = texts[at] ?? '';
      if (text === '{}') return this.#take();
      // Inside a longer word, or a script, what is found cannot be told.
      return text.includes('{}') ? [textWord(text.replaceAll('{}', UNKNOWN))] : [word];
    });
  }

  #take(): readonly ShellWord[] {
    const taken = this.#found.slice(0, this.#left);
    this.#left -= taken.length;
    if (taken.length === this.#found.length) return taken;
    this.isCut = true;
    return [...taken, textWord(UNKNOWN)];
  }
}
