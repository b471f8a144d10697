/** Arguments of a model as values of a plan: scalars, lists, records and references. */
import {
  type Arg,
  type Code,
  isJsonList,
  isReservedKey,
  type Json,
  type JsonObject,
  type Operand,
} from '../../schemas/index.js';
import { readReference } from './step-reference.js';

/** A value, or why there is none; `at` names the place in the model's own words. */
export type Compiled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: Code; readonly at: string };

const MAX_DEPTH = 16;

/** Which steps and facts there are. */
export interface Known {
  readonly hasStep: (id: string) => boolean;
  readonly hasFact: (name: string) => boolean;
}

/** Compiles one argument. */
export function planValue(given: Json, at: string, known: Known, depth = 0): Compiled<Arg> {
  if (depth > MAX_DEPTH) return refused('turn_arguments_malformed', at);
  if (typeof given === 'string') return planText(given, at, known);
  if (typeof given !== 'object' || given === null) return { ok: true, value: given };
  if (isJsonList(given)) return planList(given, at, known, depth);
  return planRecord(given, at, known, depth);
}

function planText(given: string, at: string, known: Known): Compiled<Arg> {
  const read = readReference(given);
  if (read.kind === 'text') return { ok: true, value: given };
  return read.kind === 'malformed'
    ? refused('turn_reference_malformed', at)
    : existing(read.to as Operand, at, known);
}

/** INV-W5: a reference to what is not there is told, not sent as text. */
function existing(to: Operand, at: string, { hasStep, hasFact }: Known): Compiled<Operand> {
  const isThere = to.kind === 'fact' ? hasFact(to.name) : to.kind === 'ref' && hasStep(to.ref);
  return isThere ? { ok: true, value: to } : refused('turn_reference_unknown', at);
}

function planList(
  given: readonly Json[],
  at: string,
  known: Known,
  depth: number,
): Compiled<readonly Arg[]> {
  const items: Arg[] = [];
  for (const [i, item] of given.entries()) {
    const compiled = planValue(item, `${at}.${i}`, known, depth + 1);
    if (!compiled.ok) return compiled;
    items.push(compiled.value);
  }
  return { ok: true, value: items };
}

function planRecord(given: JsonObject, at: string, known: Known, depth: number): Compiled<Arg> {
  const fields = planFields(given, at, known, depth + 1);
  return fields.ok ? { ok: true, value: { kind: 'record', fields: fields.value } } : fields;
}

/** Compiles the arguments of a call, each by its name. */
export function planFields(
  given: JsonObject,
  at: string,
  known: Known,
  depth = 0,
): Compiled<Readonly<Record<string, Arg>>> {
  const fields: [string, Arg][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (key === '' || isReservedKey(key)) return refused('turn_arguments_malformed', at);
    const compiled = planValue(value, at === '' ? key : `${at}.${key}`, known, depth);
    if (!compiled.ok) return compiled;
    fields.push([key, compiled.value]);
  }
  return { ok: true, value: Object.fromEntries(fields) };
}

/** Compiles what has to be a reference. */
export function planOperand(given: unknown, at: string, known: Known): Compiled<Operand> {
  const read = typeof given === 'string' ? readReference(given) : null;
  if (read?.kind !== 'reference') return refused('turn_reference_malformed', at);
  return existing(read.to, at, known);
}

function refused(
  code: Code,
  at: string,
): { readonly ok: false; readonly code: Code; readonly at: string } {
  return { ok: false, code, at };
}
