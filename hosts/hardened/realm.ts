/**
 * Locks the realm down as it is evaluated: first module of the hardened entry, before any module of
 * schemas, kernel or reasoner. SES is required and not imported: importing would put it before the
 * first look, and would leave nobody to catch what it throws. What came of it is told as a value,
 * because the error classes are not loaded yet.
 */
import { createRequire } from 'node:module';
import type { LockdownOptions } from 'ses';
import { hostClasses } from './host-classes.js';
import { type Survey, surveyIntrinsics } from './survey-intrinsics.js';

/** What became of the realm. */
export type RealmState =
  | { readonly kind: 'locked' }
  /** The host had locked it down before, with options of its own. */
  | { readonly kind: 'found_locked' }
  | { readonly kind: 'altered'; readonly where: readonly string[] }
  | { readonly kind: 'no_ses'; readonly cause: unknown }
  | { readonly kind: 'not_locked'; readonly cause: unknown };

/** Each choice of lockdown, although most are defaults: an environment variable changes none. */
const options = {
  // An error tells its message and no frame; only the console shows its stack.
  errorTaming: 'safe',
  consoleTaming: 'safe',
  stackFiltering: 'concise',
  // What is uncaught is for the host, as without lockdown.
  errorTrapping: 'none',
  unhandledRejectionTrapping: 'none',
  // No code is made of text. zod checks without compiling then.
  evalTaming: 'no-eval',
  // `RegExp` keeps nothing of the last match.
  regExpTaming: 'safe',
  // What is compared and printed depends on no locale.
  localeTaming: 'safe',
  // `node:domain` would bring back what was taken away.
  domainTaming: 'safe',
  // Libraries may still assign to an own field whose name a built-in prototype has.
  overrideTaming: 'moderate',
  overrideDebug: [],
  legacyRegeneratorRuntimeTaming: 'safe',
  __hardenTaming__: 'safe',
  reporting: 'platform',
} as const satisfies LockdownOptions;

const { freeze, getOwnPropertyDescriptor, isFrozen } = Object;
const { defineProperty, ownKeys } = Reflect;

/** Built-ins of the language that lockdown does not know. */
const LEFT_OPEN = [
  ...['Intl', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics'],
  // Newer than Node 20.
  ...['SuppressedError', 'DisposableStack', 'AsyncDisposableStack'],
];

/** Whether SES ran here before: all is frozen but what it leaves open. */
function wasLocked({ open }: Survey): boolean {
  if (typeof globalThis.harden !== 'function') return false;
  for (let i = 0; i < open.length; i += 1) {
    if (!LEFT_OPEN.includes((open[i] ?? '').split('.', 1)[0] ?? '')) return false;
  }
  return true;
}

/** Names of the global object are no part of what lockdown freezes: `Map` could mean another. */
function pinGlobals(): void {
  const keys = ownKeys(globalThis);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] ?? '';
    const { value, configurable } = getOwnPropertyDescriptor(globalThis, key) ?? {};
    const isObject = typeof value === 'object' && value !== null;
    const isConstant = typeof value === 'function' || (isObject && isFrozen(value));
    if (configurable !== true || !isConstant) continue;
    defineProperty(globalThis, key, { writable: false, configurable: false });
  }
}

/** Freezes what lockdown leaves open, of the language and of the platform. */
function closeRest(): void {
  for (let i = 0; i < LEFT_OPEN.length; i += 1) {
    harden(getOwnPropertyDescriptor(globalThis, LEFT_OPEN[i] ?? '')?.value);
  }
  for (let i = 0; i < hostClasses.length; i += 1) freeze(hostClasses[i]);
  pinGlobals();
}

function runLockdown(): RealmState {
  const require = createRequire(import.meta.url);
  let file: string;
  try {
    file = require.resolve('ses');
  } catch (cause) {
    return { kind: 'no_ses', cause };
  }
  try {
    require(file);
    lockdown(options);
    return { kind: 'locked' };
  } catch (cause) {
    return { kind: 'not_locked', cause };
  }
}

function hardenRealm(): RealmState {
  const before = surveyIntrinsics();
  const isFound = wasLocked(before);
  if (!isFound && before.altered.length > 0) return { kind: 'altered', where: before.altered };
  const state = isFound ? ({ kind: 'found_locked' } as const) : runLockdown();
  if (state.kind === 'no_ses' || state.kind === 'not_locked') return state;
  closeRest();
  const { open } = surveyIntrinsics();
  return open.length === 0 ? state : { kind: 'not_locked', cause: open };
}

/** What became of the realm when this module was evaluated. */
export const realm: RealmState = hardenRealm();
