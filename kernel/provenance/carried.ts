/**
 * How many bits a value carries: log2 of how many values it can have in one plan, whatever content
 * says. Words of the plan and public facts are always the same, a parsed scalar is one of those
 * that its schema lists, and what is computed has no more values than what went in. Everything else
 * carries infinitely much: a value is bounded only where it is said that it is. Upholds INV-P29
 * and INV-P30. Pure.
 */
import {
  isCleanControl,
  isTaintedSource,
  type Json,
  type JsonObject,
  type Label,
} from '../../schemas/index.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import { memberBits, partSchema, type ValueCapacity } from './capacity.js';
import type { Labelled } from './tainted.js';

/** Bits of each argument of a call, by name; one that is not there is not bounded. */
export type CarriedBits = Readonly<Record<string, number>>;

const OPEN = Number.POSITIVE_INFINITY;
const nothing: ValueCapacity = freeze({ kind: 'bits', bits: 0 });

/** Bits that a value carries; `Infinity` where nothing bounds it. */
export function bitsOf({ value, capacity }: Labelled): number {
  // INV-P29: nobody says how many values it can have.
  if (capacity === undefined) return OPEN;
  if (capacity.kind === 'schema') return memberBits(capacity.schema, value);
  return capacity.kind === 'bits' ? capacity.bits : sumOf(Object.values(capacity.fields));
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, bits) => sum + bits, 0);
}

/** Bits that all of some values carry together, at most. */
export function bitsOfAll(values: readonly Labelled[]): number {
  return sumOf(values.map(bitsOf));
}

/** Bits of a value that is one of two, whoever decides which. */
export function bitsOfEither(one: Labelled, other: Labelled): number {
  return Math.log2(2 ** bitsOf(one) + 2 ** bitsOf(other));
}

/** A value that carries at most so many bits. */
export function carrying({ value, tree }: Labelled, bits: number): Labelled {
  return bits === OPEN
    ? { value, tree }
    : { value, tree, capacity: freeze({ kind: 'bits', bits }) };
}

/** A value that does not depend on content. One that not everybody may read is still a secret. */
export function constant({ value, tree }: Labelled): Labelled {
  // INV-P30: a secret that never changes tells as much as one that does.
  return isPublic(tree.flat) ? { value, tree, capacity: nothing } : { value, tree };
}

/**
 * Asks whether a label keeps nothing from anybody, and nobody who read content had a say in what
 * bears it.
 */
export function isPublic({ sources, control, readers, subjects }: Label): boolean {
  return (
    readers === 'anyone' &&
    subjects.every((subject) => subject === 'user') &&
    !sources.some(isTaintedSource) &&
    control.every(isCleanControl)
  );
}

/** What bounds a part of a container that the plan takes by its name or place. */
export function partCapacity(
  capacity: ValueCapacity | undefined,
  container: Json,
  part: string,
): ValueCapacity | undefined {
  // A part has no more values than the whole.
  if (capacity === undefined || capacity.kind === 'bits') return capacity;
  if (capacity.kind === 'fields') {
    const bits = hasOwn(capacity.fields, part) ? capacity.fields[part] : undefined;
    return bits === undefined ? undefined : freeze({ kind: 'bits', bits });
  }
  const schema = partSchema(capacity.schema, container, part);
  return schema === null ? undefined : freeze({ kind: 'schema', schema });
}

/** Bits of each field of a record that the plan put together. */
export function fieldBits({ capacity }: Labelled): CarriedBits {
  return capacity?.kind === 'fields' ? capacity.fields : createRecord();
}

/** Bits of arguments after a schema saw them: one that it changed may be mixed from any. */
export function keptBits(before: JsonObject, after: JsonObject, bits: CarriedBits): CarriedBits {
  if (before === after) return bits;
  const kept: Record<string, number> = createRecord();
  for (const key in bits) {
    // Scalars alone: a copy of a record may have its keys in another order.
    if (before[key] === after[key]) kept[key] = bits[key] as number;
  }
  return freeze(kept);
}
