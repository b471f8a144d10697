/**
 * Measures candidates against each other in one process: rounds in turn, so that drift of the
 * machine hits all alike; medians of rounds, ratios round by round. Never asserts a time.
 */
export interface Candidate {
  readonly name: string;
  /** One unit of work. */
  readonly run: () => unknown;
}

export interface Figure {
  readonly name: string;
  /** Median over rounds, in microseconds a unit. */
  readonly us: number;
  /** Median over rounds of this candidate's time by the first one's. */
  readonly ratio: number;
}

export interface Plan {
  /** Units a round and candidate. */
  readonly units: number;
  readonly rounds: number;
}

function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN;
}

async function roundOf(candidate: Candidate, units: number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < units; i += 1) {
    const work = candidate.run();
    if (work instanceof Promise) await work;
  }
  return ((performance.now() - start) * 1000) / units;
}

/** Measures candidates in turn; the first is the yardstick of the ratios. */
export async function measure(
  candidates: readonly Candidate[],
  plan: Plan,
): Promise<readonly Figure[]> {
  const times = candidates.map((): number[] => []);
  for (const candidate of candidates) await roundOf(candidate, plan.units);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [i, candidate] of candidates.entries()) {
      times[i]?.push(await roundOf(candidate, plan.units));
    }
  }
  const yard = times[0] ?? [];
  return candidates.map(({ name }, i) => {
    const own = times[i] ?? [];
    const ratios = own.map((time, round) => time / (yard[round] ?? Number.NaN));
    return { name, us: median(own), ratio: median(ratios) };
  });
}
