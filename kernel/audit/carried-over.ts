/**
 * What the first record of a store's next file carries over, read back: exactly the fields that a
 * store writes. Pure; trusts nothing.
 */
import type { CarriedOver, UnsettledCall } from '../../schemas/index.js';
import { isList } from '../primordials.js';

const KEYS = 'origin,kept,unsettled';
const CALL_KEYS = 'run,call,seq,at,step,tool,state,idempotency,late';
const HASH = /^[0-9a-f]{64}$/;

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isUnsettledCall(value: unknown): value is UnsettledCall {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.keys(value).join() !== CALL_KEYS) return false;
  const { run, call, seq, at, step, tool, ...rest } = value as Record<keyof UnsettledCall, unknown>;
  for (const text of [run, call, step, tool]) if (typeof text !== 'string') return false;
  const { state, idempotency, late } = rest;
  if (!isCount(seq) || typeof at !== 'number') return false;
  if (state !== 'open' && state !== 'uncertain') return false;
  if (idempotency !== null && typeof idempotency !== 'string') return false;
  return late === null || late === 'resolved' || late === 'rejected';
}

/** Asks whether the data of a record is what a store carries over. */
export function isCarriedOver(value: object): value is CarriedOver {
  if (Object.keys(value).join() !== KEYS) return false;
  const { origin, kept, unsettled } = value as Record<keyof CarriedOver, unknown>;
  if (typeof origin !== 'string' || !HASH.test(origin) || !isCount(kept)) return false;
  return isList(unsettled) && unsettled.every(isUnsettledCall);
}
