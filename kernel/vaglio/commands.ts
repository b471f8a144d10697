/**
 * The commands of a call under the tightening layer: read by their grammar, judged by what they
 * run. What cannot be read, or cannot be told before it runs, is asked about.
 */
import { isJsonList, type JsonObject, type ShellParser } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { commandPattern } from './coded-core.js';
import type { PathBase } from './path-spelling.js';
import { ShellFindings } from './shell/findings.js';
import { ShellReader } from './shell/reader.js';
import { startScope } from './shell/word.js';

/** The arguments that may hold a command, without case, `_` and `-`. */
const commandKeys: readonly string[] = freeze(['command', 'cmd', 'shellcommand', 'script']);

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, '');
}

/** The keys of arguments that may hold a command, as the call spells them. */
export function commandKeysOf(args: JsonObject): readonly string[] {
  return Object.keys(args).filter((key) => commandKeys.includes(plainKey(key)));
}

interface GivenCommand {
  readonly text: string;
  /** The same as separate words, where it was given so. */
  readonly words: readonly string[] | null;
  /** A script may be in another language: that it is no shell text says nothing. */
  readonly isScript: boolean;
}

function givenCommands(args: JsonObject): readonly GivenCommand[] {
  return commandKeysOf(args).flatMap((key): readonly GivenCommand[] => {
    const isScript = plainKey(key) === 'script';
    const given = args[key];
    if (typeof given === 'string') return [{ text: given, words: null, isScript }];
    if (given === undefined || !isJsonList(given)) return [];
    const words = given.map((part) => (typeof part === 'string' ? part : ''));
    return [{ text: words.join(' '), words, isScript }];
  });
}

/**
 * Reads every command of a call. Unlike the core, which reads `cmd` only where there is no
 * `command`, it reads both: who runs them may choose otherwise.
 */
export function readCommands(
  args: JsonObject,
  base: PathBase,
  parser: ShellParser | null,
): ShellFindings {
  const found = new ShellFindings();
  for (const { text, words, isScript } of givenCommands(args)) {
    const findings = new ShellFindings();
    const pattern = commandPattern(text);
    if (pattern !== null) findings.denyText(pattern);
    if (text.trim() !== '') {
      // INV-F11: what nobody read is not harmless.
      if (parser === null) findings.ask('shell_unread');
      else {
        const scope = startScope(base);
        new ShellReader(parser, findings).start(text, scope);
        if (words !== null) new ShellReader(parser, findings).startWords(words, scope);
      }
    }
    found.add(findings, isScript ? 'shell_error' : null);
  }
  return found;
}
