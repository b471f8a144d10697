/** Where a command stands in its script: what it reads, who reads it, what is known there. */
import type { ShellWord } from '../../../schemas/index.js';
import type { ShellFindings } from './findings.js';
import type { ShellObserver } from './observer.js';
import type { ShellScope } from './word.js';

/** What comes in on standard input. */
export type ShellInput =
  | { readonly kind: 'none' }
  /** What an earlier command of the pipe got from the network. */
  | { readonly kind: 'download' }
  /** What the command before prints; null where nobody knows before it runs. */
  | { readonly kind: 'pipe'; readonly text: string | null }
  /** A here-document or here-string. */
  | { readonly kind: 'text'; readonly body: ShellWord };

/** Reads scripts inside of scripts. */
export interface ScriptReader {
  /** Reads a text that a shell would run. */
  read(text: string, context: ShellContext): void;
  /** Whether a word holds what is got from the network. */
  isDownload(word: ShellWord): boolean;
}

export interface ShellContext {
  readonly scope: ShellScope;
  readonly input: ShellInput;
  /** What it prints goes on to another command. */
  readonly isRead: boolean;
  /** How many commands run this one, each inside the next. */
  readonly depth: number;
  readonly findings: ShellFindings;
  readonly reader: ScriptReader;
  /** Null where nobody looks on. */
  readonly observer: ShellObserver | null;
}
