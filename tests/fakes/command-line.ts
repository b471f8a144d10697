/** Reads command lines as the policy engine does. Inert text: nothing is run. */
import { makeBashParser } from '../../hosts/index.js';
import { type CommandReading, readCommandLine } from '../../kernel/policy/commands/reading.js';

const parser = makeBashParser();

/** Reads a line that starts in `/work`, whose user lives in `/home/me`. */
export function readLine(
  given: string | readonly string[],
  cwd: string | null = '/work',
): CommandReading {
  return readCommandLine(given, { parser, home: '/home/me', cwd });
}

/** The words of each command of a line; `?` for a word that nobody knows. */
export function wordsOf(given: string | readonly string[]): readonly string[] {
  return readLine(given).commands.map(({ words }) => words.map((word) => word ?? '?').join(' '));
}
