/** What a look at a policy found: kinds, how bad each is. Data. */
export type FindingLevel = 'error' | 'warning' | 'note';

const levels = Object.freeze({
  /** Its end is past. */
  expired: 'warning',
  /** Another rule of its scope and target always wins over it, or says the same. */
  shadowed: 'warning',
  /** The managed tier denies its class outright. */
  unreachable: 'warning',
  managed_allow: 'warning',
  advisory: 'note',
  override_expired: 'warning',
  /** Its rule is not soft, and so cannot be passed. */
  override_hard: 'warning',
  /** No rule of this file has its name; a managed or remembered one may. */
  override_unmatched: 'note',
  override_without_permission: 'warning',
  budget_without_grant: 'warning',
  /** `{` and `[` mean themselves in a pattern. */
  literal_bracket: 'warning',
  /** No value can match. */
  dead_pattern: 'error',
  /** A command is allowed, and the class of all commands is not. */
  class_stands: 'note',
} as const satisfies Record<string, FindingLevel>);

export type FindingKind = keyof typeof levels;

export interface Finding {
  /** Id of the rule; the place in the document for what is no rule: `never.paths`. */
  readonly rule: string;
  readonly kind: FindingKind;
  readonly level: FindingLevel;
  readonly message: string;
}

/** Makes a finding. */
export function finding(rule: string, kind: FindingKind, message: string): Finding {
  return Object.freeze({ rule, kind, level: levels[kind], message });
}
