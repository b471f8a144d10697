/** Names and ids: branded strings with one parser each. A brand stops mistakes, not attackers. */
declare const brand: unique symbol;
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

export type RunId = Brand<string, 'RunId'>;
export type CallId = Brand<string, 'CallId'>;
export type StepId = Brand<string, 'StepId'>;
export type Capability = Brand<string, 'Capability'>;

const NAME = /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/;
const STEP = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Asks whether a key could reach an object's prototype; such keys are refused everywhere. */
export function isReservedKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/**
 * Asks whether text can name a tool, a schema, a fact or a capability: a letter, then up to 127 of
 * `A-Za-z0-9_.:-`.
 */
export function isName(text: string): boolean {
  return NAME.test(text) && !isReservedKey(text);
}

/** Asks whether text can be a step id: a letter, then up to 63 of `A-Za-z0-9_`. */
export function isStepId(text: string): text is StepId {
  return STEP.test(text) && !isReservedKey(text);
}
