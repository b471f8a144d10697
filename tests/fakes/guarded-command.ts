/** What the whole guard says of one command, in the home `/home/u`, working in `/workspace`. */
import { makeBashParser } from '../../hosts/index.js';
import { guardAnswer } from '../../kernel/vaglio/guard.js';
import type { Json } from '../../schemas/index.js';

const shell = makeBashParser();

export interface GuardedCommand {
  /** The pattern or the rule that denies; null if nothing does. */
  readonly denial: string | null;
  readonly questions: readonly string[];
}

/** Asks the guard about a command; nothing is run. */
export function guardedCommand(command: Json, cwd: string | null = '/workspace'): GuardedCommand {
  const means = { home: '/home/u', cwd, shell };
  const { finding, questions } = guardAnswer({
    tool: 'shell_exec',
    capabilities: [],
    args: { command },
    ...means,
  });
  return { denial: finding?.pattern ?? null, questions };
}

/** Commands, one a line; `␤` stands for a new line. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll('␤', '\n'))
    .filter((line) => line !== '');
}
