/** The pre-filter on catalogues of several sizes, beside a look at every tool of the same words. */
import { makePrefilter, type PrefilterCandidate, tokenize } from '../../reasoner/index.js';
import type { Candidate } from './measure.js';

const VERBS = ['read', 'write', 'list', 'find', 'send', 'move', 'copy', 'check', 'count', 'open'];
const NOUNS = ['file', 'mail', 'note', 'page', 'event', 'photo', 'song', 'route', 'price', 'task'];
const PLACES = ['disk', 'cloud', 'phone', 'server', 'calendar', 'archive', 'inbox', 'album'];

/** What a user might say; its words are spread over the whole catalogue. */
export const benchQuery = 'Please read the weather page and send a note about it to my phone';

/** The one tool that the query is about. */
const weather: PrefilterCandidate = {
  name: 'weather_page',
  description: 'Reads the weather page of a town',
  affinity: ['weather page', 'forecast', 'rain'],
};

function pick(list: readonly string[], at: number): string {
  return list[at % list.length] ?? '';
}

/** A catalogue of so many executors; the one that the query is about is the last. */
export function catalogueOf(count: number): readonly PrefilterCandidate[] {
  const fillers = Array.from({ length: count - 1 }, (_, at) => {
    const [verb, noun] = [pick(VERBS, at), pick(NOUNS, Math.floor(at / VERBS.length))];
    const place = pick(PLACES, Math.floor(at / (VERBS.length * NOUNS.length)));
    return {
      name: `${verb}_${noun}_${at}`,
      description: `Can ${verb} one ${noun} on the ${place}, number ${at}`,
      affinity: [place, `thing${at}`],
    };
  });
  return [...fillers, weather];
}

/** The yardstick and the pre-filter, on one catalogue. */
export function prefilterOn(count: number): readonly Candidate[] {
  const catalogue = catalogueOf(count);
  const prefilter = makePrefilter(catalogue);
  const words = catalogue.map(({ description, affinity }) => ({
    described: tokenize(description),
    meant: tokenize(affinity.join(' ')),
  }));
  const look = (): number => {
    let best = 0;
    const query = tokenize(benchQuery);
    for (const { described, meant } of words) {
      let score = 0;
      for (const word of query) score += (described.has(word) ? 1 : 0) + (meant.has(word) ? 2 : 0);
      best = Math.max(best, score);
    }
    return best;
  };
  return [
    { name: `${count} executors: a look at each, best score only`, run: look },
    { name: `${count} executors: ranked and chosen`, run: () => prefilter.rank(benchQuery) },
  ];
}
