/**
 * Commands that run another command: what stands before it, and where it begins. `sudo -u x rm`,
 * `env A=1 rm`, `timeout 5 rm`, `busybox rm`, `xargs rm`.
 */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { hasOption, type OptionSpec, optionValues, readOptions } from './options.js';
import { type ShellScope, staticText, valuesOf } from './word.js';

/** What a wrapper runs. */
export type Wrapped =
  | {
      readonly kind: 'command';
      readonly words: readonly ShellWord[];
      /** Operands that nobody knows are added at the end, or put for a mark. */
      readonly isFed: boolean;
      readonly mark: string | null;
    }
  /** The words, joined with blanks, are a script. */
  | { readonly kind: 'script'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'nothing' };

interface WrapperSpec extends OptionSpec {
  /** Operands before the command. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** Options whose value is a script. */
  readonly script?: readonly string[];
  /** Options with which it runs nothing. */
  readonly idle?: readonly string[];
  /** It hands the operands to a shell as one text. */
  readonly joins?: boolean;
}

const plain: WrapperSpec = freeze({});

const sudo: WrapperSpec = freeze({
  valued: 'ugpCTDRhrtU',
  long: ['user', 'group', 'prompt', 'close-from', 'command-timeout', 'chdir', 'chroot', 'host'],
  flags: ['edit', 'list', 'validate', 'remove-timestamp'],
  assigns: true,
  idle: ['e', 'edit', 'l', 'list'],
});

const su: WrapperSpec = freeze({
  valued: 'cgGsw',
  long: ['command', 'group', 'shell', 'session-command'],
  script: ['c', 'command', 'session-command'],
  idle: [],
});

const xargs: WrapperSpec = freeze({
  valued: 'adEILnPs',
  long: ['arg-file', 'delimiter', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'eof'],
});

const wrappers: Readonly<Record<string, WrapperSpec>> = freeze({
  builtin: plain,
  busybox: plain,
  chroot: { skip: 1, long: ['userspec', 'groups'] },
  chrt: { skip: 1, valued: 'TPD', idle: ['p', 'm'] },
  command: { idle: ['v', 'V'] },
  doas: { valued: 'uC' },
  env: {
    valued: 'uCS',
    long: ['unset', 'chdir', 'split-string'],
    script: ['S', 'split-string'],
    assigns: true,
  },
  exec: { valued: 'a' },
  fakeroot: plain,
  firejail: plain,
  flock: { skip: 1, valued: 'wEc', long: ['timeout', 'command'], script: ['c', 'command'] },
  gosu: { skip: 1 },
  ionice: { valued: 'cnpPu', long: ['class', 'classdata', 'pid'], idle: ['p'] },
  ltrace: { valued: 'aeDFlnopsuwx' },
  nice: { valued: 'n', long: ['adjustment'] },
  nocorrect: plain,
  noglob: plain,
  nohup: plain,
  parallel: { valued: 'jIN', joins: true },
  pkexec: { long: ['user'] },
  proot: { valued: 'rbwq' },
  runuser: su,
  script: { valued: 'cIOBTEom', long: ['command'], script: ['c', 'command'] },
  setarch: plain,
  setsid: plain,
  stdbuf: { valued: 'ioe', long: ['input', 'output', 'error'] },
  strace: { valued: 'abeEIoOpPsSuUX' },
  su,
  'su-exec': { skip: 1 },
  sudo,
  'systemd-run': { valued: 'pEuMHtGd', long: ['unit', 'property', 'description', 'slice'] },
  taskset: { skip: 1, idle: ['p'] },
  time: { valued: 'of', long: ['output', 'format'] },
  timeout: { skip: 1, valued: 'ks', long: ['kill-after', 'signal'] },
  toybox: plain,
  unshare: { valued: 'SGRw' },
  valgrind: plain,
  watch: { valued: 'nq', long: ['interval', 'equexit'], joins: true },
  xargs,
  'xvfb-run': { valued: 'eflnps' },
});

const nothing: Wrapped = freeze({ kind: 'nothing' });
/** `flock FILE -c SCRIPT`. */
const COMMAND_OPTION = /^(?:-c|--command)$/;
const ASSIGNS = /^[A-Za-z_]\w*=/;

/** What a command with this name runs; null if it is no wrapper. */
export function unwrap(
  name: string,
  words: readonly ShellWord[],
  scope: ShellScope,
): Wrapped | null {
  const spec = hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (spec === undefined) return null;
  const options = readOptions(words.slice(1), scope, { ...spec, stopsAtOperand: true });
  const scripts = optionValues(options, ...(spec.script ?? []));
  if (scripts.length > 0) return { kind: 'script', words: [...scripts, ...options.operands] };
  if (hasOption(options, ...(spec.idle ?? []))) return nothing;
  if (name === 'su' || name === 'runuser') return asOtherUser(options.operands, scope);
  const inner = afterOperands(options.operands, spec);
  if (inner.length === 0) return nothing;
  if (COMMAND_OPTION.test(leading(inner[0]))) return { kind: 'script', words: inner.slice(1) };
  if (spec.joins === true) return { kind: 'script', words: inner };
  const mark = name === 'xargs' ? markOf(options, scope) : null;
  return { kind: 'command', words: inner, isFed: name === 'xargs' && mark === null, mark };
}

function afterOperands(operands: readonly ShellWord[], spec: WrapperSpec): readonly ShellWord[] {
  let from = 0;
  if (spec.assigns === true)
    while (from < operands.length && ASSIGNS.test(leading(operands[from]))) from += 1;
  return operands.slice(from + (spec.skip ?? 0));
}

/** The text that a word begins with, as it stands. */
function leading(word: ShellWord | undefined): string {
  const first = word?.parts[0];
  return first?.kind === 'text' ? first.text : '';
}

/** The text that `xargs` puts its input for. */
function markOf(options: Parameters<typeof hasOption>[0], scope: ShellScope): string | null {
  const [given] = optionValues(options, 'I');
  if (given !== undefined) return valuesOf(given, scope).texts[0] ?? null;
  return hasOption(options, 'i', 'replace') ? '{}' : null;
}

/** `su USER -c SCRIPT`: its options may follow the user. */
function asOtherUser(operands: readonly ShellWord[], scope: ShellScope): Wrapped {
  const options = readOptions(operands, scope, su);
  const scripts = optionValues(options, 'c', 'command', 'session-command');
  return scripts.length === 0 ? nothing : { kind: 'script', words: scripts };
}

/** The name of a program: the last part of its path, in one case; null for text that has none. */
export function programName(word: ShellWord): string | null {
  const text = staticText(word);
  return text === null ? null : plainName(text);
}

/** The name of a program in a text. */
export function plainName(text: string): string {
  return text
    .slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}
