/** One row of the claims table: what is said, where, and which edit turns a test red. */

/** By how the code is built; at run time; where a rule says so; not tested. */
export type ClaimKind = 'construction' | 'checked' | 'policy' | 'assumed';

/** A single-line edit that removes what upholds a claim. `find` occurs exactly once in `file`. */
export interface Sabotage {
  /** The file to edit; the site of the claim when left out. */
  readonly file?: string;
  readonly find: string;
  readonly replace: string;
}

export interface Claim {
  /** One fact, present tense. */
  readonly claim: string;
  readonly kind: ClaimKind;
  /** The file whose `// INV-xx:` comment marks the line; null for what is assumed. */
  readonly site: string | null;
  /** What an attacker would try. */
  readonly attack?: string;
  readonly sabotage?: Sabotage;
  /** The version that first made the claim. */
  readonly since: string;
  /** Why it is not tested (assumed), or why no edit can show it (no sabotage). */
  readonly why?: string;
  /** A part that does not hold yet; its test runs as an expected failure. */
  readonly knownGap?: string;
}

/** Rows by id: `INV-`, the family's letter, a number. Ids never change and are never used again. */
export type ClaimRows = Readonly<Record<string, Claim>>;
