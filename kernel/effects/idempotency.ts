/**
 * The idempotency key of a call: with it the tool does a thing once, however often it is told. It
 * is recorded by its keyed digest, and within a run it stands for the same arguments. Upholds
 * INV-T35.
 */
import { type Json, pointerSegments } from '../../schemas/index.js';
import type { EffectCall } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import { hasOwn } from '../primordials.js';
import { canonicalText } from '../snapshot/digest.js';

/** The keys of a run so far, with the arguments that each came with: tool and digests. */
export type KeysInUse = Map<string, string>;

type Keyed = (text: string) => string;

/** The keyed digest of the call's idempotency key; null where it has none. */
export function idempotencyOf(
  { definition, args }: Pick<EffectCall, 'definition' | 'args'>,
  keyed: Keyed,
): string | null {
  const { idempotency } = definition.spec;
  if (idempotency === undefined) return null;
  let value: Json = args;
  for (const segment of pointerSegments(idempotency)) {
    if (typeof value !== 'object' || value === null || !hasOwn(value, segment)) return null;
    value = (value as { readonly [key: string]: Json })[segment] as Json;
  }
  const isKey = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isKey ? keyed(canonicalText(value)) : null;
}

/** Takes a key for these arguments; a denial if the run took it for others. */
export function takeKey(
  keys: KeysInUse,
  { tool, key, args }: { readonly tool: string; readonly key: string; readonly args: string },
): ReturnType<typeof makeDenial> | null {
  const name = `${tool}:${key}`;
  const before = keys.get(name);
  // INV-T35: the tool would do nothing, and the plan would go on as if it had.
  if (before !== undefined && before !== args) {
    const reason = `\`${tool}\` was called with the same idempotency key and other arguments`;
    return makeDenial({ stage: 'admission', code: 'idempotency_conflict', reason });
  }
  keys.set(name, args);
  return null;
}
