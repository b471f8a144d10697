/**
 * A suspended run as text and back. The text keeps the order of keys, since a value has one. Trusts
 * what it reads: only what this kernel sealed gets here.
 */
import type { EffectRecord, Label, Plan } from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import { type TrustedQuery, trustQuery } from '../provenance/trusted-query.js';
import { contentText } from '../snapshot/digest.js';
import { snapshot } from '../snapshot/snapshot.js';
import { malformed } from './malformed.js';
import { mapRecord } from './map-record.js';
import { LabelTable, readLabels } from './stored-labels.js';
import { readBits, readValue, type StoredValue, storedBits, storeValue } from './stored-value.js';
import type { RunProgress, SuspendedRun } from './suspended-run.js';
import { impossible } from './suspension.js';

const VERSION = 2;
/** Longest text of a run, in UTF-16 code units: four values of the largest size. */
const MAX_TEXT = 64 * 1024 * 1024;
const parse: (text: string) => unknown = JSON.parse;

/** What stands beside a run: until when it is good, and what it is bound to. */
export interface Terms {
  /** Milliseconds since the epoch. */
  readonly suspendedAt: number;
  readonly expiresAt: number;
  /** Version of the policy that asked; null where there was none to read. */
  readonly policy: string | null;
  /** Keyed digest that only the audit store that recorded the run can make. */
  readonly audit: string;
}

interface StoredRun extends Terms {
  readonly v: number;
  readonly progress: Omit<RunProgress, 'keys' | 'spent'> & {
    readonly keys: readonly (readonly [string, string])[];
    readonly spent: Readonly<Record<string, number | null>>;
  };
  readonly query: { readonly text: string; readonly principal: string; readonly label: number };
  readonly labels: readonly Label[];
  readonly facts: Readonly<Record<string, StoredValue>>;
  readonly values: readonly (readonly [string, StoredValue])[];
  readonly plan: Plan;
  readonly step: string;
  readonly grant: readonly string[];
  readonly definitions: Readonly<Record<string, string>>;
  readonly selection: 'unique' | 'strict';
}

/** Writes a run down. @throws KernelFault `suspension_impossible` for one that holds too much */
export function runText(run: SuspendedRun, terms: Terms): string {
  const table = new LabelTable();
  const { progress, query, plan, step, grant, definitions, selection } = run;
  const { keys, spent, ...rest } = progress;
  const facts = mapRecord(run.facts, (fact) => storeValue(fact, table));
  const values = run.values.map(([id, value]) => [id, storeValue(value, table)] as const);
  const label = table.place(query.label);
  const stored: StoredRun = {
    v: VERSION,
    ...terms,
    progress: { ...rest, keys: [...keys], spent: mapRecord(spent, storedBits) },
    query: { text: query.text, principal: query.principal, label },
    labels: table.labels,
    facts,
    values,
    plan,
    step,
    grant,
    definitions,
    selection,
  };
  return boundedText(stored);
}

function boundedText(stored: StoredRun): string {
  let text: string | null = null;
  try {
    text = contentText(stored);
  } catch (error) {
    // More than any text can hold.
    if (!(error instanceof RangeError)) throw error;
  }
  if (text !== null && text.length <= MAX_TEXT) return text;
  return impossible(`its values and labels come to more than ${MAX_TEXT} characters`);
}

/** Reads a run back. @throws KernelFault `suspension_malformed` for another version */
export function readRun(text: string): { readonly run: SuspendedRun; readonly terms: Terms } {
  const stored = parse(text) as StoredRun;
  if (stored.v !== VERSION) return malformed('it is of another version');
  const { suspendedAt, expiresAt, policy, audit } = stored;
  const { plan, step, grant, definitions, selection } = stored;
  const labels = readLabels(stored.labels);
  const values = stored.values.map(([id, value]): readonly [string, Labelled] => [
    id,
    readValue(value, labels),
  ]);
  const run = {
    progress: readProgress(stored.progress),
    query: readQuery(stored.query, labels),
    facts: mapRecord(stored.facts, (fact) => readValue(fact, labels)),
    plan,
    step,
    grant: freeze([...grant]),
    definitions,
    selection,
    values,
  };
  return { run, terms: { suspendedAt, expiresAt, policy, audit } };
}

function readProgress(stored: StoredRun['progress']): RunProgress {
  return {
    ...stored,
    keys: new Map(stored.keys),
    spent: mapRecord(stored.spent, readBits),
    effects: snapshot(stored.effects) as unknown as readonly EffectRecord[],
  };
}

function readQuery(stored: StoredRun['query'], labels: readonly Label[]): TrustedQuery {
  const { text, principal, label } = stored;
  const { readers } = labels[label] ?? malformed('it names a label that it does not hold');
  return trustQuery(text, { principal, readers });
}
