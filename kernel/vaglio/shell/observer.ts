/** Who is told what a shell text would run, while it is read. Looks on; changes no answer. */
import type { ShellRedirect, ShellWord } from '../../../schemas/index.js';
import type { ShellScope } from './word.js';

/** One simple command, its wrappers taken off. */
export interface SeenRun {
  readonly name: string;
  /** Its words, its name first. */
  readonly words: readonly ShellWord[];
  /** Operands that nobody knows are added. */
  readonly isFed: boolean;
  /** What it prints goes on to another command. */
  readonly isRead: boolean;
  readonly scope: ShellScope;
}

/** A command that runs another one, whose words stand among its own. */
export interface SeenWrapper extends SeenRun {
  readonly inner: ReadonlySet<ShellWord>;
}

/** One assignment: of a line without a command, before one, or among its words. */
export interface SeenAssignment {
  readonly name: string;
  readonly value: ShellWord;
  /** Plain name of the command; empty where there is none. */
  readonly command: string;
  readonly scope: ShellScope;
}

/** Told of each thing in the order of reading; the scope is the one in force at that moment. */
export interface ShellObserver {
  ran(run: SeenRun): void;
  wrapped(wrapper: SeenWrapper): void;
  assigned(assignment: SeenAssignment): void;
  redirected(redirect: ShellRedirect, scope: ShellScope): void;
}
