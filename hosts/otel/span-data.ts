/**
 * Spans as plain data: what an exporter makes of them is its own. Names by the `gen_ai` semantic
 * conventions of OpenTelemetry (status Development, semantic-conventions 1.45.0); what is ours
 * begins with `sluice.`. Types only.
 */

/** One run, or one call of a tool within it. */
export interface SpanData {
  /** `invoke_agent` and the agent's name, or `execute_tool` and the tool's. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  /** A code where it failed or was refused; null elsewhere. It stands in `error.type` too. */
  readonly error: string | null;
  readonly children: readonly SpanData[];
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean | string[]>>;
