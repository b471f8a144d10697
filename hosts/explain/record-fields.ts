/** Reads fields of a record's data, whatever stands there: nobody has looked at it. Pure. */
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
} from '../../schemas/index.js';

/** Longest text that is taken over, in UTF-16 code units, and most items of a list. */
const MAX_TEXT = 1024;
const MAX_LIST = 512;

const NOTHING: JsonObject = Object.freeze({});

/** A text of a record; `-` where there is none. */
export function textIn(data: JsonObject, key: string): string {
  return textOrNull(data, key) ?? '-';
}

/** A text of a record; null where there is none. */
export function textOrNull(data: JsonObject, key: string): string | null {
  const value = ownOf(data, key);
  return typeof value === 'string' ? clipped(value) : null;
}

/** A number of a record; null where there is none. */
export function numberOrNull(data: JsonObject, key: string): number | null {
  const value = ownOf(data, key);
  return typeof value === 'number' ? value : null;
}

/** A record within a record; an empty one where there is none. */
export function recordIn(data: JsonObject, key: string): JsonObject {
  const value = ownOf(data, key);
  return value !== null && isJsonObject(value) ? value : NOTHING;
}

/** The records of a list. */
export function recordsIn(data: JsonObject, key: string): readonly JsonObject[] {
  const value = ownOf(data, key);
  return value !== null && isJsonList(value) ? value.slice(0, MAX_LIST).filter(isJsonObject) : [];
}

/** The texts of a list. */
export function textsIn(data: JsonObject, key: string): readonly string[] {
  const value = ownOf(data, key);
  if (value === null || !isJsonList(value)) return [];
  return value
    .slice(0, MAX_LIST)
    .flatMap((item) => (typeof item === 'string' ? [clipped(item)] : []));
}

/** A label as it stands in a record. */
export function labelOf(data: JsonObject): Label {
  const readers = ownOf(data, 'readers') === 'anyone' ? 'anyone' : textsIn(data, 'readers');
  return {
    sources: textsIn(data, 'sources'),
    control: textsIn(data, 'control'),
    readers,
    subjects: textsIn(data, 'subjects'),
  };
}

/** The labels of a call, by argument. */
export function labelsIn(
  data: JsonObject,
): readonly { readonly argument: string; readonly label: Label }[] {
  return Object.entries(recordIn(data, 'labels'))
    .slice(0, MAX_LIST)
    .flatMap(([argument, label]) =>
      isJsonObject(label) ? [{ argument: clipped(argument), label: labelOf(label) }] : [],
    );
}

function ownOf(data: JsonObject, key: string): Json {
  return Object.hasOwn(data, key) ? (data[key] ?? null) : null;
}

function clipped(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
