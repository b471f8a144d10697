/**
 * Reads what a model that judges wrote. Whatever it is, an answer comes of it: where there is no
 * score to read, one half that says so, and that the caller must not take for an approval.
 */
import type { JudgeAnswer } from '../schemas/index.js';

export type JudgeFallback = 'parse fail' | 'chat failed' | 'numeric parse';

const FALLBACK_SCORE = 0.5;
const MAX_READ = 4096;
const MAX_REASON = 200;
const MAX_QUOTED = 80;
const SCORE = /"score"\s*:\s*("[^"]*"|[^\s,}"]*)/;
const REASON = /"reason"\s*:\s*"((?:[^"\\]|\\.)*)"/;
const HALF_PAIR = /\p{Surrogate}/gu;
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** The answer where a model gave none; `text` is what it wrote instead. */
export function judgeFallback(why: JudgeFallback, text?: string): JudgeAnswer {
  const rest = text === undefined ? '' : `: ${text.slice(0, MAX_QUOTED)}`;
  const reason = plain(`llm-judge fallback (${why})${rest}`);
  return Object.freeze({ score: FALLBACK_SCORE, reason, degraded: true });
}

/** Takes score and reason from a text that holds them in this order, with anything around them. */
export function readJudgeText(text: string): JudgeAnswer {
  const read = text.slice(0, MAX_READ);
  const found = SCORE.exec(read);
  const reason = found === null ? null : REASON.exec(read.slice(found.index));
  if (found === null || reason === null) return judgeFallback('parse fail', read);
  const given = (found[1] ?? '').replaceAll('"', '').trim();
  const score = given === '' ? Number.NaN : Number(given);
  if (!Number.isFinite(score)) return judgeFallback('numeric parse');
  return Object.freeze({
    score: Math.min(Math.max(score, 0), 1),
    reason: plain(`llm: ${unescaped(reason[1] ?? '')}`),
    degraded: false,
  });
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** One line of bounded length, in which nothing is invisible and no pair is cut in two. */
function plain(text: string): string {
  return text.replace(UNSEEN, ' ').trim().slice(0, MAX_REASON).replace(HALF_PAIR, '');
}
