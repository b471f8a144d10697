/**
 * Run limits (behaviour K-14). `null` means unbounded; counters are shared by a whole tree of
 * sessions.
 */
export interface RunLimits {
  readonly maxSteps: number | null;
  /** Every tool step counts, reads and denied attempts too. */
  readonly maxEffects: number | null;
  readonly maxParses: number | null;
  readonly maxModelCalls: number | null;
  readonly maxDepth: number | null;
  readonly reasonerTimeoutMs: number | null;
  /** Time limit of a tool that declares none of its own. */
  readonly toolTimeoutMs: number | null;
}

/**
 * The limits of a run that asks for none: 256 steps, 32 effects, 16 parses, 32 model calls, depth
 * 3, 60 s.
 */
export const operationalLimits: RunLimits = Object.freeze({
  maxSteps: 256,
  maxEffects: 32,
  maxParses: 16,
  maxModelCalls: 32,
  maxDepth: 3,
  reasonerTimeoutMs: 60_000,
  toolTimeoutMs: 60_000,
});

/** No limits at all, for plans a host wrote itself. */
export const unboundedLimits: RunLimits = Object.freeze({
  maxSteps: null,
  maxEffects: null,
  maxParses: null,
  maxModelCalls: null,
  maxDepth: null,
  reasonerTimeoutMs: null,
  toolTimeoutMs: null,
});
