/**
 * A run as spans: one for the run, one for each call. Only ids, codes, names of tools and rules,
 * arguments by pointer, and who wrote and who chose: no value, no message, no reader or subject,
 * since content may bring those along. Upholds INV-V1. Pure.
 */
import type { ExplainedCall, ExplainedRun } from '../explain/explained-run.js';
import { plainWord, plainWords } from './plain-word.js';
import type { SpanAttributes, SpanData } from './span-data.js';

export interface RunSpanOptions {
  /** Name of the agent, for `gen_ai.agent.name`; left out if nobody names one. */
  readonly agent?: string | undefined;
  /** Why the run did not commit, in a code; its status if left out. */
  readonly code?: string | null | undefined;
}

type Attributes = Record<string, string | number | boolean | string[]>;

/** Makes the span of a run, with those of its calls. */
export function runSpan(run: ExplainedRun, options: RunSpanOptions = {}): SpanData {
  const { agent } = options;
  const startedAt = run.startedAt ?? run.calls[0]?.startedAt ?? 0;
  const lastEnd = run.calls.at(-1)?.endedAt ?? startedAt;
  const endedAt = Math.max(startedAt, run.endedAt ?? lastEnd);
  const status = run.status === null ? 'open' : plainWord(run.status);
  const error = status === 'committed' ? null : plainWord(options.code ?? status);
  return {
    name: agent === undefined ? 'invoke_agent' : `invoke_agent ${plainWord(agent)}`,
    startedAt,
    endedAt,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      ...(agent === undefined ? {} : { 'gen_ai.agent.name': plainWord(agent) }),
      ...(error === null ? {} : { 'error.type': error }),
      'sluice.run.id': plainWord(run.run),
      'sluice.run.status': status,
    },
    error,
    children: run.calls.map((call) => callSpan(call, { run: run.run, startedAt, endedAt })),
  };
}

interface Within {
  readonly run: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

function callSpan(call: ExplainedCall, within: Within): SpanData {
  const tool = plainWord(call.tool);
  const startedAt = call.startedAt ?? within.startedAt;
  const error = errorOf(call);
  return {
    name: `execute_tool ${tool}`,
    startedAt,
    endedAt: Math.max(startedAt, call.endedAt ?? within.endedAt),
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': plainWord(call.call),
      'gen_ai.tool.type': 'function',
      ...(error === null ? {} : { 'error.type': error }),
      'sluice.run.id': plainWord(within.run),
      'sluice.step': plainWord(call.step),
      'sluice.outcome': outcomeOf(call),
      ...decidedAttributes(call),
      ...refusedAttributes(call),
    },
    error,
    children: [],
  };
}

function outcomeOf({ denial, end }: ExplainedCall): string {
  if (denial !== null) return 'denied';
  return end === null ? 'open' : plainWord(end.outcome);
}

function errorOf(call: ExplainedCall): string | null {
  const { denial, end } = call;
  if (denial !== null) return plainWord(denial.code);
  const outcome = outcomeOf(call);
  if (outcome === 'committed' && end?.output !== 'invalid') return null;
  return plainWord(end?.code ?? outcome);
}

function decidedAttributes(call: ExplainedCall): SpanAttributes {
  const { answers, arguments: given, releases, rulings } = call;
  const out: Attributes = {
    'sluice.stages': plainWords(answers.map(({ stage, outcome }) => `${stage}:${outcome}`)),
    'sluice.label.sources': plainWords(given.flatMap(({ label }) => label.sources)),
    'sluice.label.control': plainWords(given.flatMap(({ label }) => label.control)),
  };
  const rules = answers.flatMap((answer) => answer.rules);
  if (rules.length > 0) out['sluice.rule'] = plainWords(rules);
  if (releases.length > 0) {
    out['sluice.released.argument'] = plainWords(releases.map(({ argument }) => argument));
    out['sluice.released.rule'] = plainWords(releases.map(({ rule }) => rule));
  }
  if (call.wasAsked) out['sluice.asked'] = true;
  if (rulings.length > 0) out['sluice.ruling'] = plainWords(rulings.map((one) => one.decision));
  return out;
}

function refusedAttributes({ denial }: ExplainedCall): SpanAttributes {
  if (denial === null) return {};
  const out: Attributes = { 'sluice.stage': plainWord(denial.stage) };
  if (denial.rules.length > 0) out['sluice.rule'] = plainWords(denial.rules);
  const { edge } = denial;
  if (edge === null) return out;
  out['sluice.refused.argument'] = plainWord(edge.argument);
  out['sluice.refused.failure'] = plainWord(edge.failure);
  out['sluice.refused.discloses'] = plainWord(edge.discloses);
  out['sluice.refused.sources'] = plainWords(edge.label?.sources ?? []);
  out['sluice.refused.control'] = plainWords(edge.label?.control ?? []);
  return out;
}
