/** One behaviour item that is taken up, in our words: what a test that cites it shows. */
export interface BehaviourItem {
  readonly item: string;
  /** The section of the architecture that wins over the item; the test then shows that rule. */
  readonly overriddenBy?: string;
}

/** Items by id: `K-7`, `V-11`, `C9`. */
export type BehaviourRows = Readonly<Record<string, BehaviourItem>>;
