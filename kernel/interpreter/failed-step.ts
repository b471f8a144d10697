/**
 * Which step of the plan a run failed at, as far as its trace tells; null where no step had begun
 * that could have failed, or where several overlapped and the trace does not say which. Pure.
 */
import type { EffectRecord, TraceEvent } from '../../schemas/index.js';
import { EffectDenied, PlanRejected, RunStopped } from '../errors.js';

interface Told {
  readonly events: readonly TraceEvent[];
  readonly effects: readonly EffectRecord[];
}

type Started = Extract<TraceEvent, { readonly kind: 'step_started' }>;

/** Reached before the next step begins. */
const BETWEEN: readonly string[] = ['cancelled', 'limit_steps', 'limit_effects', 'limit_parses'];
/** Steps that may overlap with others. */
const MAY_OVERLAP: readonly string[] = ['tool', 'q_parse'];

/** Names the step by its id; inside a sub-kernel by its place. */
export function failedStep(error: unknown, { events, effects }: Told): string | null {
  const latest = [...events].reverse();
  if (error instanceof EffectDenied) {
    const { denial } = error;
    const denied = latest.find((event) => event.kind === 'gate_denied');
    if (denied?.kind === 'gate_denied' && denied.denial?.code === denial.code) return denied.step;
  }
  if (error instanceof RunStopped) {
    const ended = latest.find(
      (event) => event.kind === 'effect_ended' && event.code === error.code,
    );
    if (ended?.kind === 'effect_ended') return stepOf(ended.call, effects);
    if (BETWEEN.includes(error.code)) return null;
  }
  // A root plan is refused before any step of it begins.
  if (error instanceof PlanRejected && !events.some(isStarted)) return null;
  return lastUnfinished(events, events.length - 1 - latest.findIndex(isStarted));
}

function stepOf(call: string, effects: readonly EffectRecord[]): string | null {
  return effects.find((effect) => effect.call === call)?.step ?? null;
}

function isStarted(event: TraceEvent): event is Started {
  return event.kind === 'step_started';
}

/** The last step that began; of those that began together, the one that shows no end. */
function lastUnfinished(events: readonly TraceEvent[], at: number): string | null {
  const last = events[at];
  if (last === undefined || !isStarted(last)) return null;
  if (!MAY_OVERLAP.includes(last.stepKind)) return last.step;
  const together = [last];
  for (let i = at - 1; i >= 0; i -= 1) {
    const event = events[i];
    if (event === undefined || !isStarted(event) || !MAY_OVERLAP.includes(event.stepKind)) break;
    together.push(event);
  }
  const open = together.filter(({ step }) => !hasEnded(step, events.slice(at)));
  return open.length === 1 ? (open[0]?.step ?? null) : null;
}

function hasEnded(step: string, later: readonly TraceEvent[]): boolean {
  const calls = later.flatMap((event) =>
    event.kind === 'gate_allowed' && event.step === step ? [event.call] : [],
  );
  return later.some(
    (event) =>
      (event.kind === 'q_parse_result' && event.valid && event.step === step) ||
      (event.kind === 'effect_ended' && event.code === null && calls.includes(event.call)),
  );
}
