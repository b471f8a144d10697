/** A record with each item changed, under the same keys; frozen, with no prototype. Pure. */
import { createRecord, freeze } from '../primordials.js';

/** Changes every item of a record. */
export function mapRecord<From, To>(
  record: Readonly<Record<string, From>>,
  change: (item: From) => To,
): Readonly<Record<string, To>> {
  const out: Record<string, To> = createRecord();
  for (const [key, item] of Object.entries(record)) out[key] = change(item);
  return freeze(out);
}
