/** Patches built-ins while a body runs, as hostile code of the same realm would; then undoes it. */

/** A property to define for the time being. */
export interface Patch {
  readonly on: object;
  readonly key: PropertyKey;
  readonly value?: unknown;
  readonly get?: () => unknown;
  readonly set?: (value: unknown) => void;
  /** Whether loops over keys meet it; unless told, as before, and new ones yes. */
  readonly enumerable?: boolean;
}

const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;

function apply({ on, key, value, get, set, ...how }: Patch): () => void {
  const before = getOwnPropertyDescriptor(on, key);
  const { enumerable = before?.enumerable ?? true } = how;
  const now: PropertyDescriptor = { configurable: true, enumerable };
  if (get === undefined && set === undefined) Object.assign(now, { value, writable: true });
  if (get !== undefined) now.get = get;
  if (set !== undefined) now.set = set;
  if (!defineProperty(on, key, now)) throw new Error(`cannot patch ${String(key)}`);
  return () => {
    if (before === undefined) deleteProperty(on, key);
    else defineProperty(on, key, before);
  };
}

/**
 * Runs a body under patches and undoes them when it returns or, if it is asynchronous, when its
 * promise settles. What it returns or throws comes out.
 */
export function patched<T>(patches: readonly Patch[], body: () => T): T {
  // No list: a patched list would not keep what undoes it.
  let undo = (): void => undefined;
  let result: T;
  try {
    for (let i = 0; i < patches.length; i += 1) {
      const earlier = undo;
      const last = apply(patches[i] as Patch);
      undo = () => {
        last();
        earlier();
      };
    }
    result = body();
  } catch (error) {
    undo();
    throw error;
  }
  if (result instanceof Promise) return afterwards(result, undo) as T;
  undo();
  return result;
}

async function afterwards<T>(work: Promise<T>, action: () => void): Promise<T> {
  try {
    return await work;
  } finally {
    action();
  }
}
