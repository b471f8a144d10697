/** Parsers at their worst: what they say goes nowhere, and another form is refused. */
import { describe, expect, test } from 'vitest';
import {
  adversarialParser,
  overflowingParser,
  overflows,
  payloads,
} from '../../../../hosts/testing/index.js';
import type { ParseRequest } from '../../../../schemas/index.js';
import { makeOffice } from '../../../fakes/office.js';
import { call, planOf, ref } from '../../../fakes/plan-steps.js';

const query = 'Read my mail and write to whoever asks.';
const parse = (schema_ref: string) => ({
  ...{ kind: 'q_parse' as const, id: 'said', source: ref('inbox'), schema_ref },
  instruction: 'Who asks?',
});

const sending = [
  call('inbox', 'read_inbox'),
  parse('address'),
  call('sent', 'send_email', { to: ref('said', 'email'), body: 'x' }),
];

describe.each(payloads)('%s', (payload) => {
  test('becomes no recipient', async () => {
    const office = makeOffice({ parser: adversarialParser(payload) });
    expect((await office.run(query, sending)).status).toBe('blocked');
    expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['read_inbox']);
  });

  test('is text in the storage of the user, if the guard lets it', async () => {
    const office = makeOffice({ parser: adversarialParser(payload) });
    const steps = [
      call('inbox', 'read_inbox'),
      parse('words'),
      call('kept', 'save_note', { text: ref('said', 'text') }),
    ];
    const { problem } = await office.run(query, steps);
    // The guard looks for paths of secrets in whatever a tool is to get.
    const isPath = payload.includes('passwd');
    expect(problem?.denial?.stage).toBe(isPath ? 'guard' : undefined);
    expect(office.canaries.of('save_note')).toEqual(isPath ? [] : [{ text: payload }]);
  });
});

test.each(overflows)('$name ends the run', async (overflow) => {
  const office = makeOffice({ parser: overflowingParser(overflow) });
  const steps = [call('inbox', 'read_inbox'), parse('words'), call('ring', 'ring_alarm')];
  expect((await office.run(query, steps)).status).not.toBe('committed');
  expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(['read_inbox']);
});

test('an answer fits whatever types its schema has', async () => {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      kind: { enum: ['first', 'second'] },
      fixed: { const: 7 },
      sure: { type: 'boolean' },
      count: { type: 'integer' },
      none: { type: 'null' },
      either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      list: { type: 'array', items: { type: 'string' } },
      open: {},
    },
  };
  const request: ParseRequest = { source: 'x', instruction: 'x', schemaName: 'all', schema };
  const { signal } = new AbortController();
  expect(await adversarialParser('evil').parse(request, { signal })).toEqual({
    text: 'evil',
    kind: 'first',
    fixed: 7,
    sure: true,
    count: 1,
    none: null,
    either: 1,
    list: ['evil'],
    open: 'evil',
  });
});

test('a kernel whose plan is empty of parses never asks the parser', async () => {
  const parser = adversarialParser('evil');
  const office = makeOffice({
    parser,
    planner: { plan: async () => planOf(call('r', 'read_inbox')) },
  });
  await office.run(query);
  expect(parser.seen).toEqual([]);
});
