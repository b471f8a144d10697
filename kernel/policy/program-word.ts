/** The words by which rules about commands are found, however a program is spelt. */
import type { ActionCommand } from '../../schemas/index.js';
import { type CommandPattern, plainName } from './match/command-pattern.js';
import type { Anchor } from './match/pattern.js';

/** Where an index finds the commands that a pattern may match. */
export function wordAnchor({ words }: CommandPattern): Anchor {
  return { kind: 'equals', text: plainName(words[0] ?? '') };
}

/** The words of a command as it would run and, where they differ, as it was written. */
export function spellings({ words, text }: ActionCommand): readonly (readonly (string | null)[])[] {
  if (text === null) return [words];
  const written = text.trim().split(/\s+/u);
  const isSame = written.length === words.length && written.every((word, at) => word === words[at]);
  return isSame ? [words] : [words, written];
}
