/**
 * What the Gate decided about one call: every stage's answer, the arguments that may run, and their
 * digest.
 */
import type {
  Action,
  Denial,
  JsonObject,
  LabelTree,
  Obligation,
  Outcome,
  StageAnswer,
} from '../../schemas/index.js';
import type { Unit } from '../provenance/units.js';
import type { GateLayer } from './layer.js';
import type { Release } from './stages/provenance.js';

export interface Verdict {
  readonly outcome: Outcome;
  readonly answers: readonly StageAnswer[];
  readonly denial: Denial | null;
  readonly obligations: readonly Obligation[];
  /** Layers that have to ask outside first; what the others said is not the last word. */
  readonly pending: readonly GateLayer[];
  /** The checked parts of the arguments; none where a stage before provenance refused. */
  readonly units: readonly Unit[];
  readonly releases: readonly Release[];
  /** Paths that have to be followed first; what was said without them is not the last word. */
  readonly unfollowed: readonly string[];
  /** The call as the rules saw it: what it takes from budgets; null where they did not allow it. */
  readonly action: Action | null;
  /** Null where a stage before the schema refused. */
  readonly args: JsonObject | null;
  readonly tree: LabelTree | null;
  /** SHA-256 of the canonical text, taken only where somebody must be asked. */
  readonly digest: string | null;
  /** Canonical text of the arguments: what the digests speak of; null where the call is denied. */
  readonly canonical: string | null;
}
