/**
 * What a judgement comes to: the kind of judge that a host chose, its threshold, and the reason in
 * words (behaviour V-7, V-9, V-10, V-25, V-35). Pure; trusts nothing of a model's answer.
 */
import {
  isJsonObject,
  type Json,
  type JudgeAnswer,
  type Judgement,
  ownFields,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze, isFinite } from '../primordials.js';
import { type JudgeSubject, judgeByRules, safeVerb } from './judge.js';

/** The judge that a host chose. */
export interface Judging {
  readonly kind: 'rule-based-v1' | 'llm-v1';
  /** A judgement below it refuses: of the rules, and of a model, which needs one of its own. */
  readonly threshold: number;
  readonly llmThreshold: number;
  /** Whether a model is connected that can be asked. */
  readonly hasModel: boolean;
  readonly judgeModelEqualsPlanner: boolean | null;
}

export const DEFAULT_THRESHOLD = 0.3;
/** A guess until somebody measures a model: it is not the threshold of the rules. */
export const DEFAULT_LLM_THRESHOLD = 0.5;

/** What stands in for the answer where no model is connected. */
const missingModel: JudgeAnswer = freeze({
  score: 0.5,
  reason: 'llm-judge fallback (router missing)',
  degraded: true,
});
/** Scores and thresholds are decimals in binary: nearer than this is equal. */
const TOLERANCE = 1e-9;
const MAX_REASON = 200;
const KNOWN_FALLBACK =
  /^llm-judge fallback \((?:parse fail|chat failed|numeric parse|router missing)\)/;

/**
 * Checks what a host configured.
 * @throws KernelFault `config_malformed` for a kind that does not exist, or a threshold that is no
 * number from 0 to 1
 */
export function makeJudging(given: Partial<Judging>): Judging {
  const {
    kind = 'rule-based-v1',
    threshold = DEFAULT_THRESHOLD,
    llmThreshold = DEFAULT_LLM_THRESHOLD,
    hasModel = false,
    judgeModelEqualsPlanner = null,
  } = ownFields(given);
  if (kind !== 'rule-based-v1' && kind !== 'llm-v1')
    throw new KernelFault('config_malformed', 'the judge is neither `rule-based-v1` nor `llm-v1`');
  for (const [name, value] of Object.entries({ threshold, llmThreshold })) {
    // A threshold that is no number refuses nothing: `0.2 < NaN` is false for ever.
    if (isFinite(value) && value >= 0 && value <= 1) continue;
    throw new KernelFault('config_malformed', `\`${name}\` of the judge is no number from 0 to 1`);
  }
  return freeze({ kind, threshold, llmThreshold, hasModel, judgeModelEqualsPlanner });
}

/** Asks whether a model has to be asked: what the rules decide alone costs no call. */
export function needsModel(judging: Judging, subject: JudgeSubject): boolean {
  return judging.kind === 'llm-v1' && judging.hasModel && safeVerb(subject) === null;
}

/** Judges a call; `answer` is what a model said, null if none was asked. */
export function judgementOf(
  judging: Judging,
  subject: JudgeSubject,
  answer: JudgeAnswer | null,
): Judgement {
  const { kind, threshold, llmThreshold } = judging;
  const verb = safeVerb(subject);
  if (verb !== null) {
    const notes = freeze([`safe-verb: ${verb} (read-only/pure-compute)`]);
    return freeze({ kind: 'safe-verb-shortcut', score: 1, threshold: 0, notes });
  }
  if (kind === 'rule-based-v1') return judgeByRules(subject, threshold);
  const { judgeModelEqualsPlanner: same } = judging;
  const { score, degraded, reason } = answer ?? missingModel;
  // A model's own words stay out; which of the four fallbacks it was may be told.
  const note = degraded ? (KNOWN_FALLBACK.exec(reason)?.[0] ?? 'llm-judge fallback') : 'llm';
  return freeze({
    kind,
    score,
    threshold: llmThreshold,
    notes: freeze([note]),
    degraded,
    ...(same === null ? {} : { judgeModelEqualsPlanner: same }),
  });
}

/** Asks whether a judgement refuses its call. */
export function isBelowThreshold({ score, threshold }: Judgement): boolean {
  return score < threshold - TOLERANCE;
}

/** The reason in words; `notes` where there is more to say than the judgement itself may. */
export function judgeReason(
  judgement: Judgement,
  notes: readonly string[] = judgement.notes,
): string {
  const { kind, score, threshold } = judgement;
  if (kind === 'safe-verb-shortcut') return notes.join('; ');
  const why = notes.length === 0 ? 'base score' : notes.join('; ');
  return isBelowThreshold(judgement)
    ? `judge: score ${score.toFixed(2)} < threshold ${threshold.toFixed(2)} (${why})`
    : `approved: score ${score.toFixed(2)} (${why})`;
}

/** Reads the answer of a model that was asked; null for anything that is none. */
export function readJudgeAnswer(given: Json | undefined): JudgeAnswer | null {
  if (given === undefined || !isJsonObject(given)) return null;
  const { score, reason, degraded } = given;
  if (typeof score !== 'number' || typeof reason !== 'string') return null;
  if (typeof degraded !== 'boolean') return null;
  const clamped = Math.min(Math.max(score, 0), 1);
  return freeze({ score: clamped, reason: reason.slice(0, MAX_REASON), degraded });
}
