/** Gathers what commands name in one dimension. */
import type { Facet } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';

/** More than these are not listed: the rest counts as open. */
export const MAX_NAMED = 512;

const reaches = freeze(['listed', 'open', 'every'] as const);

/** The wider of two reaches. */
export function widerReach(a: Facet['reach'], b: Facet['reach']): Facet['reach'] {
  return reaches.indexOf(a) >= reaches.indexOf(b) ? a : b;
}

/** A facet in the making; it holds nothing until something is said of its dimension. */
export class FacetDraft {
  readonly #values = new Set<string>();
  #reach: Facet['reach'] | null = null;

  /** Adds a value; null for one that cannot be told. */
  name(value: string | null): void {
    if (value === null || (this.#values.size >= MAX_NAMED && !this.#values.has(value)))
      this.reach('open');
    else {
      this.#values.add(value);
      this.reach('listed');
    }
  }

  /** Says that there is more: the wider reach stays. */
  reach(reach: Facet['reach']): void {
    this.#reach = this.#reach === null ? reach : widerReach(this.#reach, reach);
  }

  /** What was said; null where nothing was. */
  get facet(): Facet | null {
    if (this.#reach === null) return null;
    return freeze({ values: freeze([...this.#values]), reach: this.#reach });
  }
}
