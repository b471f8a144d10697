/**
 * Facts: values that the host supplies for one run, by name. The planner sees names and types only
 * (INV-A2).
 */
import {
  type FactName,
  isJsonList,
  isJsonObject,
  isName,
  isNamedReaders,
  type Json,
  makeLabel,
  ownFields,
  type Readers,
  unknownKey,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { createRecord, freeze, isList } from '../primordials.js';
import { constant } from '../provenance/carried.js';
import { namedReaders } from '../provenance/recipients.js';
import { type Labelled, labelled } from '../provenance/tainted.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';

export interface Fact {
  readonly value: Json;
  /** Who vouches for it. Default: the host. */
  readonly source?: 'user' | 'host';
  /** Makes it a handle of this kind. */
  readonly handle?: string;
  /** Who may read it. Default: the user of the run. */
  readonly readers?: Readers;
  readonly subjects?: readonly string[];
}

export type Facts = Readonly<Record<string, Labelled>>;

/**
 * Labels the facts of a run.
 * @throws KernelFault `fact_malformed`
 */
export function labelFacts(facts: Readonly<Record<string, Fact>>, principal: string): Facts {
  const out: Record<string, Labelled> = createRecord();
  for (const [name, fact] of Object.entries(facts)) {
    if (!isName(name)) throw new KernelFault('fact_malformed', 'a fact with a malformed name');
    out[name] = labelFact(name, fact, principal);
  }
  return freeze(out);
}

const FACT_KEYS: readonly string[] = freeze(['value', 'source', 'handle', 'readers', 'subjects']);

function malformed(name: string, what: string): KernelFault {
  return new KernelFault('fact_malformed', `fact \`${name}\`: ${what}`);
}

function labelFact(name: string, fact: Fact, principal: string): Labelled {
  if (typeof fact !== 'object' || fact === null || isList(fact))
    throw malformed(name, 'give a scalar, or a record with `value`');
  // A misspelt key would narrow nothing, or everything.
  const unknown = unknownKey(fact, FACT_KEYS);
  if (unknown !== null) throw malformed(name, unknown);
  const { source = 'host', handle, readers = ['user'], subjects = [], value } = ownFields(fact);
  if (value === undefined) throw malformed(name, '`value` is missing');
  if (handle !== undefined && !/^[a-z][a-z0-9_]{0,63}$/.test(handle))
    throw malformed(name, '`handle` must be a kind: lower-case letters, digits and `_`');
  if (source !== 'user' && source !== 'host')
    throw malformed(name, '`source` must be `user` or `host`');
  if (!isNamedReaders(readers))
    throw malformed(
      name,
      '`readers` must be `anyone`, or a list of `user`, `user:NAME`, `cap:NAME`',
    );
  if (!isList(subjects) || !isNamedReaders(subjects))
    throw malformed(name, '`subjects` must be a list of `user`, `user:NAME`, `third_party`');
  const sources = [handle === undefined ? source : `host:${handle}`];
  const named = namedReaders(readers, principal);
  try {
    const data = snapshot(value);
    // INV-P5: a key chooses among handles, and whoever wrote it would be forgotten.
    if (handle !== undefined && holdsRecord(data))
      throw malformed(name, 'give each handle a fact of its own, or a list of handles');
    return constant(labelled(data, makeLabel({ sources, readers: named, subjects })));
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw malformed(name, error.message);
  }
}

/** What a planner may know of the facts. */
export function factNames(facts: Facts): readonly FactName[] {
  // INV-A2: the value itself stays here.
  return Object.entries(facts).map(([name, { value }]) => ({ name, type: typeName(value) }));
}

function typeName(value: Json): FactName['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'record';
}

function holdsRecord(value: Json): boolean {
  return isJsonObject(value) || (isJsonList(value) && value.some(holdsRecord));
}
