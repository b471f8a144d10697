/** Plain JSON data: the only values that cross a boundary of Sluice. Pure types, no authority. */
export type JsonScalar = null | boolean | number | string;
export type Json = JsonScalar | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Asks whether a value is a JSON object, not a list and not null. */
export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Asks whether a value is a JSON list. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Asks whether two JSON values are the same data, whatever their key order. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isJsonList(a)) {
    if (!isJsonList(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i += 1) if (!sameJson(a[i] as Json, b[i] as Json)) return false;
    return true;
  }
  if (isJsonList(b)) return false;
  const left = a as JsonObject;
  const right = b as JsonObject;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    const other = right[key];
    if (other === undefined || !sameJson(left[key] as Json, other)) return false;
  }
  return true;
}
