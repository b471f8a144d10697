// Attacks by a tool that answers more than a session keeps, beside other calls of one message.
import { expect, test } from 'vitest';
import { aiTools } from '../../hosts/adapters/ai-sdk/index.js';
import { frameworkOffice } from '../fakes/framework-office.js';

interface Stub {
  readonly execute: (args: object, how: object) => Promise<unknown>;
}

test.each([
  ['answer', { id: 'x', reply: 'a'.repeat(15_000_000) }],
  ['throw', () => Promise.reject(new Error('a'.repeat(15_000_000)))],
])(
  'calls that %s too much together are no failures: a model makes none of them again',
  async (_, answer) => {
    const office = frameworkOffice({ trust: 'until_tainted' }, { answers: { save_note: answer } });
    const { session, tools, approvals } = office;
    const stubs = aiTools({ jsonSchema: (schema) => schema }, session, tools, { approvals });
    const { execute } = stubs['save_note'] as unknown as Stub;
    const calls = [1, 2, 3, 4, 5, 6, 7].map((i) =>
      execute({ text: 'x' }, { toolCallId: `c${i}`, messages: [] }),
    );
    const answers = (await Promise.all(calls)) as readonly Record<string, unknown>[];
    expect(office.ran()).toHaveLength(7);
    for (const told of answers.filter((one) => one['code'] === 'value_unknown'))
      expect(told).toMatchObject({ refused: true, status: 'committed' });
  },
  60_000,
);
