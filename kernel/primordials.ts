/**
 * Built-ins captured at load, so that code which patches them later does not see or steer the
 * kernel. Code that ran in this realm before the kernel loaded is out of reach: see docs/limits.md.
 */
// INV-H7: as it was at load.
export const freeze: <T>(value: T) => Readonly<T> = Object.freeze;
export const isFrozen: (value: unknown) => boolean = Object.isFrozen;
const setPrototypeOf = Object.setPrototypeOf;

/**
 * Makes an empty record that inherits nothing. Taking the prototype away from a literal, rather
 * than creating without one, keeps the record out of V8's dictionary mode: freezing it is 7 times
 * cheaper.
 */
export function createRecord(): Record<string, never> {
  return setPrototypeOf({}, null) as Record<string, never>;
}
export const ownKeys: (value: object) => (string | symbol)[] = Reflect.ownKeys;
export const ownDescriptor: (
  value: object,
  key: string | symbol,
) => PropertyDescriptor | undefined = Reflect.getOwnPropertyDescriptor;
export const prototypeOf: (value: object) => object | null = Reflect.getPrototypeOf;
export const isList: (value: unknown) => value is readonly unknown[] = Array.isArray;
export const isFinite: (value: unknown) => boolean = Number.isFinite;
export const isSafeInteger: (value: unknown) => boolean = Number.isSafeInteger;
export const stringify: (value: unknown) => string = JSON.stringify;
export const objectPrototype: object = Object.prototype;
export const listPrototype: object = Array.prototype;

const call = Function.prototype.call;
const uncurry = <A extends readonly unknown[], R>(
  method: (...args: A) => R,
): ((self: unknown, ...args: A) => R) => call.bind(method) as (self: unknown, ...args: A) => R;

const addTo: (self: unknown, value: object) => unknown = uncurry(WeakSet.prototype.add);
const isIn: (self: unknown, value: object) => boolean = uncurry(WeakSet.prototype.has);

/** A set of objects that only its holder can ask or extend, whatever becomes of `WeakSet`. */
export interface Registry {
  readonly add: (value: object) => void;
  readonly has: (value: unknown) => boolean;
}

/** Makes an empty registry. */
export function makeRegistry(): Registry {
  const members = new WeakSet();
  return freeze({
    add: (value) => void addTo(members, value),
    has: (value) => typeof value === 'object' && value !== null && isIn(members, value),
  });
}

/** Asks whether own data sits under a key. */
export const hasOwn: (value: object, key: string | number) => boolean = Object.hasOwn;

const wellFormed = (String.prototype as { isWellFormed?: () => boolean }).isWellFormed;
const LONE = /\p{Surrogate}/u;
const lone = uncurry(RegExp.prototype.exec);

/** Asks whether text holds no lone surrogate. */
export const isWellFormed: (text: string) => boolean =
  wellFormed === undefined
    ? (text) => lone(LONE, text) === null
    : (uncurry(wellFormed) as (text: string) => boolean);

const Url = URL;
const readHostname = uncurry(ownDescriptor(URL.prototype, 'hostname')?.get as () => string);

/** The host of a URL in the spelling of the URL standard; throws what the parser throws. */
export function urlHostname(text: string): string {
  return readHostname(new Url(text));
}
