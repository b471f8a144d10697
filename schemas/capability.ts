/** Capabilities are exact names; a grant is a finite set of them, narrowed only by intersection. */
import { isName } from './ids.js';

export type Grant = readonly string[];

/**
 * Makes a grant from names: sorted, without duplicates, frozen. Returns undefined if a name is
 * malformed.
 */
export function parseGrant(names: readonly string[]): Grant | undefined {
  if (!names.every(isName)) return undefined;
  return Object.freeze([...new Set(names)].sort());
}

/** Narrows a grant to what was also requested (exact names, behaviour K-13). */
export function narrowGrant(outer: Grant, requested: readonly string[]): Grant {
  return Object.freeze(outer.filter((capability) => requested.includes(capability)));
}

/** Names what a grant lacks of a requirement; empty when it holds all of it. */
export function missingFrom(grant: Grant, required: readonly string[]): readonly string[] {
  return required.filter((capability) => !grant.includes(capability));
}
