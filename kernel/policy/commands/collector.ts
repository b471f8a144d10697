/** Gathers what the reader of shell text comes across: commands, redirects, variables. */
import type { ShellRedirect, ShellWord } from '../../../schemas/index.js';
import type {
  SeenAssignment,
  SeenRun,
  SeenWrapper,
  ShellObserver,
} from '../../vaglio/shell/observer.js';
import {
  BELOW,
  GLOB,
  knownLength,
  knownText,
  type ShellScope,
  UNKNOWN,
  valuesOf,
} from '../../vaglio/shell/word.js';
import { MAX_NAMED } from './facet.js';
import { namedPaths, wrapperPaths } from './named-paths.js';
import { type NamedPaths, type PathBudget, PathDraft } from './path-draft.js';
import { exported, type SetVariable } from './variables.js';
import type { CommandWords } from './words.js';

/** One command that would run. */
export interface SeenCommand {
  readonly words: CommandWords;
  /** The same with patterns as they are spelt, each sign of one as `*`. */
  readonly spelt: CommandWords;
  readonly named: NamedPaths;
  readonly isWrapper: boolean;
}

/** One redirect to or from a file. */
export interface SeenRedirect {
  readonly target: string | null;
  readonly named: NamedPaths;
  readonly isWriting: boolean;
}

const DECLARES = /^(?:export|declare|typeset|readonly|local)$/;
/** `2>&1`, `<&3`, `>&-`: another number for what is open already. */
const NUMBER = /^\d*-?$/;

/** Looks on while a text is read; holds no more than a bounded number of each. */
export class CommandCollector implements ShellObserver {
  readonly seen: SeenCommand[] = [];
  readonly redirects: SeenRedirect[] = [];
  readonly variables: SetVariable[] = [];
  /** Words of the next `export` or its like that its grammar keeps apart. */
  #declared: (string | null)[] = [];
  readonly #budget: PathBudget = { left: 4 * MAX_NAMED };
  /** There was more than is held. */
  isCut = false;

  ran(run: SeenRun): void {
    const isDeclaring = DECLARES.test(run.name);
    const added = isDeclaring ? this.#declared.splice(0) : [];
    if (this.#hasRoom())
      this.seen.push({
        ...wordsOf(run, added),
        named: namedPaths(run, this.#budget),
        isWrapper: false,
      });
    if (isDeclaring)
      for (const word of run.words.slice(1)) this.#set(exported(knownText(word, run.scope)));
  }

  wrapped(wrapper: SeenWrapper): void {
    if (this.#hasRoom())
      this.seen.push({
        ...wordsOf(wrapper, []),
        named: wrapperPaths(wrapper, this.#budget),
        isWrapper: true,
      });
    for (const word of wrapper.words.slice(1)) {
      const text = wrapper.inner.has(word) ? '' : knownText(word, wrapper.scope);
      if (text?.includes('=')) this.#set(exported(text));
    }
  }

  assigned({ name, value, command, scope }: SeenAssignment): void {
    const text = knownText(value, scope);
    this.#set({ name, value: text });
    if (DECLARES.test(command)) this.#declared.push(text === null ? null : `${name}=${text}`);
  }

  redirected(redirect: ShellRedirect, scope: ShellScope): void {
    if (redirect.kind === 'text') return;
    const { operator, target } = redirect;
    const text = knownText(target, scope);
    if (operator.endsWith('&') && NUMBER.test(text ?? '?')) return;
    const draft = new PathDraft(scope, this.#budget);
    draft.add(target);
    this.#hold(this.redirects, {
      target: text,
      named: draft.named,
      isWriting: operator.includes('>'),
    });
  }

  /** What is not held needs no look at its words. */
  #hasRoom(): boolean {
    if (this.seen.length >= MAX_NAMED) this.isCut = true;
    return !this.isCut;
  }

  #set(variable: SetVariable | null): void {
    if (variable !== null) this.#hold(this.variables, variable);
  }

  #hold<T>(list: T[], item: T): void {
    if (list.length >= MAX_NAMED) this.isCut = true;
    else list.push(item);
  }
}

/** Words as they would run; the program by one of its names where several are possible. */
function wordsOf(
  { name, words, scope, isFed }: SeenRun,
  added: CommandWords,
): Pick<SeenCommand, 'words' | 'spelt'> {
  const [program, ...args] = words;
  if (program === undefined) return { words: [], spelt: [] };
  const guess = name.includes(UNKNOWN) || name.includes(GLOB) ? null : name;
  const fed = isFed ? [null, null] : [];
  const whole = (texts: CommandWords): CommandWords => [
    knownText(program, scope) ?? guess,
    ...texts,
    ...added,
    ...fed,
  ];
  return {
    words: whole(args.flatMap((word) => textsOf(word, scope))),
    spelt: whole(args.flatMap((word) => speltOf(word, scope))),
  };
}

/** The text of a word; null where nobody knows it, twice where it may be several words or none. */
function textsOf(word: ShellWord, scope: ShellScope): CommandWords {
  const text = knownText(word, scope);
  if (text !== null) return [text];
  return isOneWord(word, scope) ? [null] : [null, null];
}

/** A pattern that fits no file stays as it is; one that does keeps what stands before its signs. */
function speltOf(word: ShellWord, scope: ShellScope): CommandWords {
  if (!word.parts.some(({ kind }) => kind === 'glob')) return textsOf(word, scope);
  const { texts, isKnown } = valuesOf(word, scope);
  const [text = ''] = texts;
  const spelt = text.replaceAll(GLOB, '*');
  // A name of a file that is put in may look like an option.
  if (spelt.startsWith('*')) return [null, null];
  return isKnown && texts.length === 1 && knownLength(spelt) === spelt.length
    ? [spelt]
    : [null, null];
}

function isOneWord(word: ShellWord, scope: ShellScope): boolean {
  const isQuoted = word.parts.every(
    (part) =>
      (part.kind === 'text' || part.kind === 'variable' || part.kind === 'substitution') &&
      (part.kind === 'text' || part.isQuoted),
  );
  const { texts } = valuesOf(word, scope);
  return isQuoted && !texts.some((text) => text.includes(GLOB) || text.includes(BELOW));
}
