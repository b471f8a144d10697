/** Looks at the realm once, as the first room of the package is loaded. */
const { getPrototypeOf, isFrozen } = Object;

/**
 * Whether the built-ins were frozen when the package was loaded, as lockdown leaves them: every
 * other room loads this one first.
 */
export const builtInsWereFrozen: boolean =
  isFrozen(Object.prototype) && isFrozen(getPrototypeOf(Object)) && isFrozen(Array.prototype);
