/**
 * A shell command as its grammar reads it, reduced to what a decision needs: every simple command
 * with its words after unquoting, every redirect, and how they nest. Data only.
 */

/** One piece of a word. What is not quoted may become several words, or none. */
export type ShellPart =
  /** What the shell takes as it stands, quotes and escapes taken out. */
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  /** `$NAME` or `${NAME}`, nothing more. */
  | { readonly kind: 'variable'; readonly name: string; readonly isQuoted: boolean }
  /** `*`, `?`, `[…]` or an extended pattern: any names of files. */
  | { readonly kind: 'glob' }
  /** `{a,b}` of plain texts: one word for each. */
  | { readonly kind: 'choice'; readonly texts: readonly string[] }
  /** `$(…)`, backticks, `<(…)` or `>(…)`: what the script prints, or a file that is its end. */
  | {
      readonly kind: 'substitution';
      readonly form: 'command' | 'input' | 'output';
      readonly script: ShellNode;
      readonly isQuoted: boolean;
    }
  /** Any other expansion; `scripts` run while it is worked out. */
  | {
      readonly kind: 'unknown';
      readonly scripts: readonly ShellNode[];
      readonly isQuoted: boolean;
    };

export interface ShellWord {
  readonly parts: readonly ShellPart[];
  /** Whether every part is text: the word is known before anything runs. */
  readonly isStatic: boolean;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord;
}

export type ShellRedirect =
  | {
      readonly kind: 'file';
      readonly operator: '<' | '>' | '>>' | '<>' | '<&' | '>&' | '>|' | '&>' | '&>>';
      readonly target: ShellWord;
    }
  /** A here-document or here-string: text on standard input. */
  | { readonly kind: 'text'; readonly body: ShellWord; readonly expands: boolean };

/** A simple command: `words[0]` is its name; no words where it only assigns. */
export interface ShellCommand {
  readonly kind: 'command';
  readonly assignments: readonly ShellAssignment[];
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
}

export type ShellNode =
  | ShellCommand
  | { readonly kind: 'pipeline'; readonly parts: readonly ShellNode[] }
  /** One after the other, whatever stands between: `;`, `&&`, `||`, a newline, a branch. */
  | { readonly kind: 'list'; readonly items: readonly ShellNode[] }
  | { readonly kind: 'background'; readonly body: ShellNode }
  | {
      readonly kind: 'subshell';
      readonly body: ShellNode;
      readonly redirects: readonly ShellRedirect[];
    }
  /** Braces, a loop, a condition: run by this very shell. */
  | {
      readonly kind: 'group';
      readonly body: ShellNode;
      readonly redirects: readonly ShellRedirect[];
    }
  | { readonly kind: 'function'; readonly name: string; readonly body: ShellNode }
  /** Words that are worked out, but are no command: of a test, a case, a loop. */
  | { readonly kind: 'words'; readonly words: readonly ShellWord[] };

export interface ShellParse {
  /** What could be read. With `hasError` it may lack commands that a shell would run. */
  readonly script: ShellNode;
  readonly hasError: boolean;
}
