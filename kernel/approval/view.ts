/**
 * What an approver is shown of a call: each checked argument as quoted JSON with control,
 * bidirectional and invisible characters made visible, bounded in length, tainted ones marked.
 * Built from labels, never from what a value says of itself.
 */
import {
  type ApprovalField,
  isJsonObject,
  isTaintedSource,
  type Json,
  type JsonObject,
  pointerSegments,
  pointerTo,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { Unit } from '../provenance/units.js';
import { canonicalText } from '../snapshot/digest.js';

/** Characters of one value that are shown; the ruling binds the whole by its digest. */
const MAX_SHOWN = 2048;
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Renders a value as one line of JSON in which nothing is invisible. */
export function visibleText(value: Json): { readonly text: string; readonly cut: boolean } {
  const whole = canonicalText(value);
  return { text: visible(whole.slice(0, MAX_SHOWN)), cut: whole.length > MAX_SHOWN };
}

function visible(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A pointer whose `*n`, which stands for a key that nobody declared, is that key again. */
function placeOf(pointer: string, args: JsonObject): string {
  let at: Json | undefined = args;
  let place = '';
  for (const segment of pointerSegments(pointer)) {
    let key: string = segment;
    if (at !== undefined && isJsonObject(at) && segment.startsWith('*'))
      key = Object.keys(at)[Number(segment.slice(1))] ?? segment;
    place = pointerTo(place, key);
    at = (at as { readonly [key: string]: Json } | undefined)?.[key];
  }
  return visible(place.slice(0, MAX_SHOWN));
}

/** Lists the fields of a call as an approver sees them. */
export function approvalView(args: JsonObject, units: readonly Unit[]): readonly ApprovalField[] {
  const fields = units
    .filter(({ isShape, value }) => !isShape || Object.keys(value as object).length === 0)
    .map(({ pointer, value, label }) => {
      const tainted = [...label.sources, ...label.control].some(isTaintedSource);
      const place = placeOf(pointer, args);
      return freeze({ pointer, place, ...visibleText(value), label, tainted });
    });
  return freeze(fields);
}
