/** A label in words: who wrote a value, who chose it, who may read it, whom it is about. */
import { isTaintedSource, type Label } from '../../schemas/index.js';
import { PRINCIPAL } from '../user.js';

/** Gives the parts of a label; strangers come first, parts that say nothing are left out. */
export function labelParts({ sources, control, readers, subjects }: Label): readonly string[] {
  const by = strangersFirst(sources).join(', ');
  const chosenBy = strangersFirst(control).join(', ');
  const who = readers === 'anyone' ? readers : readers.map(short).join(', ') || 'nobody';
  const about = subjects.map(short).join(', ');
  return [
    by === chosenBy ? `by and chosen by ${by}` : `by ${by}`,
    by === chosenBy || chosenBy === '' ? '' : `chosen by ${chosenBy}`,
    `for ${who}`,
    about === '' ? '' : `about ${about}`,
  ].filter((part) => part !== '');
}

/** Asks whether a label says that no stranger had a hand in it. */
export function isPlainLabel({ sources, control }: Label): boolean {
  return ![...sources, ...control].some(isTaintedSource);
}

function strangersFirst(sources: readonly string[]): readonly string[] {
  return [...sources.filter(isTaintedSource), ...sources.filter((one) => !isTaintedSource(one))];
}

function short(principal: string): string {
  if (principal === PRINCIPAL || principal === 'user') return 'the user';
  return principal === 'third_party' ? 'third parties' : principal.replace(/^user:/, '');
}
