/** What a judge found about one call, as answers and records tell it. Shapes only. */

/** `safe-verb-shortcut`: a reading verb that is approved without a judge. */
export type JudgeKind = 'rule-based-v1' | 'llm-v1' | 'safe-verb-shortcut';

/**
 * What a judge found. Payload-free: its notes name keys of arguments and words of the tool's name,
 * never a value and never the words of a model.
 */
export interface Judgement {
  readonly kind: JudgeKind;
  /** From 0 to 1. */
  readonly score: number;
  /** A score below it refuses. */
  readonly threshold: number;
  readonly notes: readonly string[];
  /** Of a model only: it gave nothing usable, and the score stands in for its own. */
  readonly degraded?: boolean;
  /** Of a model only: whether it is the planner's model too; absent where nobody said. */
  readonly judgeModelEqualsPlanner?: boolean;
}
