/**
 * Puts the trace of a run together, call by call, as `explainRun` does with records. The events
 * hold no time: whoever has one says it. Pure.
 */
import type { RunResult } from '../../kernel/index.js';
import type { StageAnswer, TraceEvent } from '../../schemas/index.js';
import type { ExplainedAnswer, ExplainedCall, ExplainedRun } from './explained-run.js';

type Event<K extends TraceEvent['kind']> = Extract<TraceEvent, { readonly kind: K }>;
type Decided = Event<'gate_allowed' | 'gate_denied'>;
type CallEvent = Extract<TraceEvent, { readonly call: string }>;

/** When a run began and ended, in milliseconds since the epoch. */
export interface RunTimes {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Explains a run from its result. */
export function explainTrace({ run, status, trace }: RunResult, times: RunTimes): ExplainedRun {
  const byCall = new Map<string, CallEvent[]>();
  for (const event of trace) {
    if (!('call' in event)) continue;
    const known = byCall.get(event.call);
    if (known === undefined) byCall.set(event.call, [event]);
    else known.push(event);
  }
  const plans = eventsOf(trace, 'plan_emitted').map(({ digest, steps }) => ({ digest, steps }));
  return {
    run,
    startedAt: times.startedAt,
    endedAt: times.endedAt,
    status,
    plans,
    pauses: [],
    calls: [...byCall.values()].flatMap((events) => callOf(events) ?? []),
    records: trace.length,
    unread: 0,
    isCut: false,
  };
}

function eventsOf<K extends TraceEvent['kind']>(
  events: readonly TraceEvent[],
  ...kinds: readonly K[]
): readonly Event<K>[] {
  return events.filter((event): event is Event<K> =>
    (kinds as readonly string[]).includes(event.kind),
  );
}

function callOf(events: readonly CallEvent[]): ExplainedCall | null {
  // The second decision is the one that counts.
  const decided: Decided | undefined = eventsOf(events, 'gate_allowed', 'gate_denied').at(-1);
  if (decided === undefined) return null;
  const { call, step, tool, labels, denial } = decided;
  const { edge = null } = denial ?? {};
  const end = eventsOf(events, 'effect_ended').at(-1);
  const answers = decided.answers.map(answerOf);
  return {
    call,
    step,
    tool,
    startedAt: null,
    endedAt: null,
    verdict: denial === null ? 'admitted' : 'refused',
    arguments: Object.entries(labels).map(([argument, label]) => ({ argument, label })),
    answers,
    wasAsked: answers.some(({ outcome }) => outcome === 'require_user'),
    policy: null,
    releases: eventsOf(events, 'released').map(({ argument, rule }) => ({
      ...{ argument, rule, declassifier: '-', releases: '-' },
    })),
    rulings: eventsOf(events, 'ruled').map(({ decision, approver }) => ({
      ...{ decision, approver, source: null, isSigned: false },
    })),
    denial:
      denial === null
        ? null
        : {
            stage: denial.stage,
            code: denial.code,
            mend: denial.mend,
            rules: decided.answers.at(-1)?.rules?.decided ?? [],
            edge: edge === null ? null : { ...edge, label: labels[edge.argument] ?? null },
          },
    end: end === undefined ? null : { outcome: end.outcome, output: end.output, code: end.code },
    late: null,
    resolution: null,
  };
}

function answerOf(answer: StageAnswer): ExplainedAnswer {
  const { stage, outcome, rules } = answer;
  const asks =
    answer.outcome === 'require_user'
      ? answer.obligations.map(({ rule, pointer = null }) => ({ rule, argument: pointer }))
      : [];
  return { stage, outcome, rules: rules?.decided ?? [], by: [], asks };
}
