/**
 * Goes through a shell script as its grammar reads it: every simple command of pipes, lists,
 * subshells, substitutions and here-documents; scripts in scripts are read in turn. Follows the
 * working directory and the variables as far as the script says them. Runs nothing.
 */
import type {
  ShellCommand,
  ShellNode,
  ShellParser,
  ShellRedirect,
  ShellWord,
} from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { isDownloader } from './code.js';
import type { ScriptReader, ShellContext, ShellInput } from './context.js';
import { noteRedirects } from './fetched.js';
import type { ShellFindings } from './findings.js';
import { hasForkBomb } from './fork-bomb.js';
import type { ShellObserver } from './observer.js';
import { opensCode } from './opened.js';
import { judgeAssignment, judgeRedirect } from './paths.js';
import { printedBy } from './printed.js';
import { runCommand } from './run.js';
import { assign, innerScope, type ShellScope, spelledOut, staticText, textWord } from './word.js';
import { plainName } from './wrappers.js';

/** Longer commands are not read: what a grammar costs at worst grows faster than its text. */
export const MAX_COMMAND = 32_768;
/** Scripts inside of scripts, and of all of them together. */
const MAX_DEPTH = 6;
const MAX_SCRIPTS = 48;

const noInput: ShellInput = freeze({ kind: 'none' });
const anyInput: ShellInput = freeze({ kind: 'pipe', text: null });
const download: ShellInput = freeze({ kind: 'download' });

/** Reads one command and the scripts inside it. */
export class ShellReader implements ScriptReader {
  readonly #parser: ShellParser;
  readonly #findings: ShellFindings;
  readonly #observer: ShellObserver | null;
  /** Words that hold what comes from the network. */
  readonly #downloads = new Set<ShellWord>();
  #depth = 0;
  #scripts = 0;

  constructor(parser: ShellParser, findings: ShellFindings, observer: ShellObserver | null = null) {
    this.#parser = parser;
    this.#findings = findings;
    this.#observer = observer;
  }

  /** Reads a whole command. */
  start(text: string, scope: ShellScope): void {
    this.read(text, this.#context(scope));
  }

  /** Reads a command that is words already. */
  startWords(words: readonly string[], scope: ShellScope): void {
    runCommand(words.map(textWord), this.#context(scope));
  }

  #context(scope: ShellScope): ShellContext {
    const own = innerScope(scope);
    const place = { scope: own, input: noInput, isRead: false, depth: 0 };
    return { ...place, findings: this.#findings, reader: this, observer: this.#observer };
  }

  read(text: string, context: ShellContext): void {
    if (text.trim() === '') return;
    this.#scripts += 1;
    if (text.length > MAX_COMMAND) this.#findings.ask('shell_too_long');
    else if (this.#depth >= MAX_DEPTH || this.#scripts > MAX_SCRIPTS)
      this.#findings.ask('shell_too_deep');
    else this.#readNow(text, context);
  }

  #readNow(text: string, context: ShellContext): void {
    const { script, hasError } = this.#parser.parse(text);
    if (hasError) this.#findings.ask('shell_error');
    if (hasForkBomb(script)) this.#findings.deny('fork_bomb');
    this.#depth += 1;
    this.#walk(script, context);
    this.#depth -= 1;
  }

  isDownload(word: ShellWord): boolean {
    return this.#downloads.has(word);
  }

  /** Judges a node; true if something in it prints what comes from the network. */
  #walk(node: ShellNode, context: ShellContext): boolean {
    switch (node.kind) {
      case 'command':
        return this.#command(node, context);
      case 'pipeline':
        return this.#pipe(node.parts, context);
      case 'list':
        return this.#all(node.items, context);
      case 'words':
        return this.#words(node.words, context);
      case 'background':
      case 'function':
        return this.#walk(node.body, inside(context));
      case 'subshell':
        return this.#walk(node.body, this.#redirected(node.redirects, inside(context)));
      case 'group':
        return this.#walk(node.body, this.#redirected(node.redirects, context));
    }
  }

  #all(items: readonly ShellNode[], context: ShellContext): boolean {
    let isDownload = false;
    for (const item of items) if (this.#walk(item, context)) isDownload = true;
    return isDownload;
  }

  #pipe(parts: readonly ShellNode[], context: ShellContext): boolean {
    let isDownload = false;
    let { input } = context;
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1;
      const isRead = context.isRead || !isLast;
      if (this.#walk(part, { ...inside(context), input, isRead })) isDownload = true;
      input = isDownload ? download : { kind: 'pipe', text: printedBy(part, context.scope) };
    }
    return isDownload;
  }

  #words(words: readonly ShellWord[], context: ShellContext, written?: ShellInput): boolean {
    let isDownload = false;
    for (const word of words) if (this.#word(word, context, written)) isDownload = true;
    return isDownload;
  }

  /** Reads the scripts that run while a word is worked out; `written` is what `>(…)` reads. */
  #word(word: ShellWord, context: ShellContext, written: ShellInput = anyInput): boolean {
    if (word.isStatic) return false;
    const read = { ...inside(context), input: noInput, isRead: true };
    let isDownload = false;
    for (const part of word.parts) {
      if (part.kind === 'substitution' && part.form === 'output')
        this.#walk(part.script, { ...read, input: written });
      else if (part.kind === 'substitution')
        isDownload = this.#walk(part.script, read) || isDownload;
      else if (part.kind === 'unknown') isDownload = this.#all(part.scripts, read) || isDownload;
    }
    if (isDownload) this.#downloads.add(word);
    return isDownload;
  }

  #command({ assignments, words, redirects }: ShellCommand, context: ShellContext): boolean {
    const { scope, findings } = context;
    const command = plainName(staticText(words[0]) ?? '');
    const isGot = context.input.kind === 'download' || isDownloader(command);
    const written = isGot ? download : anyInput;
    let isDownload = this.#words(words, context, written);
    for (const { name, value } of assignments) {
      if (this.#word(value, context)) isDownload = true;
      context.observer?.assigned({ name, value, command, scope });
      judgeAssignment(name, value, scope, findings);
      assign(scope, name, value);
      if (command === 'alias') this.read(`${staticText(value) ?? ''};`, context);
    }
    const inner = this.#redirected(redirects, context, written);
    noteRedirects(command, redirects, scope);
    if (opensCode(words, redirects)) findings.ask('code_unknown');
    const argv = words.flatMap((word) => spelledOut(word, scope));
    return runCommand(argv, inner) || isDownload;
  }

  /** Judges redirects; the result is the context with what they bring in. */
  #redirected(
    redirects: readonly ShellRedirect[],
    context: ShellContext,
    written?: ShellInput,
  ): ShellContext {
    let { input } = context;
    for (const redirect of redirects) {
      const word = redirect.kind === 'text' ? redirect.body : redirect.target;
      const isDownload = this.#word(word, context, written);
      context.observer?.redirected(redirect, context.scope);
      judgeRedirect(redirect, context.scope, context.findings);
      if (redirect.kind === 'text') input = { kind: 'text', body: redirect.body };
      else if (redirect.operator === '<') input = isDownload ? download : noInput;
      // What stands behind the other number, nobody follows.
      else if (redirect.operator === '<&' && input.kind === 'none') input = anyInput;
    }
    return input === context.input ? context : { ...context, input };
  }
}

/** The context of a shell of its own: where it goes, this one does not. */
function inside(context: ShellContext): ShellContext {
  return { ...context, scope: innerScope(context.scope) };
}
