/** Laws of the rule-based judge: bounded, pure, monotone in its signals, never above the guard. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { openVaglio } from '../../hosts/index.js';
import { snapshot } from '../../kernel/index.js';
import { type JudgeSubject, judgeByRules, safeVerb } from '../../kernel/vaglio/judge.js';
import { judgementOf, judgeReason, makeJudging } from '../../kernel/vaglio/judging.js';
import { isReservedKey, type JsonObject } from '../../schemas/index.js';
import { seeded } from './seed.js';

const word = fc.oneof(
  fc.constantFrom('read', 'write', 'files', 'ab', '', 'Send', 'get', 'url'),
  fc.string({ maxLength: 6 }),
);
const tool = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_'));
const intent = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const value = fc.oneof(
  fc.constantFrom('..', '/', '/../x', 'a/../b', 'plain', '~/x'),
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.constant(null),
);
const args = fc
  .dictionary(
    fc.oneof(fc.constantFrom('path', 'a-b', '_x', '1a'), fc.string({ maxLength: 4 })),
    fc.oneof(
      value,
      fc.array(value, { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 2 }), value),
    ),
    { maxKeys: 4 },
  )
  .filter((given) => !Object.keys(given).some(isReservedKey));
const critical = fc.constantFrom(true, false, null);
const subject: fc.Arbitrary<JudgeSubject> = fc
  .record({ intent, tool, args, critical, leaves: fc.boolean(), declared: fc.constant(null) })
  .map((given) => ({ ...given, args: given.args as JsonObject }));
const threshold = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);

const isOdd = (key: string): boolean => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(key);

/** The score as the table says it, written down once more. */
function naiveScore({
  intent: said,
  tool: name,
  args: given,
  critical: harm,
}: JudgeSubject): number {
  let score = 0.7;
  const tokens = name.split(/[_\s]+/).filter((token) => token.length >= 3);
  if (tokens.some((token) => said.toLowerCase().includes(token))) score += 0.1;
  const texts: string[] = [];
  JSON.stringify(given, (_, part) => {
    if (typeof part === 'string') texts.push(part);
    return part;
  });
  if (texts.some((text) => text.includes('..') && text.includes('/'))) score -= 0.2;
  if (Object.keys(given).some(isOdd)) score -= 0.1;
  if (harm === false) score += 0.05;
  return Math.min(Math.max(score, 0), 1);
}

seeded(
  'the score is the sum that the table says, from 0 to 1',
  fc.property(subject, (given) => {
    const { score } = judgeByRules(given, 0.3);
    expect(score).toBeCloseTo(naiveScore(given), 10);
    expect(score).toBeGreaterThanOrEqual(0.4);
    expect(score).toBeLessThanOrEqual(0.85);
    expect(judgeByRules(given, 0.3)).toEqual(judgeByRules(given, 0.3));
  }),
  { claims: ['V-23', 'V-26', 'V-5'] },
);

seeded(
  'a bad sign never raises a score, a good one never lowers it',
  fc.property(subject, (given) => {
    const { score } = judgeByRules(given, 0);
    const climbing = { ...given, args: { ...given.args, z: '/../x' } };
    const odd = { ...given, args: { ...given.args, 'z-z': 1 } };
    const said = { ...given, intent: `${given.intent} ${given.tool}` };
    const harmless = { ...given, critical: false };
    expect(judgeByRules(climbing, 0).score).toBeLessThanOrEqual(score);
    expect(judgeByRules(odd, 0).score).toBeLessThanOrEqual(score);
    expect(judgeByRules(said, 0).score).toBeGreaterThanOrEqual(score);
    expect(judgeByRules(harmless, 0).score).toBeGreaterThanOrEqual(score);
  }),
  { claims: 'V-23' },
);

seeded(
  'a higher threshold only refuses more, and the reason agrees with the answer',
  fc.property(subject, threshold, threshold, (given, a, b) => {
    const verdicts = [Math.min(a, b), Math.max(a, b)].map((limit) => {
      const judgement = judgementOf(makeJudging({ threshold: limit }), given, null);
      return !judgeReason(judgement).startsWith('judge: score');
    });
    const [low, high] = verdicts;
    expect(high === true ? low : true).toBe(true);
  }),
  { claims: ['V-9', 'V-25'] },
);

seeded(
  'a safe verb is a whole first word, of a tool whose arguments stay',
  fc.property(subject, (given) => {
    const verb = safeVerb(given);
    if (verb === null) return;
    expect(given.leaves).toBe(false);
    expect(given.tool === verb || given.tool.startsWith(`${verb}_`)).toBe(true);
  }),
  { claims: ['V-28', 'V-30'] },
);

const strict = openVaglio({ home: '/home/alice', log: null, threshold: 1 });
const lax = openVaglio({ home: '/home/alice', log: null, threshold: 0 });

seeded(
  'no threshold reaches past the guard, and no verdict is half an answer',
  fc.property(intent, tool, args, critical, (said, name, given, harm) => {
    const context = harm === null ? {} : { critical: harm };
    for (const judge of [strict, lax]) {
      const verdict = judge(said, name, { ...given, evil: '/etc/shadow' }, context);
      expect(verdict).toMatchObject({ approved: false, score: 0, blocked_by: 'guard' });
    }
    const verdict = lax(said, name, snapshot(given), context);
    expect(verdict.approved).toBe(verdict.blocked_by === null);
    expect(verdict.outcome === 'deny').toBe(verdict.code !== null);
  }),
  { claims: ['V-2', 'V-5'] },
);
