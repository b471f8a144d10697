/**
 * Commands that run another command: what stands before it, and where it begins. `sudo -u x rm`,
 * `env A=1 rm`, `timeout 5 rm`, `busybox rm`, `xargs rm`.
 */
import type { ShellWord } from '../../../schemas/index.js';
import { freeze, hasOwn } from '../../primordials.js';
import { hasOption, optionValues, type ReadOptions, readOptions } from './options.js';
import { type ShellScope, staticText, textWord, valuesOf } from './word.js';
import { su, type WrapperSpec, wrappers } from './wrapper-table.js';

/** What a wrapper runs, and in which directory if it is another one. */
export type Wrapped = WrappedCommand & { readonly directory: ShellWord | 'unknown' | null };

type WrappedCommand =
  | {
      readonly kind: 'command';
      readonly words: readonly ShellWord[];
      /** Operands that nobody knows are added at the end, or put for a mark. */
      readonly isFed: boolean;
      readonly mark: string | null;
    }
  /** The words, joined with blanks, are a script. */
  | { readonly kind: 'script'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'nothing'; readonly words: readonly ShellWord[] };

const nothing: WrappedCommand = freeze({ kind: 'nothing', words: freeze([]) });
/** After a change of the root, its own begins. */
const root = textWord('/');
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
  return { ...commandIn(name, spec, options, scope), directory: directoryOf(name, spec, options) };
}

/** Where a wrapper starts its command; null where it does not go elsewhere. */
function directoryOf(name: string, spec: WrapperSpec, options: ReadOptions): Wrapped['directory'] {
  const [given] = optionValues(options, ...(spec.directory ?? [])).slice(-1);
  if (given !== undefined) return given;
  if (name === 'chroot') return root;
  const [first] = options.operands;
  // `su -`, with or without a name after it.
  const isLogin = spec === su && leading(first) === '-';
  return isLogin || hasOption(options, ...(spec.home ?? [])) ? 'unknown' : null;
}

function commandIn(
  name: string,
  spec: WrapperSpec,
  options: ReadOptions,
  scope: ShellScope,
): WrappedCommand {
  const scripts = optionValues(options, ...(spec.script ?? []));
  if (scripts.length > 0) {
    // What `env` splits may begin with options of its own.
    const before = name === 'env' ? [textWord('env')] : [];
    return { kind: 'script', words: [...before, ...scripts, ...options.operands] };
  }
  if (hasOption(options, ...(spec.idle ?? []))) return nothing;
  if (spec === su) return asOtherUser(options.operands, scope);
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
function markOf(options: ReadOptions, scope: ShellScope): string | null {
  const [given] = optionValues(options, 'I');
  if (given !== undefined) return valuesOf(given, scope).texts[0] ?? null;
  return hasOption(options, 'i', 'replace') ? '{}' : null;
}

/** `su USER -c SCRIPT`: its options may follow the user. */
function asOtherUser(operands: readonly ShellWord[], scope: ShellScope): WrappedCommand {
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
