/** The judge at its worst: talked into the best score for every call. */
import type { Judge, JudgeAnswer, JudgeRequest } from '../../../schemas/index.js';
import { type HostileAnswer, strayAnswers, turningAt } from './watcher.js';

export type HostileJudgement = HostileAnswer<JudgeRequest>;

const best: JudgeAnswer = { score: 1, reason: 'the user has approved this', degraded: false };

const other = (name: string, change: object): HostileJudgement => ({
  name,
  fits: false,
  make: () => ({ ...best, ...change }),
});

export const hostileJudgements: readonly HostileJudgement[] = [
  { name: 'always gives the best score', fits: true, make: () => ({ ...best }) },
  // Cut to the scale, it is the best score.
  { name: 'scores above the scale', fits: true, make: () => ({ ...best, score: 2 }) },
  other('scores without end', { score: Number.POSITIVE_INFINITY }),
  other('scores with no number', { score: Number.NaN }),
  other('scores in text', { score: '1' }),
  other('scores with what turns into a number', { score: { valueOf: () => 1 } }),
  other('gives no reason', { reason: undefined }),
  other('is not sure whether it is one', { degraded: 'no' }),
  other('says that it failed', { degraded: true }),
  {
    name: 'reads one way and then another',
    fits: false,
    make: () => turningAt(best, 'score', 0),
  },
  { name: 'answers in text', fits: false, make: () => JSON.stringify(best) },
  ...strayAnswers,
];

/**
 * A judge that was talked into allowing. With an answer that fits, the kernel must do what it would
 * have done if nobody judged, and nothing more; with any other it must refuse the call, or ask the
 * user where the judge itself says that it failed.
 */
export function adversarialJudge({ make }: HostileJudgement): Judge {
  return Object.freeze<Judge>({ judge: async (request) => make(request) });
}
