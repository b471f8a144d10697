/**
 * What a turn loop tells the log of a turn: everything as it was. What of it is written,
 * redact-turn.ts decides. Types, and the names of models.
 */
import type { LoopMode, ModelTier, TurnKind } from '../../reasoner/index.js';
import type { Code } from '../../schemas/index.js';
import type { TierModels } from '../settings/settings.js';
import { modelName } from '../settings/tier-models.js';
import type { StepOutcome, TurnModels } from './turn-record.js';

export interface TurnStepReport {
  /** From 1. */
  readonly step: number;
  /** Of the model's answer, in milliseconds; null where nobody measured. */
  readonly latencyMs: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The tool that the model named; null where it asked for no call. */
  readonly tool: string | null;
  /** The arguments as the model wrote them, references as they stand: never what they stand for. */
  readonly args: unknown;
  /** The names of arguments that the tool's own schema has; any other name is not written. */
  readonly parameters: readonly string[];
  readonly outcome: StepOutcome;
  readonly code: Code | null;
  /** Whether guard and judge approved; null where they were not asked. */
  readonly vaglioApproved: boolean | null;
  /** The id of the call in the audit. */
  readonly effect: string | null;
  readonly execMs: number | null;
  readonly scratchpad: string | null;
}

export interface TurnReport {
  /** Letters, digits or `_.-`. */
  readonly turn: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly ended: number;
  readonly mode: LoopMode;
  readonly tier: ModelTier;
  /** The user's own words. */
  readonly query: string;
  /** Every tool on offer, built-in ones too. */
  readonly candidates: readonly string[];
  readonly steps: readonly TurnStepReport[];
  readonly kind: TurnKind;
  /** The answer; null where there is none. Tainted: content had a part in it. */
  readonly final: { readonly text: string; readonly isTainted: boolean } | null;
  readonly models: TurnModels;
}

/** Names the models of the tiers for the log (C37). */
export function turnModels({ fast, middle, wise, same }: TierModels): TurnModels {
  return {
    fast: modelName(fast),
    middle: modelName(middle),
    wise: modelName(wise),
    same: same.map((group) => [...group]),
  };
}
