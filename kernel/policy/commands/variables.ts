/** Variables that a command sets, and those of them that decide which code runs. */
import { freeze, hasOwn } from '../../primordials.js';

/** One assignment; null for a name or a value that nobody knows. */
export interface SetVariable {
  readonly name: string | null;
  readonly value: string | null;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=(.*)$/s;
const NAME = /^[A-Za-z_]\w*$/;

/** `NAME=value` in a word. */
export function assignmentIn(text: string): SetVariable | null {
  const [, name, value] = ASSIGNMENT.exec(text) ?? [];
  return name === undefined || value === undefined ? null : { name, value };
}

/** What a word of `export` hands on: `NAME=value`, `NAME`, or nobody knows what. */
export function exported(text: string | null): SetVariable | null {
  if (text === null) return { name: null, value: null };
  return assignmentIn(text) ?? (NAME.test(text) ? { name: text, value: null } : null);
}

const any = /^/;

/** Values of variables with which another program, or more code, runs than the words say. */
const codeBringers: Readonly<Record<string, RegExp>> = freeze({
  JAVA_TOOL_OPTIONS: /agent|@/i,
  JDK_JAVA_OPTIONS: /agent|@/i,
  NODE_OPTIONS: /require|import|loader|(?:^|\s)-r/i,
  PATH: any,
  PERL5OPT: any,
  PROMPT_COMMAND: any,
  PYTHONINSPECT: any,
  PYTHONSTARTUP: any,
  RUBYOPT: /-r/i,
  SHELLOPTS: any,
});

/** Whether which code runs is no longer what the words of a command say. */
export function bringsCode({ name, value }: SetVariable): boolean {
  if (name === null) return true;
  const pattern = hasOwn(codeBringers, name) ? codeBringers[name] : undefined;
  return pattern !== undefined && (value === null || pattern.test(value));
}
