/**
 * The pre-filter, one sentence of the behaviour a line: the reference for
 * reasoner/prefilter/prefilter.ts.
 */

/** A tool as the pre-filter is told of it. */
export interface NaiveCandidate {
  readonly name: string;
  readonly description: string;
  readonly affinity: readonly string[];
}

export interface NaiveRank {
  readonly name: string;
  readonly score: number;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** T-12: lower case, no accents, runs of letters and digits. */
export function naiveTokens(text: string): readonly string[] {
  let plain = '';
  for (const char of text.toLowerCase().normalize('NFD')) {
    if (/\p{M}/u.test(char)) continue;
    plain += LETTERS.includes(char) ? char : ' ';
  }
  return [...new Set(plain.split(' ').filter((word) => word !== ''))];
}

/** T-12: a word of the description counts one, a word of the affinity two. */
export function naiveScore(query: string, candidate: NaiveCandidate): number {
  const described = naiveTokens(candidate.description);
  const meant = naiveTokens(candidate.affinity.join(' '));
  let score = 0;
  for (const word of naiveTokens(query)) {
    if (described.includes(word)) score += 1;
    if (meant.includes(word)) score += 2;
  }
  return score;
}

/** Best first, else as in the catalogue. */
export function naiveOrder(
  query: string,
  candidates: readonly NaiveCandidate[],
): readonly NaiveRank[] {
  const scored = candidates.map((candidate, at) => ({
    name: candidate.name,
    score: naiveScore(query, candidate),
    at,
  }));
  scored.sort((a, b) => (a.score === b.score ? a.at - b.at : b.score - a.score));
  return scored.map(({ name, score }) => ({ name, score }));
}

/** T-13 and T-14, for scores that stand best first. */
export function naiveK(
  [first = 0, second = 0, ...rest]: readonly number[],
  count: number,
  { kMin, kMax }: { readonly kMin: number; readonly kMax: number },
): { readonly k: number; readonly confidence: number } {
  if (first === 0) return { k: kMin < count ? kMin : count, confidence: 0 };
  const confidence = second === 0 ? 1 : (first - second) / first;
  const positive = [first, second, ...rest].filter((score) => score >= 1).length;
  let k = Math.floor(kMin + ((0.7 - confidence) / (0.7 - 0.3)) * (kMax - kMin));
  if (confidence >= 0.7) k = kMin;
  if (confidence <= 0.3) k = kMax;
  return { k: Math.min(k, positive), confidence };
}
