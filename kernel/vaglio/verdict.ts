/**
 * Vaglio: guard first, then the judge, one verdict (behaviour V-1 to V-10). Pure but for the clock
 * that dates the verdict; it asks nobody and decides alone. A call of a run passes the Gate
 * instead, which holds the same guard and the same judge.
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
  type ShellParser,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import { guardAnswer, guardReason } from './guard.js';
import { type JudgeSubject, reachesOut } from './judge.js';
import { isBelowThreshold, type Judging, judgementOf, judgeReason } from './judging.js';
import { shellQuestions } from './shell/findings.js';

export interface VaglioOptions {
  readonly judging: Judging;
  /** The user's home directory; null if there is none. */
  readonly home: string | null;
  /** The directory that relative paths begin at. Default: nobody knows. */
  readonly cwd?: string | null;
  /** Reads shell commands; without one each has to be asked about. */
  readonly shell?: ShellParser | null;
  readonly clock: Clock;
}

/** The one way to ask: what is wanted, which tool, which arguments, what is known beside them. */
export type JudgeFunction = (
  intent: string,
  tool: string,
  args: unknown,
  context?: unknown,
) => JudgeVerdict;

/** Why the guard refused, or asks: then without a code. */
export interface GuardRefusal {
  readonly code: Code | null;
  readonly reason: string;
  readonly outcome: Exclude<Outcome, 'allow'>;
}

const nothing: JsonObject = freeze({});

/**
 * Makes `judge(intent, tool, args, context)`. Arguments that are no plain data, and a guard that
 * throws, are refused; it never throws itself.
 */
export function makeVaglio(options: VaglioOptions): JudgeFunction {
  const { judging, clock } = options;
  return (intent, tool, args, context = nothing) => {
    const ts = clock.now() / 1000;
    try {
      const given = record(args);
      const known = record(context);
      const refusal = guardRefusal(tool, given, known, options);
      if (refusal?.outcome === 'deny') return guardVerdict(refusal, ts);
      const subject = subjectOf(intent, tool, given, known);
      const verdict = judgeVerdict(judgementOf(judging, subject, null), ts);
      // What the guard asks about is not approved; what the judge denies is not asked about.
      return refusal === null || !verdict.approved ? verdict : guardVerdict(refusal, ts);
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
  { home, cwd = null, shell = null }: VaglioOptions,
): GuardRefusal | null {
  const { capability } = context;
  const capabilities = typeof capability === 'string' ? [capability] : [];
  const { finding, questions } = guardAnswer({ tool, capabilities, args, home, cwd, shell });
  if (finding !== null)
    return { code: finding.code, reason: guardReason(finding, "'"), outcome: 'deny' };
  if (questions.length === 0) return null;
  const reason = `guard: ${questions.map((rule) => shellQuestions[rule]).join('; ')}`;
  return { code: null, reason, outcome: 'require_user' };
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
