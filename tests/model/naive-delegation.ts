/** Delegation and the rate of a pair, from the sentences. The reference for kernel/policy. */
interface NaiveDelegation {
  readonly chain: readonly string[];
  readonly delegate: string;
  readonly maxDepth?: number;
  readonly delegatorAutonomy: string | null;
  readonly delegateAutonomy: string | null;
  readonly remaining: number | null;
}

const RANKS: Readonly<Record<string, number>> = { actWithApproval: 1, actFreely: 2 };

function rank(autonomy: string | null): number {
  if (autonomy === null) return 1;
  return Object.hasOwn(RANKS, autonomy) ? (RANKS[autonomy] ?? 0) : 0;
}

/** Every guard that fails, in no particular order. */
export function naiveFailures(request: NaiveDelegation): ReadonlySet<string> {
  const { chain, delegate, maxDepth, delegatorAutonomy, delegateAutonomy, remaining } = request;
  const failures = new Set<string>();
  const depthOfDelegator = chain.length - 1;
  if (depthOfDelegator + 1 > (maxDepth ?? 3)) failures.add('depth');
  if (new Set([...chain, delegate]).size < new Set(chain).size + 1) failures.add('cycle');
  if (rank(delegateAutonomy) > rank(delegatorAutonomy)) failures.add('autonomy');
  if (remaining !== null && remaining <= 0) failures.add('budget');
  return failures;
}

export interface SpokenMessage {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

/** Which of these messages may go, each judged by those before it. */
export function naiveAdmitted(messages: readonly SpokenMessage[]): readonly boolean[] {
  const clock = messages.map((_, i) => Math.max(...messages.slice(0, i + 1).map(({ at }) => at)));
  const admitted: boolean[] = [];
  for (const [i, { from, to }] of messages.entries()) {
    const before = messages.filter(
      (other, j) =>
        j < i &&
        admitted[j] === true &&
        other.from === from &&
        other.to === to &&
        (clock[i] ?? 0) - (clock[j] ?? 0) < 60_000,
    );
    admitted.push(before.length < 10);
  }
  return admitted;
}
