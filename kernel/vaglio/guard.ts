/**
 * The guard: the coded core, then a layer over it that only tightens. The core is literal; the
 * layer reads paths in other spellings and commands by their grammar, and tells a mention from a
 * use. Neither is configurable. Upholds INV-B12.
 */
import type { ShellParser } from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import { type CodedSubject, codedFinding, type GuardFinding, runsCommands } from './coded-core.js';
import { commandKeysOf, readCommands } from './commands.js';
import { forbiddenIn } from './forbidden-path.js';
import { type ShellDenial, type ShellQuestion, shellDenials } from './shell/findings.js';

/** What the guard looks at in one call. */
export interface GuardSubject extends CodedSubject {
  /** The directory that relative paths begin at; null if nobody knows. */
  readonly cwd: string | null;
  /** Whether the tool says that it acts on nothing; absent where nobody knows. */
  readonly isPure?: boolean;
  readonly shell: ShellParser | null;
}

export interface GuardAnswer {
  /** What denies the call; null if nothing does. */
  readonly finding: GuardFinding | null;
  /** What the user is to be asked about, where nothing denies. */
  readonly questions: readonly ShellQuestion[];
}

const noQuestions: readonly ShellQuestion[] = freeze([]);
const nothingFound: GuardAnswer = freeze({ finding: null, questions: noQuestions });

function denied(finding: GuardFinding): GuardAnswer {
  return { finding, questions: noQuestions };
}

/** Looks at one call: paths before commands, the core before the layer. */
export function guardAnswer(subject: GuardSubject): GuardAnswer {
  const coded = codedFinding(subject);
  if (coded !== null) return denied(coded);
  const { args, shell } = subject;
  const base = { home: subject.home, cwd: subject.cwd };
  // Whatever a tool is called, an argument that is named for a command may be one.
  const hasCommands = subject.isPure !== true || runsCommands(subject);
  // A command is no path: its words are looked at one by one.
  const path = forbiddenIn(args, base, hasCommands && shell !== null ? commandKeysOf(args) : []);
  if (path !== null) return denied({ code: 'guard_forbidden_path', pattern: path });
  if (!hasCommands) return nothingFound;
  const findings = readCommands(args, base, shell);
  if (findings.path !== null)
    return denied({ code: 'guard_forbidden_path', pattern: findings.path });
  if (findings.denial !== null)
    return denied({ code: 'guard_dangerous_command', pattern: findings.denial });
  return { finding: null, questions: findings.questions };
}

/** What the guard found, in one line without any value; `mark` stands around a pattern. */
export function guardReason({ code, pattern }: GuardFinding, mark = '`'): string {
  if (code === 'guard_forbidden_path')
    return `guard: forbidden path: pattern ${mark}${pattern}${mark} in args`;
  const what = hasOwn(shellDenials, pattern)
    ? `it ${shellDenials[pattern as ShellDenial]}`
    : `${mark}${pattern}${mark}`;
  return `guard: shell command that is hard to undo: ${what}`;
}
