/**
 * An AbortController whose listeners stay quiet: what one throws, or rejects with, would else end
 * the process, long after the run that it belonged to. Upholds INV-F12. Does not reach signals that
 * a tool derives from this one, or listeners that it adds past the signal's own method.
 */
import { freeze } from '../primordials.js';

type Listener = (event?: unknown) => unknown;
type Handler = Listener | { readonly handleEvent?: Listener } | null | undefined;
type Adds = (type: string, handler: Handler, options?: unknown) => void;

const defineProperty = Object.defineProperty;

/** Makes an abort controller with a quiet signal. */
export function makeQuietController(): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal) as Adds;
  const remove = signal.removeEventListener.bind(signal) as Adds;
  const quietOf = new WeakMap<object, Listener>();
  let onAbort: Handler = null;

  function quiet(handler: Handler): Handler {
    if (handler === null || handler === undefined) return handler;
    const known = quietOf.get(handler);
    if (known !== undefined) return known;
    const made: Listener = (event) => callQuietly(handler, signal, event);
    quietOf.set(handler, made);
    return made;
  }
  const addQuietly: Adds = (type, handler, options) => add(type, quiet(handler), options);
  const removeQuietly: Adds = (type, handler, options) => remove(type, quiet(handler), options);

  defineProperty(signal, 'addEventListener', { value: addQuietly });
  defineProperty(signal, 'removeEventListener', { value: removeQuietly });
  defineProperty(signal, 'onabort', {
    get: () => onAbort,
    set: (handler: Handler) => {
      const isHandler = typeof handler === 'function';
      removeQuietly('abort', onAbort);
      onAbort = isHandler ? handler : null;
      addQuietly('abort', onAbort);
    },
  });
  return freeze({ signal, abort: (reason) => controller.abort(reason) });
}

function callQuietly(handler: NonNullable<Handler>, signal: AbortSignal, event: unknown): void {
  try {
    const isFunction = typeof handler === 'function';
    const result = isFunction ? handler.call(signal, event) : handler.handleEvent?.(event);
    // INV-F12: what it throws stays here, and what it promises too.
    if (typeof result === 'object' && result !== null) void ignore(result);
  } catch {
    return;
  }
}

async function ignore(work: unknown): Promise<void> {
  try {
    await work;
  } catch {
    return;
  }
}
