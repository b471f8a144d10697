/** Commands that run code: where the code comes from, and whether it is a shell's. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { hasOption, type OptionSpec, optionValues, readOptions } from './options.js';
import { type ShellScope, staticText, textWord } from './word.js';

export type ShellCode =
  /** Text that a shell runs: the words, joined with blanks. */
  | { readonly kind: 'script'; readonly words: readonly ShellWord[] }
  /** Code of another language, as an argument: not read. */
  | { readonly kind: 'foreign'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'file'; readonly word: ShellWord }
  | { readonly kind: 'stdin'; readonly isShell: boolean }
  /** What was opened under another number: by this command, or by one before it. */
  | { readonly kind: 'descriptor'; readonly isShell: boolean };

const SHELL = /^(?:r?bash|sh|zsh|dash|ash|ksh|ksh93|mksh|fish|csh|tcsh)$/;
const OTHER =
  /^(?:python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|luajit|osascript|pwsh|powershell|rscript|tclsh|julia)[\d.]*$/;
const STDIN = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|thread-self|\d+))\/fd\/./;
/** `+O extglob` reads like `-O extglob`; it only turns the option off. */
const TURNS_OFF = /^\+[A-Za-z]+$/;

const shell: OptionSpec = freeze({
  valued: 'oO',
  long: ['rcfile', 'init-file'],
  flags: ['version', 'help'],
  stopsAtOperand: true,
});
const other: OptionSpec = freeze({ valued: 'IWX', stopsAtOperand: true });
/** Options that bring the code along. */
const inline: readonly string[] = freeze(['c', 'm', 'e', 'E', 'p', 'r', 'eval', 'print']);

const none: readonly ShellCode[] = freeze([]);

/** All the code that a command runs; null if it is none that runs code. */
export function codeOf(
  name: string,
  words: readonly ShellWord[],
  scope: ShellScope,
): readonly ShellCode[] | null {
  const args = words.slice(1);
  if (name === 'eval') return [{ kind: 'script', words: afterDashes(args) }];
  if (name === 'trap') return trapCode(afterDashes(args));
  if (name === 'alias') return aliasCode(args);
  if (name === 'source' || name === '.') return fileCode(afterDashes(args)[0], true);
  if (SHELL.test(name)) return shellCode(args, scope);
  return OTHER.test(name) ? otherCode(args, scope) : null;
}

/** Builtins take `--` as the end of their options. */
function afterDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return staticText(args[0]) === '--' ? args.slice(1) : args;
}

function fileCode(word: ShellWord | undefined, isShell: boolean): readonly ShellCode[] {
  if (word === undefined) return none;
  const text = staticText(word) ?? '';
  if (STDIN.test(text)) return [{ kind: 'stdin', isShell }];
  return [DESCRIPTOR.test(text) ? { kind: 'descriptor', isShell } : { kind: 'file', word }];
}

function shellCode(args: readonly ShellWord[], scope: ShellScope): readonly ShellCode[] {
  const options = readOptions(args.map(turnedOn), scope, shell);
  if (hasOption(options, 'version', 'help')) return none;
  const startFiles = optionValues(options, 'rcfile', 'init-file');
  const before = startFiles.flatMap((word) => fileCode(word, true));
  const [first] = options.operands;
  if (hasOption(options, 'c')) {
    // What follows the script are its own arguments.
    return first === undefined ? before : [...before, { kind: 'script', words: [first] }];
  }
  if (first === undefined || hasOption(options, 's'))
    return [...before, { kind: 'stdin', isShell: true }];
  return [...before, ...fileCode(first, true)];
}

function turnedOn(word: ShellWord): ShellWord {
  const text = staticText(word) ?? '';
  return TURNS_OFF.test(text) ? textWord(`-${text.slice(1)}`) : word;
}

function otherCode(args: readonly ShellWord[], scope: ShellScope): readonly ShellCode[] {
  const options = readOptions(args, scope, other);
  if (inline.some((name) => hasOption(options, name))) return [{ kind: 'foreign', words: args }];
  if (hasOption(options, 'V', 'version', 'help', 'h')) return none;
  const [first] = options.operands;
  return first === undefined ? [{ kind: 'stdin', isShell: false }] : fileCode(first, false);
}

function trapCode(args: readonly ShellWord[]): readonly ShellCode[] {
  const [first] = args;
  const isListing = first === undefined || (staticText(first) ?? '').startsWith('-');
  return isListing ? none : [{ kind: 'script', words: [first] }];
}

/** `alias name='script'`, however many. */
function aliasCode(args: readonly ShellWord[]): readonly ShellCode[] {
  const scripts = args.flatMap((word) => {
    const text = staticText(word);
    const equals = text === null ? -1 : text.indexOf('=');
    return text === null || equals === -1 ? [] : [textWord(`${text.slice(equals + 1)};`)];
  });
  return scripts.length === 0 ? none : [{ kind: 'script', words: scripts }];
}

const downloaders: Readonly<Record<string, true>> = freeze({
  aria2c: true,
  axel: true,
  curl: true,
  fetch: true,
  ftp: true,
  http: true,
  https: true,
  lwp: true,
  lynx: true,
  nc: true,
  ncat: true,
  netcat: true,
  scp: true,
  socat: true,
  w3m: true,
  wget: true,
  wget2: true,
  xh: true,
});

/** Whether a command writes what comes from the network. */
export function isDownloader(name: string): boolean {
  return hasOwn(downloaders, name);
}
