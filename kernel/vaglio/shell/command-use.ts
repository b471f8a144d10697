/** One simple command, its wrappers taken off, and where it runs. */
import type { ShellWord } from '../../../schemas/index.js';
import type { ShellFindings } from './findings.js';
import type { ShellScope } from './word.js';

export interface CommandUse {
  readonly name: string;
  /** The words after the name. */
  readonly args: readonly ShellWord[];
  /** Operands that nobody knows are added. */
  readonly isFed: boolean;
  /** It runs for whatever lies below its operands. */
  readonly isForEach: boolean;
  readonly scope: ShellScope;
  readonly findings: ShellFindings;
}

/** Judges one simple command. */
export type Rule = (use: CommandUse) => void;
