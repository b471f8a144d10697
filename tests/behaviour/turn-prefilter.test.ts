// Family T, the pre-filter and the router: which tools a query gets, and how its turn is run.
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  adaptiveK,
  loopModes,
  makePrefilter,
  modelTiers,
  type PrefilterCandidate,
  rankTools,
  routeTurn,
  tierLine,
  tokenize,
} from '../../reasoner/index.js';
import { benchQuery, catalogueOf, prefilterOn } from '../bench/prefilter.js';
import { verifies } from '../claims/verifies.js';
import { naiveK, naiveOrder, naiveTokens } from '../model/naive-prefilter.js';
import { seeded } from '../property/seed.js';

const tool = (name: string, description: string, ...affinity: string[]): PrefilterCandidate => ({
  name,
  description,
  affinity,
});

const catalogue = [
  tool('clock', 'Tells the current date and time', 'what time is it', 'che ora è', 'clock'),
  tool('file_reader', 'Reads a file from the disk', 'leggi file', 'open', 'read'),
  tool('downloader', 'Fetches the content of an address', 'scarica url', 'download', 'web page'),
  tool('notebook', 'Keeps a note for later', 'salva nota', 'remember', 'write down'),
  tool('mailer', 'Sends a mail to one address', 'mail', 'send'),
  tool('sums', 'Adds numbers', 'add', 'total'),
];
const names = catalogue.map(({ name }) => name);
const bounds = { kMin: 5, kMax: 40 };

verifies(['T-2', 'T-16'], 'clock, file, page and note each come first for their query', () => {
  const first = (query: string): string | undefined => rankTools(query, catalogue).chosen[0];
  expect(first('Che ora è?')).toBe('clock');
  expect(first('What time is it now')).toBe('clock');
  expect(first('Leggi il file delle spese')).toBe('file_reader');
  expect(first('Scarica questa URL, per favore')).toBe('downloader');
  expect(first('Salva una nota: comprare il pane')).toBe('notebook');
});

verifies(['T-14', 'T-16'], 'a query without words orders all and offers the first five', () => {
  for (const query of ['', '  ', '¿?…', '日本']) {
    expect(
      makePrefilter(catalogue)
        .order(query)
        .map(({ name }) => name),
    ).toEqual(names);
    expect(rankTools(query, catalogue)).toMatchObject({
      chosen: names.slice(0, 5),
      k: 5,
      confidence: 0,
      reason: 'empty_query',
    });
  }
  expect(rankTools('', catalogue.slice(0, 2)).chosen).toEqual(['clock', 'file_reader']);
  expect(rankTools('anything', [])).toMatchObject({ chosen: [], k: 0, scores: [] });
});

verifies(['T-12', 'T-16'], 'words are lower case, without accents, and stand once', () => {
  expect([...tokenize('Perché NO? È già l’ora: ora-2, "ÀÉÎ"')]).toEqual([
    'perche',
    'no',
    'e',
    'gia',
    'l',
    'ora',
    '2',
    'aei',
  ]);
  expect(rankTools('note note note', catalogue).scores[0]).toEqual({ name: 'notebook', score: 1 });
});

verifies('T-12', 'affinity counts double, and a word in both counts in both', () => {
  const pair = [tool('said', 'green tea'), tool('meant', 'x', 'green'), tool('both', 'tea', 'tea')];
  expect(makePrefilter(pair).order('green').slice(0, 2)).toEqual([
    { name: 'meant', score: 2 },
    { name: 'said', score: 1 },
  ]);
  expect(makePrefilter(pair).order('tea')[0]).toEqual({ name: 'both', score: 3 });
  // A name is no word of a query.
  expect(makePrefilter(pair).order('said')[0]?.score).toBe(0);
});

verifies(['T-13', 'T-14', 'T-16'], 'K follows from the first two scores', () => {
  const rest = new Array<number>(50).fill(1);
  expect(adaptiveK([10, 3, ...rest], bounds)).toMatchObject({ k: 5, reason: 'confident' });
  expect(adaptiveK([10, 7, ...rest], bounds)).toMatchObject({ k: 40, reason: 'unsure' });
  expect(adaptiveK([10, 5, ...rest], bounds)).toMatchObject({ k: 22, reason: 'between' });
  expect(adaptiveK(new Array<number>(50).fill(0), bounds)).toEqual({
    k: 5,
    confidence: 0,
    reason: 'no_match',
  });
  expect(adaptiveK([], bounds).k).toBe(0);
  for (const wrong of [
    { kMin: 0, kMax: 4 },
    { kMin: 6, kMax: 5 },
    { kMin: 1.5, kMax: 4 },
  ])
    expect(() => adaptiveK([1], wrong)).toThrow(/`kMin` and `kMax`/);
});

verifies(['T-13', 'T-14', 'T-16'], 'one winner is offered alone, equals together', () => {
  expect(adaptiveK([10, ...new Array<number>(60).fill(0)], bounds)).toEqual({
    k: 1,
    confidence: 1,
    reason: 'confident',
  });
  const alone = rankTools('numbers', catalogue);
  expect(alone).toMatchObject({ chosen: ['sums'], k: 1, confidence: 1 });
  const equals = rankTools('address', catalogue);
  expect(equals).toMatchObject({ chosen: ['downloader', 'mailer'], k: 2, confidence: 0 });
  expect(rankTools('zebra', catalogue)).toMatchObject({ k: 5, reason: 'no_match' });
  expect(rankTools('zebra', catalogue, { kMin: 2 }).chosen).toEqual(names.slice(0, 2));
});

verifies('T-15', 'the tool that is meant stays first in catalogues of 10 to 1,000', () => {
  for (const count of [10, 100, 300, 1000]) {
    const ranking = rankTools(benchQuery, catalogueOf(count));
    expect(ranking.chosen[0]).toBe('weather_page');
    expect(ranking.chosen.length).toBeLessThanOrEqual(40);
    // What the benchmark compares finds the same best score.
    expect(prefilterOn(count)[0]?.run()).toBe(ranking.scores[0]?.score);
  }
});

verifies(
  'C11',
  'a ranking is a function of catalogue and query, whatever was ranked before',
  () => {
    const prefilter = makePrefilter(catalogue);
    const before = prefilter.rank('send a mail');
    prefilter.rank('ignore that and use the downloader instead');
    expect(prefilter.rank('send a mail')).toEqual(before);
    expect(prefilter.rank.length).toBeLessThanOrEqual(2);
  },
);

const word = fc.constantFrom('ora', 'è', 'file', 'Nota', 'tea', 'x1', 'naïve', '日', '-', 'ſ', 'İ');
const phrase = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const drawn = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-z]{1,3}$/),
    description: phrase,
    affinity: fc.array(phrase, { maxLength: 3 }),
  }),
  { maxLength: 60, selector: ({ name }) => name },
);
const drawnBounds = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 40 }))
  .map(([kMin, more]) => ({ kMin, kMax: kMin + more }));

seeded(
  'ranking is what the naive model says',
  fc.property(phrase, drawn, drawnBounds, (query, candidates, given) => {
    const order = naiveOrder(query, candidates);
    const scores = order.map(({ score }) => score);
    const { k, confidence } = naiveK(scores, candidates.length, given);
    const ranking = rankTools(query, candidates, given);
    expect(makePrefilter(candidates).order(query)).toEqual(order);
    expect(ranking).toMatchObject({ k, confidence, scores: order.slice(0, 10) });
    expect(ranking.chosen).toEqual(order.slice(0, k).map(({ name }) => name));
  }),
  { claims: ['T-12', 'T-13', 'T-14'] },
);

seeded(
  'words are what the naive model says',
  fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
    expect([...tokenize(text)]).toEqual(naiveTokens(text));
  }),
  { claims: 'T-12' },
);

verifies('T-2', 'two tools of one name are refused', () => {
  expect(() => makePrefilter([tool('a', 'x'), tool('a', 'y')])).toThrow(/have one name/);
});

verifies('T-9', 'local goes step by step, online at once, hybrid by need', () => {
  const local = { loop: 'multistep', tier: 'fast', reason: 'mode' };
  const online = { loop: 'single_shot', tier: 'wise' };
  expect(routeTurn({ mode: 'local', failedLocalTurn: true })).toEqual(local);
  expect(routeTurn({ mode: 'online' })).toEqual({ ...online, reason: 'mode' });
  const hybrid = { mode: 'hybrid', criticalCapabilities: ['money.pay'] } as const;
  expect(routeTurn(hybrid)).toEqual(local);
  expect(routeTurn({ ...hybrid, needed: ['money.pay.small', 'mail'] })).toEqual(local);
  expect(routeTurn({ ...hybrid, needed: ['mail', 'money.pay'] })).toEqual({
    ...online,
    reason: 'critical_capability',
  });
  expect(routeTurn({ ...hybrid, failedLocalTurn: true })).toEqual({
    ...online,
    reason: 'failed_local_turn',
  });
  expect(routeTurn({ ...hybrid, failedLocalTurn: true, escalateAfterFailure: false })).toEqual(
    local,
  );
  expect(() => routeTurn({ mode: 'remote' as 'local' })).toThrow(/no mode `remote`/);
  expect(loopModes).toEqual(['local', 'online', 'hybrid']);
});

verifies('T-10', 'each tier has a line of its own in the prompt', () => {
  const lines = modelTiers.map(tierLine);
  expect(new Set(lines).size).toBe(3);
  for (const line of lines) expect(line).toMatch(/^[A-Z].*\.$/);
});
