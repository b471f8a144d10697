/** What a tool was handed, as data. */
import type { Json } from '../../schemas/index.js';

/** The bytes that a tool got, as they are now. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
}
