/** Finds stories by number, by name, or by the first part of their names. */
import type { Story } from '../story.js';
import { stories } from './stories.js';

/** A word that names no story. */
export class UnknownStory extends Error {
  override readonly name = 'UnknownStory';
}

/** Gives the chosen stories in the order of their numbers, all if no word is given. */
export function chooseStories(words: readonly string[]): readonly Story[] {
  if (words.length === 0) return stories;
  const chosen = new Set(words.flatMap(named));
  return stories.filter((story) => chosen.has(story));
}

function named(word: string): readonly Story[] {
  const found = stories.filter(
    ({ name }, i) => word === `${i + 1}` || name === word || name.startsWith(`${word}-`),
  );
  if (found.length > 0) return found;
  throw new UnknownStory(`no story \`${word}\``);
}
