/** What a turn came to, for its host and its user. Types only. */
import type { RunResult } from '../../kernel/index.js';
import type { LoopMode, Ranking, TurnOutcome, TurnRoute } from '../../reasoner/index.js';
import type { ScratchpadEntry } from '../scratchpad/scratchpad-shape.js';

/** One attempt of a turn, or the whole of it. */
export interface TakenTurn {
  readonly turn: string;
  readonly mode: LoopMode;
  readonly route: TurnRoute;
  readonly ranking: Ranking;
  readonly outcome: TurnOutcome;
  readonly result: RunResult;
  /** Long results, for the user. */
  readonly entries: readonly ScratchpadEntry[];
  /** The local turn before, where a hybrid one went online after it. */
  readonly before: Omit<TakenTurn, 'before'> | null;
}
