/**
 * The places of a text where something may begin, in the order of what stands there: whoever asks
 * for many parts reads the text once. A planner chooses what is asked for.
 */
import { freeze } from '../primordials.js';
import { occurrences } from './occurrences.js';

/** Places are ordered by so many UTF-16 code units. */
const KEY = 64;
/** More places that begin alike than this are searched in one pass instead. */
const ALIKE = 8;

interface Place {
  readonly at: number;
  readonly key: string;
}

export interface StartIndex {
  readonly text: string;
  readonly starts: ReadonlySet<number>;
  readonly places: readonly Place[];
}

/** Puts the places in order. */
export function indexStarts(text: string, starts: ReadonlySet<number>): StartIndex {
  const places = [...starts].map((at) => ({ at, key: text.slice(at, at + KEY) }));
  places.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return freeze({ text, starts, places: freeze(places) });
}

/** Lists the places where a part, which is not empty, stands. */
export function placesOf({ text, starts, places }: StartIndex, part: string): readonly number[] {
  const key = part.slice(0, KEY);
  const from = firstFrom(places, key);
  const found: number[] = [];
  for (let i = from; places[i]?.key.startsWith(key) === true; i += 1) {
    found.push((places[i] as Place).at);
  }
  if (part.length <= KEY) return found;
  if (found.length <= ALIKE) return found.filter((at) => text.startsWith(part, at));
  return [...occurrences(text, part)].filter((at) => starts.has(at));
}

/** The first place whose key is not before this one. */
function firstFrom(places: readonly Place[], key: string): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as Place).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
