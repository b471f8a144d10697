/**
 * Facts: values that the host supplies for one run, by name. The planner sees names and types only
 * (INV-A2).
 */
import {
  type FactName,
  isName,
  isReaders,
  type Json,
  makeLabel,
  ownFields,
  type Readers,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { createRecord, freeze, isList } from '../primordials.js';
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

function labelFact(name: string, fact: Fact, principal: string): Labelled {
  const { source = 'host', handle, readers = ['user'], subjects = [], value } = ownFields(fact);
  const isKind = handle === undefined || /^[a-z][a-z0-9_]{0,63}$/.test(handle);
  if (!isKind || (source !== 'user' && source !== 'host')) {
    throw new KernelFault(
      'fact_malformed',
      `fact \`${name}\` names a source or a handle kind that does not exist`,
    );
  }
  if (!isReaders(readers) || !isList(subjects) || !isReaders(subjects))
    throw new KernelFault('fact_malformed', `fact \`${name}\` lists no readers or no subjects`);
  const sources = [handle === undefined ? source : `host:${handle}`];
  const named = namedReaders(readers, principal);
  try {
    return labelled(snapshot(value), makeLabel({ sources, readers: named, subjects }));
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new KernelFault('fact_malformed', `fact \`${name}\`: ${error.message}`);
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
