/**
 * What a tool's answer is worth: its result read once as plain data, what the result inherits from
 * the call, and the text of an error as a labelled value. Upholds INV-B11. Trusts nothing of the
 * tool.
 */
import {
  type Json,
  joinLabel,
  type Label,
  type LabelFields,
  makeLabel,
  union,
  withControl,
} from '../../schemas/index.js';
import { decisionOf, type EffectCall } from '../gate/call.js';
import { freeze } from '../primordials.js';
import type { ResultOrigin } from '../provenance/result-label.js';
import { labelled, mintTainted, type Tainted } from '../provenance/tainted.js';
import { canonicalText } from '../snapshot/digest.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';

/** Of no argument at all. */
const neutral: Label = freeze({ sources: [], control: [], readers: 'anyone', subjects: [] });

/** Characters of a tool's error text that are kept. */
const MAX_ERROR_TEXT = 4096;

/** A result as plain data that fits its schema, or why it is none. */
export type ReadResult =
  | { readonly code: null; readonly value: Json }
  | { readonly code: 'result_refused' | 'result_invalid'; readonly what: string };

/** Reads a result once, as plain data. Never throws for what the tool returned. */
export function readResult(call: EffectCall, value: unknown): ReadResult {
  try {
    // INV-B11: a getter or a proxy in a result answers once, here.
    const raw = snapshot(value === undefined ? null : value);
    const checked = call.definition.output.validate(raw);
    if (!checked.ok)
      return { code: 'result_invalid', what: `does not fit its schema at \`${checked.at}\`` };
    return { code: null, value: checked.value === raw ? raw : snapshot(checked.value) };
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    return { code: 'result_refused', what: error.message };
  }
}

/**
 * What a result inherits: the labels of all arguments, and whoever had read content and decided on
 * the call. That the root planner made the call is no news of the result.
 */
export function resultOrigin(call: EffectCall): ResultOrigin {
  const { control, sources } = decisionOf(call);
  let label = neutral;
  const { kids } = call.tree;
  // The record of the arguments is the plan's own: its shape, too, is no news of the result.
  if (kids === null) label = call.tree.flat;
  else {
    const declared = call.definition.args.kids;
    for (const [key, kid] of Object.entries(kids as LabelFields)) {
      label = joinLabel(label, kid.flat);
      // INV-P28: but a key that nobody declared is content like a value.
      if (declared[key] === undefined) label = joinLabel(label, call.tree.own);
    }
  }
  const deciders = control.filter((source) => source !== 'planner');
  const decision = union(sources, deciders);
  return { args: withControl(label, decision), decision, principal: call.principal };
}

/** The text of a tool's error as a labelled value; reading it runs no code of the error. */
export function errorText(call: EffectCall, error: unknown): Tainted | undefined {
  try {
    const message =
      error instanceof Error ? Object.getOwnPropertyDescriptor(error, 'message')?.value : error;
    const text = snapshot(typeof message === 'string' ? message.slice(0, MAX_ERROR_TEXT) : null);
    const source = makeLabel({ sources: [`tool:${call.definition.spec.name}`], readers: [] });
    return mintTainted(labelled(text, joinLabel(source, resultOrigin(call).args)));
  } catch {
    return undefined;
  }
}

/** The keyed digest of a result; null while none can be taken. */
export function resultDigest(result: Json, keyed: (text: string) => string): string | null {
  try {
    return keyed(canonicalText(result));
  } catch {
    return null;
  }
}
