/** Patches that look at what a built-in is handed, and answer as before or otherwise. */
import type { Patch } from '../../../fakes/patched.js';
import type { Loot } from '../loot.js';

const { apply, get } = Reflect;
type Method = (this: unknown, ...args: unknown[]) => unknown;

function methodOf(on: object, key: PropertyKey): Method {
  const method: unknown = get(on, key);
  if (typeof method !== 'function') throw new Error(`no method ${String(key)}`);
  return method as Method;
}

/** Replaces a method by one that looks at `this` and its arguments, and then does the same. */
export function spied(on: object, key: PropertyKey, loot: Loot): Patch {
  const method = methodOf(on, key);
  const value = function (this: unknown, ...args: unknown[]): unknown {
    loot.take(this);
    for (let i = 0; i < args.length; i += 1) loot.take(args[i]);
    return apply(method, this, args);
  };
  return { on, key, value };
}

/** Spies on some methods of one object. */
export function spiedAll(on: object, keys: readonly PropertyKey[], loot: Loot): readonly Patch[] {
  return keys.map((key) => spied(on, key, loot));
}

/** Replaces a method by one that always gives the same. */
export function constant(on: object, key: PropertyKey, answer: unknown): Patch {
  return { on, key, value: () => answer };
}

/** Replaces what a method gives, told what it would have given. */
export function changed(
  on: object,
  key: PropertyKey,
  change: (answer: unknown, args: readonly unknown[], self: unknown) => unknown,
): Patch {
  const method = methodOf(on, key);
  const value = function (this: unknown, ...args: unknown[]): unknown {
    return change(apply(method, this, args), args, this);
  };
  return { on, key, value };
}

/** Puts fields on a prototype, as polluting it does. */
export function polluted(on: object, fields: Readonly<Record<string, unknown>>): readonly Patch[] {
  return Object.entries(fields).map(([key, value]) => ({ on, key, value, enumerable: false }));
}
