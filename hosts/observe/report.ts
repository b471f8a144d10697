/**
 * What was observed, put together: by tool, how many calls the Gate would have allowed, asked about
 * or refused, and for which reasons. Pure; linear in the calls.
 */
import type { ObservedCall, ToolStanding } from './observed-call.js';

/** Why calls of a tool would not have gone through as they did. */
export interface ObservedReason {
  readonly kind: 'asked' | 'refused';
  readonly stage: string;
  /** The code of a refusal, or the rule that asks. */
  readonly code: string;
  /** The argument, or `decision`; null where it is about the whole call. */
  readonly argument: string | null;
  readonly releasable: boolean;
  readonly calls: number;
  /** Who wrote or chose it, over all those calls. */
  readonly by: readonly string[];
}

export interface ObservedTool {
  readonly tool: string;
  readonly place: ObservedCall['place'];
  readonly standing: ToolStanding;
  readonly rules: ObservedCall['rules'];
  readonly requires: readonly string[];
  readonly calls: number;
  /** These four add up to the calls. */
  readonly allowed: number;
  readonly asked: number;
  readonly refused: number;
  /** Not on offer at all: not named, or defined otherwise than when it was looked at. */
  readonly absent: number;
  readonly reasons: readonly ObservedReason[];
  /** Layers that would have had to ask outside first. */
  readonly pending: readonly string[];
}

export interface ObserveReport {
  readonly enforced: false;
  readonly calls: number;
  readonly sessions: number;
  /** Milliseconds since the epoch; null where there is no call. */
  readonly from: number | null;
  readonly to: number | null;
  readonly tools: readonly ObservedTool[];
  /** Lines that are no observed call. */
  readonly unread: number;
}

const MAX_BY = 16;

interface Counted {
  reason: Omit<ObservedReason, 'calls' | 'by'>;
  calls: number;
  by: Set<string>;
}

class ToolCount {
  readonly #last: { call: ObservedCall };
  readonly #ends = { allowed: 0, asked: 0, refused: 0, absent: 0 };
  readonly #reasons = new Map<string, Counted>();
  readonly #pending = new Set<string>();
  #calls = 0;

  constructor(call: ObservedCall) {
    this.#last = { call };
  }

  add(call: ObservedCall): void {
    // The newest says how the tool stands.
    this.#last.call = call;
    this.#calls += 1;
    this.#ends[endOf(call)] += 1;
    for (const stage of call.pending) this.#pending.add(stage);
    for (const { stage, code, argument, releasable } of call.refusals)
      this.#count({ kind: 'refused', stage, code, argument, releasable }, call);
    for (const { stage, rule, argument } of call.asks)
      this.#count({ kind: 'asked', stage, code: rule, argument, releasable: false }, call);
  }

  told(): ObservedTool {
    const { tool, place, standing, rules, requires } = this.#last.call;
    const reasons = [...this.#reasons.values()]
      .map(({ reason, calls, by }) => ({ ...reason, calls, by: [...by].sort() }))
      .sort((a, b) => b.calls - a.calls);
    const pending = [...this.#pending].sort();
    const counts = { calls: this.#calls, ...this.#ends };
    return { tool, place, standing, rules, requires, ...counts, reasons, pending };
  }

  #count(reason: Counted['reason'], { labels }: ObservedCall): void {
    const { kind, stage, code, argument, releasable } = reason;
    const key = JSON.stringify([kind, stage, code, argument, releasable]);
    const counted = this.#reasons.get(key) ?? { reason, calls: 0, by: new Set<string>() };
    counted.calls += 1;
    const label =
      argument !== null && Object.hasOwn(labels, argument) ? labels[argument] : undefined;
    for (const name of [...(label?.sources ?? []), ...(label?.control ?? [])])
      if (counted.by.size < MAX_BY) counted.by.add(name);
    this.#reasons.set(key, counted);
  }
}

function endOf({ standing, outcome }: ObservedCall): 'allowed' | 'asked' | 'refused' | 'absent' {
  if (standing !== 'pinned') return 'absent';
  if (outcome === 'deny') return 'refused';
  return outcome === 'require_user' ? 'asked' : 'allowed';
}

/** Puts calls together; `unread` is asked for after the last one. */
export function observeReport(calls: Iterable<ObservedCall>, unread: () => number): ObserveReport {
  const tools = new Map<string, ToolCount>();
  const sessions = new Set<string>();
  let count = 0;
  let from: number | null = null;
  let to: number | null = null;
  for (const call of calls) {
    count += 1;
    sessions.add(call.session);
    from = Math.min(from ?? call.at, call.at);
    to = Math.max(to ?? call.at, call.at);
    const tool = tools.get(call.tool) ?? new ToolCount(call);
    tool.add(call);
    tools.set(call.tool, tool);
  }
  return {
    enforced: false,
    calls: count,
    sessions: sessions.size,
    from,
    to,
    tools: [...tools.values()].map((one) => one.told()).sort(byTrouble),
    unread: unread(),
  };
}

/** Those that would have been held up most come first. */
function byTrouble(a: ObservedTool, b: ObservedTool): number {
  const [one, other] = [a, b].map(({ asked, refused, absent }) => asked + refused + absent);
  return (other ?? 0) - (one ?? 0) || (a.tool < b.tool ? -1 : 1);
}
