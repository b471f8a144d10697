/**
 * The seal of a suspension: a keyed digest over its id and its text, under the key of the store.
 * Upholds INV-U1. Does not defend against whoever holds that key.
 */
import type { SuspensionStore } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { makeHmac } from '../snapshot/digest.js';
import { malformed } from './malformed.js';

const SEAL = 64;

/** Seals a text for one place in a store. @throws KernelFault `config_malformed` */
export function seal(store: SuspensionStore, id: string, text: string): string {
  return `${macOf(store)(`suspension\n${id}\n${text}`)}${text}`;
}

/**
 * The text under a seal. @throws KernelFault `suspension_malformed` unless it was sealed with the
 * key of the store for this very id; `config_malformed`
 */
export function unseal(store: SuspensionStore, id: string, sealed: unknown): string {
  if (typeof sealed !== 'string') return malformed('it is no text');
  const text = sealed.slice(SEAL);
  // INV-U1: labels, values and the words of the user are taken from what this key sealed alone.
  if (macOf(store)(`suspension\n${id}\n${text}`) !== sealed.slice(0, SEAL))
    return malformed('it is changed, of another name, or sealed with another key');
  return text;
}

function macOf({ key }: SuspensionStore): (text: string) => string {
  try {
    return makeHmac(key);
  } catch {
    throw new KernelFault('config_malformed', 'the key of the suspensions is no 64 hex characters');
  }
}
