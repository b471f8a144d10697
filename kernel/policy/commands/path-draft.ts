/** Gathers paths from the words of a command that stands in one directory. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import {
  BELOW,
  GLOB,
  homeOf,
  knownLength,
  reachedPath,
  type ShellScope,
  valuesOf,
} from '../../vaglio/shell/word.js';

/** Paths in the order of the words, absolute where their directory is known, lexically plain. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /** There is a path that nobody can tell, or nobody can tell from where it is reached. */
  readonly isOpen: boolean;
}

const URL = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
const FILE_URL = /^file:(?:\/\/(?:localhost)?(?=\/))?/i;
const ASSIGNS = /^[A-Za-z_]\w*=/;
const ROOTED = /[/~]/;
/** A text that names a path rather than a number, a flag or a plain name. */
export const LOOKS_LIKE_PATH: RegExp = /^[.~]|\//;
/** Ends of pipes: nothing stays in them. */
const SINK = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|u?random|fd\/\d+)$/;

const none: readonly string[] = freeze([]);

/** What may be a path in the text of a word: `x`, `--out=x`, `of=x`, `-I/x`, `@/x`, `/x:/y`. */
function pathsIn(text: string): readonly string[] {
  const equals = text.indexOf('=');
  if (text.startsWith('--')) return equals === -1 ? none : [text.slice(equals + 1)];
  if (text.startsWith('-')) return attached(text);
  if (FILE_URL.test(text)) return [text.replace(FILE_URL, '')];
  if (URL.test(text)) return none;
  const found = [text];
  if (ASSIGNS.test(text)) found.push(text.slice(equals + 1));
  const at = text.indexOf('@');
  if (at !== -1 && LOOKS_LIKE_PATH.test(text.slice(at + 1))) found.push(text.slice(at + 1));
  const colon = text.indexOf(':');
  if (colon !== -1 && /^[/.~]/.test(text)) found.push(text.slice(0, colon));
  return found;
}

/** `-o/x` and `-xzf/y`; letters alone are flags. */
function attached(text: string): readonly string[] {
  const value = text.slice(2);
  if (!LOOKS_LIKE_PATH.test(value)) return none;
  return [value, value.slice(Math.max(0, value.search(ROOTED)))];
}

/** Whether a word is the end of a pipe to another command: `<(…)`, `>(…)`. */
function isPipeEnd({ parts }: ShellWord): boolean {
  const [only, ...more] = parts;
  return more.length === 0 && only?.kind === 'substitution' && only.form !== 'command';
}

/** How many paths of a line are still worked out: a directory may be long, and they many. */
export interface PathBudget {
  left: number;
}

/** Paths in the making. */
export class PathDraft {
  readonly #paths = new Set<string>();
  readonly #scope: ShellScope;
  readonly #budget: PathBudget;
  #isOpen = false;

  constructor(scope: ShellScope, budget: PathBudget) {
    this.#scope = scope;
    this.#budget = budget;
  }

  /** Adds what a word names. */
  add(word: ShellWord): void {
    if (isPipeEnd(word)) return;
    const { texts, isKnown } = valuesOf(word, this.#scope);
    if (!isKnown) this.#isOpen = true;
    for (const text of texts) for (const path of pathsIn(text)) this.#addText(path);
  }

  /** Says that there are paths that nobody can tell. */
  open(): void {
    this.#isOpen = true;
  }

  /** Adds the directory in force. */
  addDirectory(): void {
    this.#addPlain('.');
  }

  /** Adds the directory in force where no path is named. */
  orDirectory(): void {
    if (this.#paths.size === 0 && !this.#isOpen) this.addDirectory();
  }

  #addText(text: string): void {
    if (text === '' || text === '-' || SINK.test(text)) return;
    // Not the shell's home sign here, but some programs take it for one.
    if (/^~(?:\/|$)/.test(text)) this.#addText(homeOf(this.#scope.base) + text.slice(1));
    const known = knownLength(text);
    if (known === text.length) this.#addPlain(text);
    else this.#addStem(text, known);
  }

  /** Of a pattern the directory before it; of what nobody knows only a directory that is named. */
  #addStem(text: string, known: number): void {
    this.#isOpen = true;
    const slash = text.slice(0, known).lastIndexOf('/');
    const isPattern = text[known] === GLOB || text[known] === BELOW;
    if (!isPattern && slash < 1) return;
    this.#addPlain(slash === -1 ? '.' : text.slice(0, Math.max(slash, 1)));
  }

  #addPlain(text: string): void {
    if (this.#budget.left <= 0) return this.open();
    this.#budget.left -= 1;
    const path = reachedPath(text, this.#scope.base);
    if (!path.startsWith('/')) this.open();
    if (path !== '') this.#paths.add(path);
  }

  /** What was found. */
  get named(): NamedPaths {
    return { paths: [...this.#paths], isOpen: this.#isOpen };
  }
}
