/**
 * The values of a client session that the client has not been told, by the names that it knows them
 * by. Bounded: the oldest is forgotten first. Upholds INV-X5.
 */
import { isJsonObject, type Json } from '../../schemas/index.js';
import { RunStopped } from '../errors.js';
import { freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';

interface Held {
  readonly labelled: Labelled;
  readonly weight: number;
}

/** What a session keeps at most: so many values, of so many UTF-16 code units together. */
export interface ValueBounds {
  readonly count: number;
  readonly weight: number;
}

export const usualBounds: ValueBounds = freeze({ count: 1000, weight: 64 * 1024 * 1024 });

export class ClientValues {
  readonly #bounds: ValueBounds;
  // INV-X5: of this session alone.
  /** In the order they were made. */
  readonly #held: Map<string, Held> = new Map();
  #weight = 0;
  #made = 0;

  constructor(bounds: ValueBounds) {
    this.#bounds = bounds;
    freeze(this);
  }

  /** Keeps a value; answers its name. */
  keep(labelled: Labelled): string {
    const weight = weightOf(labelled.value);
    this.#made += 1;
    const name = `v${this.#made}`;
    this.#held.set(name, { labelled, weight });
    this.#weight += weight;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.#bounds.count && this.#weight <= this.#bounds.weight) break;
      // The newest stays: whoever made it is about to be told of it.
      if (oldest === name) break;
      this.drop(oldest);
    }
    return name;
  }

  /** The value of a name. @throws RunStopped `value_unknown` */
  get(name: string): Labelled {
    const held = this.#held.get(name);
    if (held === undefined) throw new RunStopped('value_unknown', 'no value of that name');
    return held.labelled;
  }

  /** Forgets a value; nothing happens where there is none. */
  drop(name: string): void {
    this.#weight -= this.#held.get(name)?.weight ?? 0;
    this.#held.delete(name);
  }
}
freeze(ClientValues.prototype);
freeze(ClientValues);

/** What a value takes: the code units of its texts and keys, and a few for every part. */
function weightOf(value: Json): number {
  if (typeof value === 'string') return value.length + 8;
  if (typeof value !== 'object' || value === null) return 8;
  let weight = 8;
  if (isJsonObject(value))
    for (const key in value) weight += key.length + weightOf(value[key] as Json);
  else for (const item of value) weight += weightOf(item);
  return weight;
}
