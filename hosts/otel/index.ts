/**
 * The entry `sluice/otel`: runs as spans of OpenTelemetry by the `gen_ai` conventions. It holds no
 * value: what a span carries is told in docs/guides/seeing.md.
 */
import type { RunResult } from '../../kernel/index.js';
import { explainRun } from '../explain/explain-run.js';
import { explainTrace, type RunTimes } from '../explain/explain-trace.js';
import { findRun, readRun } from '../explain/run-records.js';
import { runSpan } from './run-span.js';
import type { SpanData } from './span-data.js';

export type { RunTimes } from '../explain/explain-trace.js';
export { exportSpans, type SpanTarget } from './export-spans.js';
export type { SpanAttributes, SpanData } from './span-data.js';

export interface SpanOptions {
  /** Name of the agent, for `gen_ai.agent.name`. */
  readonly agent?: string;
}

/** The spans of a result. The trace holds no times: each call is told with those of its run. */
export function resultSpans(
  result: RunResult,
  times: RunTimes,
  { agent }: SpanOptions = {},
): SpanData {
  return runSpan(explainTrace(result, times), { agent, code: result.problem?.code });
}

/**
 * The spans of a run out of an audit file, with the times of its records; `run` as `sluice explain`
 * takes it. It does not verify the chain: `verifyAudit` does.
 * @throws HostError `run_unknown`, `audit_unavailable`
 */
export function auditSpans(path: string, run: string, { agent }: SpanOptions = {}): SpanData {
  return runSpan(explainRun(readRun(path, findRun(path, run))), { agent });
}
