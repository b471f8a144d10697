/**
 * Options as they were given: what somebody put on `Object.prototype` is no option. Upholds
 * INV-H11.
 */

/** Copies own fields into a record that inherits nothing; each getter is read once. */
export function ownFields<T extends object>(given: T): T {
  // INV-H11: no way back to `Object.prototype`.
  return { __proto__: null, ...given } as T;
}
