/**
 * One simple command as it would run: its wrappers are taken off one by one, then its name decides.
 * Code that it is given is read in turn, where it is a shell's.
 */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { codeOf, isDownloader, type ShellCode } from './code.js';
import type { ShellContext } from './context.js';
import { followChange, goTo } from './directory.js';
import { isFetched, noteFetched } from './fetched.js';
import { type FindUse, readFind } from './find.js';
import { judgeCommand } from './floor.js';
import { mentionsOf } from './mentions.js';
import { judgePaths } from './paths.js';
import { GLOB, innerScope, isMade, staticText, textWord, UNKNOWN, valuesOf } from './word.js';
import { plainName, unwrap, type Wrapped } from './wrappers.js';

/** Wrappers around wrappers; beyond, nobody means well. */
const MAX_WRAPPERS = 16;
/** `find` in `find`. */
const MAX_FIND = 3;
const none: ReadonlySet<ShellWord> = freeze(new Set<ShellWord>());

interface Running {
  readonly words: readonly ShellWord[];
  readonly isFed: boolean;
}

/** Judges a command; true if what it prints comes from the network. */
export function runCommand(words: readonly ShellWord[], context: ShellContext): boolean {
  let isDownload = false;
  for (const name of namesOf(words[0], context)) {
    if (runAs(name, { words, isFed: false }, context)) isDownload = true;
  }
  return isDownload;
}

/** The names that the program may have; where it may be any, the user is asked. */
function namesOf(word: ShellWord | undefined, context: ShellContext): readonly string[] {
  if (word === undefined) return [];
  const text = staticText(word);
  if (text !== null) return [plainName(text)];
  const { texts, isKnown } = valuesOf(word, context.scope);
  const isOpen = !isKnown || texts.some((name) => name.includes(GLOB));
  if (isOpen) context.findings.ask('command_unknown');
  return texts.map(plainName);
}

function runAs(given: string, running: Running, outer: ShellContext): boolean {
  let name = given;
  let context = outer;
  let { words, isFed } = running;
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    const wrapped = unwrap(name, words, context.scope);
    if (wrapped === null) return runPlain(name, { words, isFed }, context);
    const seen = { name, words, isFed, isRead: context.isRead, scope: context.scope };
    if (wrapped.kind === 'nothing') {
      context.observer?.ran(seen);
      judgePaths(words, none, context.scope, context.findings);
      return false;
    }
    const inner = new Set(wrapped.words);
    context.observer?.wrapped({ ...seen, inner });
    judgePaths(words, inner, context.scope, context.findings);
    context = changed(context, wrapped.directory);
    if (wrapped.kind === 'script') {
      runCode({ kind: 'script', words: wrapped.words }, context);
      return false;
    }
    isFed ||= wrapped.isFed;
    const { mark } = wrapped;
    words = mark === null ? wrapped.words : wrapped.words.map((word) => marked(word, mark));
    const [next, ...others] = namesOf(words[0], context);
    if (next === undefined) return false;
    for (const other of others) runPlain(other, { words, isFed }, context);
    name = next;
  }
  context.findings.ask('shell_too_deep');
  return false;
}

/** The context of a command that is started in another directory. */
function changed(context: ShellContext, directory: Wrapped['directory']): ShellContext {
  if (directory === null) return context;
  const scope = innerScope(context.scope);
  goTo(directory, scope);
  return { ...context, scope };
}

/** A word with what nobody knows put for a mark. */
function marked(word: ShellWord, mark: string): ShellWord {
  const text = staticText(word);
  if (text === null || mark === '' || !text.includes(mark)) return word;
  return textWord(text.replaceAll(mark, UNKNOWN));
}

function runPlain(name: string, { words, isFed }: Running, context: ShellContext): boolean {
  const { scope, findings, isRead } = context;
  context.observer?.ran({ name, words, isFed, isRead, scope });
  judgePaths(words, mentionsOf(name, words, scope, isRead), scope, findings);
  const args = words.slice(1);
  const codes = codeOf(name, words, scope);
  if (codes !== null && isFed) {
    if (context.input.kind === 'download') findings.deny('run_download');
    else findings.ask('code_unknown');
  }
  for (const code of codes ?? []) runCode(code, context);
  // Below a `find` it runs for everything that is found.
  judgeCommand({ name, args, isFed, isForEach: context.depth > 0, scope, findings });
  noteFetched(name, args, scope);
  const [program] = words;
  if (program !== undefined && isFetched(program, scope)) findings.ask('code_unknown');
  followChange(name, args, scope);
  if (name === 'find') runFound(readFind(args, scope), context);
  return isDownloader(name);
}

/** What `find` runs; where it begins stands in the words already. */
function runFound({ commands, isCut }: FindUse, context: ShellContext): void {
  if (isCut) context.findings.ask('shell_too_long');
  if (commands.length > 0 && context.depth >= MAX_FIND) context.findings.ask('shell_too_deep');
  else for (const words of commands) runCommand(words, { ...context, depth: context.depth + 1 });
}

function runCode(code: ShellCode, context: ShellContext): void {
  const { findings, reader } = context;
  switch (code.kind) {
    case 'script':
      runScript(code.words, context);
      return;
    case 'foreign':
      if (code.words.some((word) => reader.isDownload(word))) findings.deny('run_download');
      return;
    case 'file':
      if (reader.isDownload(code.word)) findings.deny('run_download');
      else if (isMade(code.word) || isFetched(code.word, context.scope))
        findings.ask('code_unknown');
      return;
    case 'stdin':
      runInput(code.isShell, context);
      return;
    case 'descriptor':
      findings.ask('code_unknown');
      runInput(code.isShell, context);
      return;
  }
}

function runScript(words: readonly ShellWord[], context: ShellContext): void {
  const { scope, findings, reader } = context;
  if (words.some((word) => reader.isDownload(word))) findings.deny('run_download');
  const values = words.map((word) => valuesOf(word, scope));
  if (values.some(({ isKnown }) => !isKnown)) findings.ask('code_unknown');
  const [only, ...more] = values;
  if (only === undefined) return;
  if (more.length === 0) for (const text of only.texts) reader.read(text, context);
  else reader.read(values.map(({ texts }) => texts[0] ?? '').join(' '), context);
}

/** Code on standard input. */
function runInput(isShell: boolean, context: ShellContext): void {
  const { input, findings, reader } = context;
  if (input.kind === 'download') findings.deny('run_download');
  else if (input.kind === 'pipe') {
    findings.ask('code_unknown');
    if (isShell && input.text !== null) reader.read(input.text, context);
  } else if (input.kind === 'text') {
    if (reader.isDownload(input.body)) findings.deny('run_download');
    if (isShell) runScript([input.body], context);
  }
}
