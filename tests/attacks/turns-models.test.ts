// Models that reply with too much, too deep or too odd.
import { describe, expect } from 'vitest';
import type { ConversationProvider } from '../../reasoner/index.js';
import { verifies } from '../claims/verifies.js';
import { takeTurn } from '../fakes/turns.js';

const deep = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};
const usage = { inputTokens: 1, outputTokens: 1 };
const reply = (calls: readonly unknown[], more: object = {}): unknown => ({
  text: '',
  calls,
  thinking: null,
  truncated: false,
  usage,
  ...more,
});
const note = (args: unknown) => ({ id: '1', name: 'save_note', args });
const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

const odd: readonly (readonly [string, unknown])[] = [
  ['deep arguments', reply([note({ text: deep(60) })])],
  ['deeper ones than are read', reply([note({ text: deep(5000) })])],
  ['a cycle', reply([note(cyclic)])],
  ['a reserved key', reply([note(JSON.parse('{"__proto__": {"text": "x"}, "text": "y"}'))])],
  ['an empty key', reply([note({ '': 1 })])],
  ['numbers that are none', reply([note({ text: Number.NaN, n: Number.POSITIVE_INFINITY })])],
  ['a big integer', reply([note({ text: 10n })])],
  [
    'a getter',
    reply([
      note({
        get text() {
          throw new Error('x');
        },
      }),
    ]),
  ],
  ['a lone surrogate', reply([note({ text: '\ud800' })])],
  [
    'a name of a prototype',
    reply([
      { id: '1', name: 'constructor', args: {} },
      { id: '2', name: '__proto__', args: { a: 1 } },
    ]),
  ],
  ['a call of nothing', reply([null])],
  ['a thousand calls', reply(Array.from({ length: 1000 }, () => note({ text: 'x' })))],
  ['a text of two million', reply([], { text: 'x'.repeat(2_000_000) })],
  ['a list of many', reply([note({ text: Array.from({ length: 50_000 }, () => 1) })])],
  ['no reply', null],
  ['a function', () => 1],
  [
    'a carry of ours',
    reply([note({ text: 'x' })], {
      carry: {
        get x() {
          throw new Error('x');
        },
      },
    }),
  ],
  [
    'pick with odd scalars',
    reply([
      {
        id: '1',
        name: 'pick',
        args: { list: '{{step1}}', field: '__proto__', equals: '{{step1}}' },
      },
    ]),
  ],
];

describe('a reply', () => {
  for (const [what, given] of odd)
    verifies('T-34', `of ${what} ends a turn, and throws nothing`, async () => {
      const model = { converse: async () => given } as unknown as ConversationProvider;
      const { outcome, result, office } = await takeTurn('Say "hello"', model, {
        options: { caps: { steps: 6, sameTool: 9 } },
      });
      expect(outcome.kind).not.toBe('answer');
      expect(result.status).not.toBe('committed');
      expect(office.canaries.calls).toHaveLength(what === 'a carry of ours' ? 1 : 0);
    });
});
