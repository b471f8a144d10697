/**
 * What the agency's catalogue holds of hotels, restaurants and car rentals alike, and what its
 * entries are worth. The agency itself keeps prices, addresses, hours and kinds; a place chooses
 * its own name, so that a name is a handle or a stranger's text; guests write the reviews.
 */
import { z } from 'zod';
import type { DefinitionInput } from '../../../../hosts/index.js';

/** The fields that every place has. */
export const placeShape = {
  name: z.string(),
  city: z.string(),
  address: z.string(),
  rating: z.number(),
  reviews: z.array(z.string()),
};

/** What is declared of a result. */
export type Declarations = NonNullable<DefinitionInput['result']>;

export interface Place {
  readonly name: string;
  readonly city: string;
  readonly rating: number;
  readonly reviews: readonly string[];
}

/** An entry that the agency keeps itself: public. */
export const keptByAgency = { minted: true as const, readers: 'anyone' as const };

/**
 * Text that holds what guests or places chose. It is public, but `anyone` would say no more: it
 * covers no text of a stranger.
 */
export const writtenByOthers = { readers: ['user'] };

/** A name may be handed to the tools that reserve. */
const nameReaders = { readers: ['user', 'cap:travel.reserve'] };

/** Declares a record of the agency's entries by the names of places, which are handles. */
export function entriesByName(kind: string): Declarations {
  return { '': { minted: kind, ...nameReaders }, '/*': keptByAgency };
}

/** Declares a record by the names of places, which are handles, of what guests wrote. */
export function reviewsByName(kind: string): Declarations {
  return { '': { minted: kind, ...nameReaders }, '/*': writtenByOthers };
}

/** Gives one thing of each named place; names that the catalogue lacks are left out. */
export function byName<Entry extends Place, Value>(
  places: readonly Entry[],
  names: readonly string[],
  show: (place: Entry) => Value,
): Record<string, Value> {
  const wanted = places.filter(({ name }) => names.includes(name));
  return Object.fromEntries(wanted.map((place) => [place.name, show(place)]));
}

/** The names of a city's places under a heading, one a line. */
export function namesInCity(heading: string, places: readonly Place[], city: string): string {
  const names = places.filter((place) => place.city === city).map(({ name }) => `${name}\n`);
  return `${heading}: ${names.join('')}`;
}

/** A place's rating and what guests wrote, in one text. */
export function reviewText({ rating, reviews }: Place): string {
  return `Rating: ${decimal(rating)}\nReviews: ${reviews.join('\n')}`;
}

/** A number with at least one decimal place. */
export function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
