/**
 * Labelled values as plain data and back: the value, its labels, and what bounds its choices. A
 * bound that cannot be written down is left out, so that nothing bounds the value. Pure.
 */
import { isTreeOf, type Json, type Label } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { ValueCapacity } from '../provenance/capacity.js';
import type { Labelled } from '../provenance/tainted.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { malformed } from './malformed.js';
import { mapRecord } from './map-record.js';
import { type LabelTable, readTree, type StoredTree } from './stored-labels.js';

/** Bits; null where there are infinitely many. */
type StoredBits = number | null;

type StoredCapacity =
  | { readonly kind: 'bits'; readonly bits: StoredBits }
  | { readonly kind: 'schema'; readonly schema: Json }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, StoredBits>> };

export interface StoredValue {
  readonly value: Json;
  readonly tree: StoredTree;
  readonly capacity: StoredCapacity | null;
}

/** Writes bits down: JSON has no infinity. */
export function storedBits(bits: number): StoredBits {
  return bits === Number.POSITIVE_INFINITY ? null : bits;
}

/** Bits as they were. */
export function readBits(stored: StoredBits): number {
  return stored ?? Number.POSITIVE_INFINITY;
}

/** Writes a labelled value down. */
export function storeValue({ value, tree, capacity }: Labelled, table: LabelTable): StoredValue {
  return { value, tree: table.tree(tree), capacity: storeCapacity(capacity) };
}

function storeCapacity(capacity: ValueCapacity | undefined): StoredCapacity | null {
  if (capacity === undefined) return null;
  switch (capacity.kind) {
    case 'bits':
      return { kind: 'bits', bits: storedBits(capacity.bits) };
    case 'fields':
      return { kind: 'fields', fields: mapRecord(capacity.fields, storedBits) };
    case 'schema':
      return storeSchema(capacity.schema);
  }
}

function storeSchema(schema: object): StoredCapacity | null {
  try {
    return { kind: 'schema', schema: snapshot(schema) };
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    return null;
  }
}

/** A labelled value as it was. @throws KernelFault `suspension_malformed` */
export function readValue(stored: StoredValue, labels: readonly Label[]): Labelled {
  const value = snapshot(stored.value);
  const tree = readTree(stored.tree, labels);
  if (!isTreeOf(tree, value)) return malformed('its labels are not those of its values');
  const capacity = readCapacity(stored.capacity);
  return capacity === undefined ? { value, tree } : { value, tree, capacity };
}

function readCapacity(stored: StoredCapacity | null): ValueCapacity | undefined {
  if (stored === null) return undefined;
  switch (stored.kind) {
    case 'bits':
      return freeze({ kind: 'bits', bits: readBits(stored.bits) });
    case 'fields':
      return freeze({ kind: 'fields', fields: mapRecord(stored.fields, readBits) });
    case 'schema':
      return freeze({ kind: 'schema', schema: snapshot(stored.schema) as object });
  }
}
