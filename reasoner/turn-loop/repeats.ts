/**
 * Calls that bring nothing new: the same call again, the same path or address again, and going back
 * and forth (behaviour T-28). Looks at what the model wrote, never at what came of it.
 */
import type { Code, Step, StepHandle } from '../../schemas/index.js';

/** A call as it was compiled. */
export interface CompiledCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The step that has its value; null where it has none. */
  readonly step: string | null;
  /** Whether the very same again could only be refused again, or happen again. */
  readonly isSettled: boolean;
}

/** A call by what it asks for, whatever the id of its step. */
export function compiledCall(tool: string, step: Step): CompiledCall {
  const { id: _, ...rest } = step;
  const args = step.kind === 'tool' ? step.args : rest;
  return { tool, args, step: null, isSettled: false };
}

/** Codes of an effect that happened, though nobody may use what it answered. */
const happened: readonly (Code | null)[] = Object.freeze(['result_invalid', 'result_refused']);

/** The same call with what became of it. */
export function endedCall(call: CompiledCall, handle: StepHandle | undefined): CompiledCall {
  if (handle === undefined) return call;
  const { step, status, code } = handle;
  if (status === 'done') return { ...call, step, isSettled: true };
  // What was refused would be refused again: whoever is asked is asked once.
  return { ...call, isSettled: status === 'denied' || happened.includes(code) };
}

/** Arguments that say what is read; the same one twice is a duplicate whatever stands beside it. */
const places: readonly string[] = Object.freeze(['path', 'url']);

const exempt: readonly string[] = Object.freeze(['scratchpad_read', 'parse', 'delegate', 'pick']);

/** Why a call is refused as a repetition, and the step that has it; null where it is none. */
export function repetition(
  call: Pick<CompiledCall, 'tool' | 'args'>,
  earlier: readonly CompiledCall[],
): { readonly code: Code; readonly step: string | null } | null {
  const text = textOf(call);
  const last = earlier.at(-1);
  const before = earlier.at(-2);
  if (
    before !== undefined &&
    last !== undefined &&
    textOf(last) !== text &&
    textOf(before) === text
  )
    return { code: 'turn_call_cyclic', step: before.step };
  const same = earlier.find((one) => one.isSettled && textOf(one) === text);
  if (same !== undefined) return { code: 'turn_call_repeated', step: same.step };
  const place = placeOf(call);
  if (place === null || exempt.includes(call.tool)) return null;
  const read = earlier.find((one) => one.step !== null && placeOf(one) === place);
  return read === undefined ? null : { code: 'turn_call_repeated', step: read.step };
}

function placeOf({ tool, args }: Pick<CompiledCall, 'tool' | 'args'>): string | null {
  for (const name of places) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value !== undefined) return JSON.stringify([tool, name, value]);
  }
  return null;
}

/** The same for the same call, in whatever order its arguments stand. */
function textOf({ tool, args }: Pick<CompiledCall, 'tool' | 'args'>): string {
  const entries = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([tool, entries]);
}
