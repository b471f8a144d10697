/**
 * What a shell word may stand for, as text. Where nobody knows before it runs, a sign of private
 * use stands in; text that brings such a sign along counts as unknown too.
 */
import type { ShellPart, ShellWord } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import { type PathBase, plainPath } from '../path-spelling.js';

/** Any text. */
export const UNKNOWN = '\ue000';
/** Any part of one name: what `*` stands for. */
export const GLOB = '\ue001';
/** A name or several below a directory, and no way up: what `find` finds. */
export const BELOW = '\ue002';
/** The user's home where the host named none: no path that anyone writes. */
const SOME_HOME = '/\ue003';
/** Any of these signs. */
const SIGN = /[\ue000-\ue003]/;

const MAX_VALUES = 16;
/** A variable that doubles itself line by line is not followed further. */
const MAX_TEXT = 8192;

/** What is known at one place of a script. */
export interface ShellScope {
  base: PathBase;
  /** A `cd` went where nobody knows. */
  isLost: boolean;
  /** A `cd` went somewhere: what relative words name is no longer what the caller sees. */
  hasMoved: boolean;
  readonly variables: Map<string, readonly string[]>;
  /** Files that the script got from the network, by the path they are reached at. */
  readonly fetched: Set<string>;
}

export interface WordValues {
  readonly texts: readonly string[];
  /** Whether the word is one of these texts for certain. */
  readonly isKnown: boolean;
}

const unknownValues: WordValues = freeze({ texts: freeze([UNKNOWN]), isKnown: false });

/** Makes a word of plain text. */
export function textWord(text: string): ShellWord {
  return freeze({ parts: [{ kind: 'text', text, isQuoted: true }], isStatic: true });
}

/** The text of a word that is known before anything runs; null for any other. */
export function staticText(word: ShellWord | undefined): string | null {
  if (word === undefined || !word.isStatic) return null;
  let text = '';
  for (const part of word.parts) if (part.kind === 'text') text += part.text;
  return text;
}

/** The home of the user, or a stand-in for it. */
export function homeOf(base: PathBase): string {
  return base.home === null ? SOME_HOME : plainPath(base.home, false);
}

/** The texts that a word may be. */
export function valuesOf(word: ShellWord, scope: ShellScope): WordValues {
  let texts: readonly string[] = [''];
  let isKnown = true;
  for (const [at, part] of word.parts.entries()) {
    const next = partTexts(part, scope);
    isKnown &&= next.isKnown;
    const first = next.texts[0] ?? '';
    texts =
      texts.length * next.texts.length > MAX_VALUES || next.texts.length === 1
        ? texts.map((text) => text + (next.texts.length === 1 ? first : UNKNOWN))
        : texts.flatMap((text) => next.texts.map((tail) => text + tail));
    if (part.kind === 'variable' && texts.some(({ length }) => length > MAX_TEXT))
      return unknownValues;
    if (at === 0 && part.kind === 'text' && !part.isQuoted) texts = [tilde(first, scope.base)];
  }
  return { texts, isKnown: isKnown && !texts.some((text) => text.includes(UNKNOWN)) };
}

/** The one text of a word, where nobody doubts it before anything runs; null for any other word. */
export function knownText(word: ShellWord, scope: ShellScope): string | null {
  const { texts, isKnown } = valuesOf(word, scope);
  const [text] = texts;
  return isKnown && texts.length === 1 && text !== undefined && !SIGN.test(text) ? text : null;
}

/** How much of a text is known: where the first sign in it stands; its length if there is none. */
export function knownLength(text: string): number {
  const at = text.search(SIGN);
  return at === -1 ? text.length : at;
}

/** A word with braces is several words. */
export function spelledOut(word: ShellWord, scope: ShellScope): readonly ShellWord[] {
  if (!word.parts.some(({ kind }) => kind === 'choice')) return [word];
  return valuesOf(word, scope).texts.map(textWord);
}

function partTexts(part: ShellPart, scope: ShellScope): WordValues {
  switch (part.kind) {
    case 'text':
      return { texts: [part.text], isKnown: true };
    case 'glob':
      return { texts: [GLOB], isKnown: true };
    case 'choice':
      return { texts: part.texts, isKnown: true };
    case 'variable':
      return variableTexts(part.name, scope);
    default:
      return { texts: [UNKNOWN], isKnown: false };
  }
}

function variableTexts(name: string, { base, variables, isLost }: ShellScope): WordValues {
  const assigned = variables.get(name);
  if (name === 'HOME') return { texts: [homeOf(base), ...(assigned ?? [])], isKnown: true };
  if (name === 'PWD' && !isLost) return { texts: [base.cwd ?? '.'], isKnown: true };
  return { texts: assigned ?? [UNKNOWN], isKnown: false };
}

/** `~`, `~user` and `~+` at the beginning of an unquoted text. */
function tilde(text: string, base: PathBase): string {
  if (!text.startsWith('~')) return text;
  const slash = text.indexOf('/');
  const user = text.slice(1, slash === -1 ? undefined : slash);
  const rest = slash === -1 ? '' : text.slice(slash);
  if (user === '') return homeOf(base) + rest;
  if (user === '+') return (base.cwd ?? '.') + rest;
  if (user === '-') return UNKNOWN + rest;
  return (user === 'root' ? '/root' : `/home/${user}`) + rest;
}

/** Whether a word may become several words, or options, when it runs. */
export function mayBreakUp({ parts }: ShellWord): boolean {
  return parts.some((part) => 'isQuoted' in part && part.kind !== 'text' && !part.isQuoted);
}

/** Whether a word is what some command prints. */
export function isMade({ parts }: ShellWord): boolean {
  return parts.some(({ kind }) => kind === 'substitution');
}

/** Notes what an assignment gives to a variable, beside what it had. */
export function assign(scope: ShellScope, name: string, value: ShellWord): void {
  const known = scope.variables.get(name) ?? [];
  const texts = [...new Set([...known, ...valuesOf(value, scope).texts])];
  scope.variables.set(name, texts.length > MAX_VALUES ? [UNKNOWN] : texts);
}

/** A path as it is reached from the working directory; relative where nobody knows that. */
export function reachedPath(text: string, { cwd }: PathBase): string {
  const path = text.startsWith('/') || cwd === null ? text : `${cwd}/${text}`;
  return plainPath(path, false);
}

/** What is known where a command begins. */
export function startScope(base: PathBase): ShellScope {
  return { base, isLost: false, hasMoved: false, variables: new Map(), fetched: new Set() };
}

/** A scope that may go elsewhere on its own; what it assigns and fetches is noted for all. */
export function innerScope(scope: ShellScope): ShellScope {
  const { base, isLost, hasMoved, variables, fetched } = scope;
  return { base, isLost, hasMoved, variables, fetched };
}
