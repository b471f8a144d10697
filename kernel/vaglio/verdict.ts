/**
 * Vaglio: guard first, then the judge, one verdict (behaviour V-1 to V-10). Pure but for the clock
 * that dates the verdict; it asks nobody and decides alone. A call of a run passes the Gate instead,
 * which holds the same guard and the same judge.
 */
import {
  type Clock,
  type Code,
  isJsonObject,
  type JsonObject,
  type JudgeContext,
  type Judgement,
  type JudgeVerdict,
  type Outcome,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { guardFinding } from './guard.js';
import { type JudgeSubject, reachesOut } from './judge.js';
import { isBelowThreshold, type Judging, judgementOf, judgeReason } from './judging.js';

export interface VaglioOptions {
  readonly judging: Judging;
  /** The user's home directory; null if there is none. */
  readonly home: string | null;
  readonly clock: Clock;
}

/** The one way to ask: what is wanted, which tool, which arguments, what is known beside them. */
export type JudgeFunction = (
  intent: string,
  tool: string,
  args: unknown,
  context?: unknown,
) => JudgeVerdict;

/** Why the guard refused. */
export interface GuardRefusal {
  readonly code: Code;
  readonly reason: string;
  readonly outcome: Exclude<Outcome, 'allow'>;
}

const nothing: JsonObject = freeze({});

/**
 * Makes `judge(intent, tool, args, context)`. Arguments that are no plain data, and a guard that
 * throws, are refused; it never throws itself.
 */
export function makeVaglio({ judging, home, clock }: VaglioOptions): JudgeFunction {
  return (intent, tool, args, context = nothing) => {
    const ts = clock.now() / 1000;
    try {
      const given = record(args);
      const known = record(context);
      const refusal = guardRefusal(tool, given, known, home);
      if (refusal !== null) return guardVerdict(refusal, ts);
      const subject = subjectOf(intent, tool, given, known);
      return judgeVerdict(judgementOf(judging, subject, null), ts);
    } catch (error) {
      // C30: a check that crashed has not agreed.
      const code = SnapshotRefused.isOwn(error) ? error.code : 'guard_failed';
      return guardVerdict({ code, reason: `guard: ${code}`, outcome: 'deny' }, ts);
    }
  };
}

function record(value: unknown): JsonObject {
  const copy = snapshot(value);
  if (isJsonObject(copy)) return copy;
  throw new SnapshotRefused('snapshot_refused', 'no record');
}

function guardRefusal(
  tool: string,
  args: JsonObject,
  context: JudgeContext,
  home: string | null,
): GuardRefusal | null {
  const { capability } = context;
  const capabilities = typeof capability === 'string' ? [capability] : [];
  const finding = guardFinding({ tool, capabilities, args, home });
  if (finding === null) return null;
  const { code, pattern } = finding;
  const reason =
    code === 'guard_forbidden_path'
      ? `guard: forbidden path: pattern '${pattern}' in args`
      : `guard: shell command that is hard to undo: '${pattern}'`;
  return { code, reason, outcome: 'deny' };
}

function subjectOf(
  intent: string,
  tool: string,
  args: JsonObject,
  context: JudgeContext,
): JudgeSubject {
  const { critical, capability, argsLeaveBoundary } = context;
  const reaches = typeof capability === 'string' && reachesOut(capability);
  return {
    intent,
    tool,
    args,
    critical: typeof critical === 'boolean' ? critical : null,
    leaves: reaches || argsLeaveBoundary === true || critical === true,
    declared: null,
  };
}

/** The verdict on what the guard refused: no score, and no judge was asked. */
export function guardVerdict({ code, reason, outcome }: GuardRefusal, ts: number): JudgeVerdict {
  return freeze({
    approved: false,
    reason,
    ts,
    judge_kind: 'rule-based-v1',
    score: 0,
    blocked_by: 'guard',
    degraded: false,
    outcome,
    code,
  });
}

/** The verdict that a judgement comes to; `notes` where there is more to say than it may itself. */
export function judgeVerdict(
  judgement: Judgement,
  ts: number,
  notes: readonly string[] = judgement.notes,
): JudgeVerdict {
  const approved = !isBelowThreshold(judgement);
  const degraded = judgement.degraded === true;
  const asks = approved && degraded ? 'require_user' : 'allow';
  return freeze({
    approved,
    reason: judgeReason(judgement, notes),
    ts,
    judge_kind: judgement.kind,
    score: judgement.score,
    blocked_by: approved ? null : 'judge',
    degraded,
    outcome: approved ? asks : 'deny',
    code: approved ? null : 'judge_denied',
  });
}
