/**
 * Patches every method of the common built-ins so that it looks for a callable in whatever it is
 * handed, as code of the same realm that hunts for tools would; the methods work as before.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Patch } from './patched.js';

const { apply, ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;

const owners: Readonly<Record<string, object>> = {
  Object,
  Reflect,
  JSON,
  Promise,
  Array,
  'Object.prototype': Object.prototype,
  'Function.prototype': Function.prototype,
  'Array.prototype': Array.prototype,
  'String.prototype': String.prototype,
  'Number.prototype': Number.prototype,
  'RegExp.prototype': RegExp.prototype,
  'Map.prototype': Map.prototype,
  'Set.prototype': Set.prototype,
  'WeakMap.prototype': WeakMap.prototype,
  'WeakSet.prototype': WeakSet.prototype,
  'Promise.prototype': Promise.prototype,
  'AbortController.prototype': AbortController.prototype,
  'AsyncLocalStorage.prototype': AsyncLocalStorage.prototype,
  'a list iterator': getPrototypeOf([].values()) as object,
  'an iterator': getPrototypeOf(getPrototypeOf([].values()) as object) as object,
};

export interface Watch {
  readonly patches: readonly Patch[];
  /** Names of the methods that were handed the callable, or an object that holds it. */
  readonly leaks: readonly string[];
  /** How often a patched method was called. */
  readonly calls: () => number;
}

function holds(value: unknown, wanted: unknown): boolean {
  if (value === wanted) return true;
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; i += 1) {
    const descriptor = getOwnPropertyDescriptor(value, keys[i] as PropertyKey);
    if (descriptor?.value === wanted) return true;
  }
  return false;
}

/** Prepares a watch for one callable; setters under `names` and a `then` for all are in it. */
export function watchBuiltins(wanted: unknown, names: readonly string[]): Watch {
  const leaks: string[] = [];
  let calls = 0;
  const note = (name: string, value: unknown): void => {
    if (holds(value, wanted)) leaks[leaks.length] = name;
  };
  const patches: Patch[] = [];
  for (const [owner, on] of Object.entries(owners)) {
    for (const key of ownKeys(on)) {
      const { value, configurable } = getOwnPropertyDescriptor(on, key) ?? {};
      if (typeof value !== 'function' || configurable !== true || key === 'constructor') continue;
      const name = `${owner}.${String(key)}`;
      const watching = function (this: unknown, ...args: unknown[]): unknown {
        calls += 1;
        note(name, this);
        for (let i = 0; i < args.length; i += 1) note(name, args[i]);
        return apply(value, this, args);
      };
      patches.push({ on, key, value: watching });
    }
  }
  const on = Object.prototype;
  for (const key of names) {
    const set = (value: unknown): void => note(`a setter ${key}`, value);
    patches.push({ on, key, set, enumerable: false });
  }
  const then: Patch = {
    on,
    key: 'then',
    enumerable: false,
    get(this: unknown) {
      note('a getter then', this);
      return undefined;
    },
  };
  return { patches: [...patches, then], leaks, calls: () => calls };
}
