/**
 * The pre-filter: which tools of a catalogue are offered for a query. A bag of words, no model
 * (behaviour T-2, T-12 to T-16). It is given the query and nothing else: what a tool returned
 * chooses no tool (C11). Its choice is no permission: the Gate decides on each call.
 */
import { ReasonerError } from '../errors.js';
import { type AdaptiveK, adaptiveK, defaultBounds, type KBounds } from './adaptive-k.js';
import { tokenize } from './tokenize.js';

/** A tool as the pre-filter sees it. Its name is not searched. */
export interface PrefilterCandidate {
  readonly name: string;
  readonly description: string;
  /** Words or phrases of queries that it is for; each word counts double. */
  readonly affinity: readonly string[];
}

export interface RankedTool {
  readonly name: string;
  /** Words of the query in the description, and twice those in the affinity. */
  readonly score: number;
}

/** What was chosen for a query, best first, and why so many (behaviour T-14). */
export interface Ranking extends AdaptiveK {
  readonly chosen: readonly string[];
  /** The best ten, best first. */
  readonly scores: readonly RankedTool[];
}

export interface Prefilter {
  /**
   * Chooses the tools for a query (behaviour T-13, T-14). The same query always gets the same.
   * @throws ReasonerError `config_malformed` for bounds that are none
   */
  rank(query: string, bounds?: Partial<KBounds>): Ranking;
  /** All tools, best first; equal ones in the order of the catalogue (behaviour T-16). */
  order(query: string): readonly RankedTool[];
}

const AFFINITY_WEIGHT = 2;
const TOP_SCORES = 10;

/** Which candidates have a word, and what it counts there. */
interface Posting {
  readonly at: number[];
  readonly weight: number[];
}

/**
 * Ranks candidates for one query; for several queries of one catalogue use `makePrefilter`.
 * @throws ReasonerError `config_malformed`
 */
export function rankTools(
  query: string,
  candidates: readonly PrefilterCandidate[],
  bounds: Partial<KBounds> = {},
): Ranking {
  return makePrefilter(candidates).rank(query, bounds);
}

/**
 * Indexes a catalogue once, so that a query costs no more than the candidates that share a word
 * with it (behaviour T-15).
 * @throws ReasonerError `config_malformed` if two candidates have one name
 */
export function makePrefilter(candidates: readonly PrefilterCandidate[]): Prefilter {
  const names = candidates.map(({ name }) => name);
  if (new Set(names).size !== names.length)
    throw new ReasonerError('config_malformed', 'two candidates of the pre-filter have one name');
  const index = indexOf(candidates);
  const scored = (tokens: ReadonlySet<string>): readonly number[] =>
    scoresOf(tokens, index, names.length);
  return Object.freeze<Prefilter>({
    order: (query) => Object.freeze(ranked(scored(tokenize(query)), names)),
    rank(query, { kMin = defaultBounds.kMin, kMax = defaultBounds.kMax } = {}) {
      const tokens = tokenize(query);
      const scores = scored(tokens);
      const { k, confidence, reason } = adaptiveK(scores, { kMin, kMax });
      const best = ranked(scores, names, Math.max(k, TOP_SCORES));
      return Object.freeze({
        chosen: Object.freeze(best.slice(0, k).map(({ name }) => name)),
        k,
        confidence,
        reason: tokens.size === 0 ? 'empty_query' : reason,
        scores: Object.freeze(best.slice(0, TOP_SCORES)),
      });
    },
  });
}

function indexOf(candidates: readonly PrefilterCandidate[]): ReadonlyMap<string, Posting> {
  const index = new Map<string, Posting>();
  candidates.forEach(({ description, affinity }, at) => {
    const add = (word: string, weight: number): void => {
      const posting = index.get(word) ?? { at: [], weight: [] };
      posting.at.push(at);
      posting.weight.push(weight);
      index.set(word, posting);
    };
    // A word in both counts in both.
    for (const word of tokenize(description)) add(word, 1);
    for (const word of tokenize(affinity.join(' '))) add(word, AFFINITY_WEIGHT);
  });
  return index;
}

/** The score of each candidate, in the order of the catalogue. */
function scoresOf(
  tokens: ReadonlySet<string>,
  index: ReadonlyMap<string, Posting>,
  count: number,
): readonly number[] {
  const scores = new Array<number>(count).fill(0);
  for (const token of tokens) {
    const posting = index.get(token);
    posting?.at.forEach((at, i) => {
      scores[at] = (scores[at] ?? 0) + (posting.weight[i] ?? 0);
    });
  }
  return scores;
}

/** The first `most` in order of score, equal ones in the order of the catalogue. */
function ranked(
  scores: readonly number[],
  names: readonly string[],
  most: number = names.length,
): readonly RankedTool[] {
  const count = scores.length;
  let top = 0;
  for (const score of scores) top = Math.max(top, score);
  // One number a candidate: higher scores first, then earlier ones.
  const keys = Float64Array.from(scores, (score, at) => (top - score) * count + at).sort();
  return [...keys.subarray(0, most)].map((key) => {
    const at = key % count;
    return Object.freeze({ name: names[at] ?? '', score: scores[at] ?? 0 });
  });
}
