/** What a run goes on with that waits for a ruling in no process. Types only. */
import type { EffectRecord, Grant, Plan } from '../../schemas/index.js';
import type { Facts } from '../context/facts.js';
import type { KeysInUse } from '../effects/idempotency.js';
import type { Drawn } from '../policy/budgets.js';
import type { Labelled } from '../provenance/tainted.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';

/** How much of the limits of a run is used. */
export interface UsedLimits {
  readonly steps: number;
  readonly effects: number;
  readonly parses: number;
  readonly modelCalls: number;
}

/** What a run has done and drawn on so far, whatever it goes on with. */
export interface RunProgress {
  readonly run: string;
  /** Calls that have an id, and events that were told. */
  readonly calls: number;
  readonly events: number;
  readonly used: UsedLimits;
  /** Bits released so far, by rule. */
  readonly spent: Readonly<Record<string, number>>;
  /** What the run took from the budgets of capabilities. */
  readonly drawn: Readonly<Record<string, Drawn>>;
  readonly keys: KeysInUse;
  readonly effects: readonly EffectRecord[];
}

/** A run as it stood when it asked. */
export interface SuspendedRun {
  readonly progress: RunProgress;
  readonly query: TrustedQuery;
  readonly facts: Facts;
  readonly plan: Plan;
  /** The step whose call asked. */
  readonly step: string;
  /** What it may use at most. */
  readonly grant: Grant;
  /** Digest of the definition of each tool that the plan names. */
  readonly definitions: Readonly<Record<string, string>>;
  /** How words of the user chose items of its values: a label that this left out stays out. */
  readonly selection: 'unique' | 'strict';
  /** What each step made that has run, in the order of the plan. */
  readonly values: readonly (readonly [step: string, value: Labelled])[];
}
