/**
 * What an approver is shown of a call: each checked argument as quoted JSON with control,
 * bidirectional and invisible characters made visible, bounded in length, tainted ones marked.
 * Built from labels, never from what a value says of itself.
 */
import { type ApprovalField, isTaintedSource, type Json } from '../../schemas/index.js';
import type { Unit } from '../provenance/units.js';
import { canonicalText } from '../snapshot/digest.js';

/** Characters of one value that are shown; the ruling binds the whole by its digest. */
const MAX_SHOWN = 2048;
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Renders a value as one line of JSON in which nothing is invisible. */
export function visibleText(value: Json): { readonly text: string; readonly cut: boolean } {
  const whole = canonicalText(value);
  const shown = whole.slice(0, MAX_SHOWN);
  const text = shown.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return { text, cut: whole.length > MAX_SHOWN };
}

/** Lists the fields of a call as an approver sees them. */
export function approvalView(units: readonly Unit[]): readonly ApprovalField[] {
  return units
    .filter((unit) => !unit.isShape)
    .map(({ pointer, value, label }) => {
      const tainted = [...label.sources, ...label.control].some(isTaintedSource);
      return { pointer, ...visibleText(value), label, tainted };
    });
}
