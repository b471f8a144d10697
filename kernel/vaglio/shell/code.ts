/** Commands that run code: where the code comes from, and whether it is a shell's. */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { hasOption, type OptionSpec, readOptions } from './options.js';
import { type ShellScope, staticText, textWord } from './word.js';

export type ShellCode =
  /** Text that a shell runs: the words, joined with blanks. */
  | { readonly kind: 'script'; readonly words: readonly ShellWord[] }
  /** Code of another language, as an argument: not read. */
  | { readonly kind: 'foreign'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'file'; readonly word: ShellWord }
  | { readonly kind: 'stdin'; readonly isShell: boolean }
  | { readonly kind: 'none' };

const SHELL = /^(?:r?bash|sh|zsh|dash|ash|ksh|ksh93|mksh|fish|csh|tcsh)$/;
const OTHER =
  /^(?:python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|luajit|osascript|pwsh|powershell|rscript|tclsh|julia)[\d.]*$/;
const STDIN = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

const shell: OptionSpec = freeze({
  valued: 'oO',
  long: ['rcfile', 'init-file'],
  flags: ['version', 'help'],
  stopsAtOperand: true,
});
const other: OptionSpec = freeze({ valued: 'IWX', stopsAtOperand: true });
/** Options that bring the code along. */
const inline: readonly string[] = freeze(['c', 'm', 'e', 'E', 'p', 'r', 'eval', 'print']);

const none: ShellCode = freeze({ kind: 'none' });

/** The code that a command runs; null if it is none that runs code. */
export function codeOf(
  name: string,
  words: readonly ShellWord[],
  scope: ShellScope,
): ShellCode | null {
  const args = words.slice(1);
  if (name === 'eval') return { kind: 'script', words: args };
  if (name === 'trap') return trapCode(args);
  if (name === 'alias') return aliasCode(args);
  if (name === 'source' || name === '.') return fileCode(args[0], true);
  if (SHELL.test(name)) return shellCode(args, scope);
  return OTHER.test(name) ? otherCode(args, scope) : null;
}

function fileCode(word: ShellWord | undefined, isShell: boolean): ShellCode {
  if (word === undefined) return none;
  const text = staticText(word);
  return text !== null && STDIN.test(text) ? { kind: 'stdin', isShell } : { kind: 'file', word };
}

function shellCode(args: readonly ShellWord[], scope: ShellScope): ShellCode {
  const options = readOptions(args, scope, shell);
  if (hasOption(options, 'version', 'help')) return none;
  const operands = options.operands.filter((word) => !(staticText(word) ?? '').startsWith('+'));
  const [first] = operands;
  if (hasOption(options, 'c')) {
    // What follows the script are its own arguments.
    return first === undefined ? none : { kind: 'script', words: [first] };
  }
  if (first === undefined || hasOption(options, 's')) return { kind: 'stdin', isShell: true };
  return fileCode(first, true);
}

function otherCode(args: readonly ShellWord[], scope: ShellScope): ShellCode {
  const options = readOptions(args, scope, other);
  if (inline.some((name) => hasOption(options, name))) return { kind: 'foreign', words: args };
  if (hasOption(options, 'V', 'version', 'help', 'h')) return none;
  const [first] = options.operands;
  return first === undefined ? { kind: 'stdin', isShell: false } : fileCode(first, false);
}

function trapCode(args: readonly ShellWord[]): ShellCode {
  const [first] = args;
  const isListing = first === undefined || (staticText(first) ?? '').startsWith('-');
  return isListing ? none : { kind: 'script', words: [first] };
}

/** `alias name='script'`, however many. */
function aliasCode(args: readonly ShellWord[]): ShellCode {
  const scripts = args.flatMap((word) => {
    const text = staticText(word);
    const equals = text === null ? -1 : text.indexOf('=');
    return text === null || equals === -1 ? [] : [textWord(`${text.slice(equals + 1)};`)];
  });
  return scripts.length === 0 ? none : { kind: 'script', words: scripts };
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
