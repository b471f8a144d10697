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
import { canonicalText, sha256 } from '../snapshot/digest.js';

/** Characters of one value that are shown; the ruling binds the whole by its digest. */
const MAX_SHOWN = 2048;
const SPACES = / {4,}/g;
const FOREIGN = /[^ -~]/gu;
/** Nothing is drawn for these; runs of the space itself are counted. */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}\u{13441}\u{13442}]|(?! )\p{Zs}/gu;

/** A value as one line of JSON in which nothing is invisible. */
export type VisibleText = Pick<ApprovalField, 'text' | 'cut' | 'length' | 'digest'>;

/** Renders a value; what is cut off is told apart by the digest of the whole. */
export function visibleText(value: Json): VisibleText {
  const whole = canonicalText(value);
  const { length } = whole;
  const shown = cutText(whole, MAX_SHOWN);
  return { text: visible(shown), cut: shown.length < length, length, digest: sha256(whole) };
}

/** The beginning of a text; no pair of surrogates is cut in two. */
function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/**
 * Shows every character that is not seen by itself as its number, and a run of spaces as how many:
 * nothing is pushed out of sight.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, numbered).replace(SPACES, (run) => `\\u{20}{${run.length}}`);
}

/** The same with every character outside of ASCII as its number: letters that look alike differ. */
export function spelt(text: string): string {
  return text.replace(FOREIGN, numbered);
}

function numbered(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
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
  return visible(cutText(place, MAX_SHOWN));
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
