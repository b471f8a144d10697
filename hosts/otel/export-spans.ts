/**
 * Hands spans to a tracer of the host, with their times, the calls as children of their run. The
 * host brings `@opentelemetry/api`: nothing of it is loaded here.
 */
import type { Context, ContextAPI, TraceAPI, Tracer } from '@opentelemetry/api';
import type { SpanData } from './span-data.js';

/** What of `@opentelemetry/api` it takes, and the tracer that the spans go to. */
export interface SpanTarget {
  readonly tracer: Tracer;
  readonly api: { readonly trace: TraceAPI; readonly context: ContextAPI };
}

/** `SpanKind.INTERNAL` and `SpanStatusCode.ERROR`, which are numbers of the specification. */
const INTERNAL = 0;
const ERROR = 2;

/** Starts and ends a span and its children, below the span that is active, if one is. */
export function exportSpans(span: SpanData, target: SpanTarget): void {
  exportBelow(span, target, target.api.context.active());
}

function exportBelow(data: SpanData, { tracer, api }: SpanTarget, parent: Context): void {
  const { name, startedAt, endedAt, attributes, error, children } = data;
  const options = { kind: INTERNAL, startTime: startedAt, attributes: { ...attributes } };
  const span = tracer.startSpan(name, options, parent);
  const own = api.trace.setSpan(parent, span);
  for (const child of children) exportBelow(child, { tracer, api }, own);
  if (error !== null) span.setStatus({ code: ERROR, message: error });
  span.end(endedAt);
}
