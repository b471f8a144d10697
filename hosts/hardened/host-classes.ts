/**
 * Classes of the platform that the kernel and its ports call methods of. Lockdown freezes the
 * built-ins of the language and not these.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Constructors and prototypes to freeze. */
export const hostClasses: readonly object[] = [
  AsyncLocalStorage,
  AsyncLocalStorage.prototype,
  AbortController,
  AbortController.prototype,
  AbortSignal,
  AbortSignal.prototype,
  EventTarget,
  EventTarget.prototype,
  URL,
  URL.prototype,
];
