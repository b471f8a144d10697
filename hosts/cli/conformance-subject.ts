/** The subject that the command line names. */
import { kernelSubject, type Subject, stdioSubject } from '../conformance/index.js';
import { HostError } from '../errors.js';
import { parseNamed } from './text-input.js';

/**
 * Starts it; without a name, the kernel of this package.
 * @throws HostError `usage_malformed`, `subject_unavailable`, `protocol_broken`
 */
export async function openSubject(command: string | undefined): Promise<Subject> {
  if (command === undefined) return kernelSubject();
  const [program, ...args] = wordsOf(command);
  if (program === undefined || program === '')
    throw new HostError('usage_malformed', '`--subject` names no program');
  return stdioSubject(program, args);
}

/** Cut at spaces; a JSON list says every word as it is. */
function wordsOf(command: string): readonly string[] {
  if (!command.trimStart().startsWith('[')) return command.trim().split(/\s+/);
  const words = parseNamed(command, '`--subject`');
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new HostError('usage_malformed', '`--subject` takes a JSON list of texts');
  return words;
}
