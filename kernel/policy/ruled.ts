/** What the policy engine says of an action, and who said so. Data. */
import type { Enforcement, RuleDecision } from '../../schemas/index.js';

/** Where a say comes from. `unevaluable`: a rule that nobody can tell whether it applies. */
export type RuleSource =
  | 'space'
  | 'agent'
  | 'workspace'
  | 'preset'
  | 'default'
  | 'managed'
  | 'net'
  | 'never'
  | 'unevaluable'
  | 'safety'
  | 'confirm'
  | 'autonomy';

/** One say about an action. */
export interface Say {
  readonly decision: RuleDecision;
  readonly source: RuleSource;
  /** Id of the rule, or of what is built in: `default.gitPush`, `preset.plan`. */
  readonly rule: string;
  /** The class, or the beginning of the command, that it is about. */
  readonly about: string;
  readonly enforcement: Enforcement;
  /** One sentence that names the rule, and its constraint; no value of the action. */
  readonly reason: string;
}

export interface Ruled {
  readonly decision: RuleDecision;
  /** Everything that was said; the decision is the strictest of what counts. */
  readonly says: readonly Say[];
  /** The says that decided: of `prompt`, each one that has to be asked about. */
  readonly deciding: readonly Say[];
  /** What advisory rules would have said. */
  readonly advisory: readonly Say[];
  /** Soft rules that were overridden, by id. */
  readonly overridden: readonly string[];
}
