// Family P, capacity: detours by which open content, or a secret, would look like a few bits.
import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { DefinitionInput } from '../../kernel/index.js';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { makeOffice } from '../fakes/office.js';
import { officeTools } from '../fakes/office-tools.js';
import {
  call,
  child,
  compare,
  compute,
  constant,
  copying,
  each,
  fact,
  filter,
  item,
  map,
  merge,
  parse,
  planOf,
  ref,
  select,
  when,
} from '../fakes/plan-steps.js';
import { expectBlocked } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';
import {
  carries,
  filled,
  followVerdict,
  readVerdict,
  tellBob,
  verdictQuery,
} from '../fakes/verdict-mail.js';

/** Detours by which open content would look closed. */
const open: Readonly<Record<string, readonly Step[]>> = {
  'parsed text': [filled('x', '{a}', { a: ref('got', 'text') })],
  'parsed text beside a boolean': [
    filled('x', '{a} {b}', { a: ref('got', 'agrees'), b: ref('got', 'text') }),
  ],
  'a number without bounds': [filled('x', '{a}', { a: ref('got', 'share') })],
  'a list, whose length is open': [
    compute('x', 'join', { list: ref('got', 'list'), separator: '' }),
  ],
  'the number of its items': [
    compute('n', 'count', { list: ref('got', 'list') }),
    compute('x', 'format', { value: ref('n'), form: 'integer' }),
  ],
  'what a tool said': [filled('x', '{a}', { a: ref('inbox', '0.body') })],
  'content as the text of a template': [
    filled('x', ref('inbox', '0.body'), { a: ref('got', 'agrees') }),
  ],
  'content as the separator': [
    compute('x', 'join', { list: ['a', ref('got', 'agrees')], separator: ref('got', 'text') }),
  ],
  'a text that was copied': [
    copying(parse('copy', ref('inbox', '0'), 'words'), 'text'),
    filled('x', '{a}', { a: ref('copy', 'text') }),
  ],
  'a part cut out of a text': [
    compute('parts', 'split', { text: ref('got', 'text'), separator: '-' }),
    filled('x', '{a}', { a: ref('parts', '1') }),
  ],
  'a secret of the host': [filled('x', '{a}', { a: fact('code') })],
  'a secret of the host, or nothing': [
    compute(
      'x',
      'choose',
      { yes: fact('code'), no: 'nothing' },
      {
        where: compare(ref('got', 'agrees'), 'equals', true),
      },
    ),
  ],
  "somebody's data that anybody may read": [filled('x', '{a}', { a: fact('bob') })],
  'an item that a word names': [
    select('one', ref('inbox'), compare(item('id'), 'equals', 'm1')),
    filled('x', '{a}', { a: ref('one', 'from') }),
  ],
  'words of the plan, picked by content': [
    merge('words', { a: ref('got', 'agrees') }),
    compute('fields', 'entries', { record: ref('words') }),
    filter('some', ref('fields'), compare(item('value'), 'equals', true)),
    compute('n', 'count', { list: ref('some') }),
    compute('x', 'format', { value: ref('n'), form: 'integer' }),
  ],
  'one step of a map for each': [
    map('all', ref('got', 'list'), filled('one', '{a}', { a: each() })),
    compute('x', 'join', { list: ref('all'), separator: '' }),
  ],
  'the answer of a condition': [
    when('maybe', compare(ref('got', 'text'), 'equals', 'x'), 'save_note', { text: 'boss' }),
    filled('x', '<{a}>', { a: ref('maybe') }),
  ],
};

describe('what is not known to be closed is not released, however wide the rule', () => {
  for (const [name, steps] of Object.entries(open)) {
    verifies(['INV-P29', 'INV-P30'], name, async () => {
      const { result, bodies } = await followVerdict(
        [...steps, tellBob(ref('x'))],
        [carries(4096)],
      );
      expect([result.status, result.problem?.denial?.stage]).toEqual(['blocked', 'provenance']);
      expect(bodies).toEqual([]);
    });
  }
});

verifies('INV-P29', 'a parser that says more than its schema lists has no bound', async () => {
  const sneaky = z.strictObject({ a: z.boolean(), text: z.string() });
  const foreign = {
    jsonSchema: z.toJSONSchema(sneaky),
    // Puts one field into the other, of which the JSON Schema says nothing.
    schema: {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: (value: unknown) => ({
          value: { a: (value as { readonly text: string }).text, text: '' },
        }),
      },
    },
  };
  const office = makeOffice({
    schemas: { answers: foreign },
    parser: { parse: async () => ({ a: true, text: 'PIN-4711' }) },
    declassify: [carries(4096)],
  });
  const result = await office.run(verdictQuery, [
    ...readVerdict,
    filled('x', '{a}', { a: ref('got', 'a') }),
    tellBob(ref('x')),
  ]);
  expectBlocked(result, 'reader_excluded');
  expect(office.canaries.of('send_email')).toEqual([]);
});

/** Posts a text that its schema may make of the note beside it. */
async function postThrough(input: z.ZodType): Promise<readonly [string, number]> {
  const canaries = makeCanaries();
  const post: DefinitionInput = {
    name: 'post',
    description: 'Posts.',
    effect: 'write',
    capabilities: ['chat.post'],
    classes: ['networkEgress'],
    args: { '/text': { role: 'content' }, '/note': { role: 'content' } },
    input,
    output: z.null(),
  };
  const office = makeOffice({
    tools: [...officeTools(canaries, {}), canaries.tool(post, null)],
    declassify: [
      rule('release', { capacity: 0, of: 'value' }, { id: 'few', argument: '/text' }),
      rule('release', always, { id: 'any', argument: '/note' }),
    ],
  });
  const args = { text: 'Hello', note: ref('inbox', '0.body') };
  const steps = [call('inbox', 'read_inbox'), call('send', 'post', args)];
  const { status } = await office.run('Say hello', steps);
  return [status, canaries.of('post').length];
}

verifies('INV-P29', 'what an input schema makes of an argument has no bound', async () => {
  const fields = z.strictObject({ text: z.string(), note: z.string() });
  expect(await postThrough(fields)).toEqual(['committed', 1]);
  const mixing = fields.transform(({ note }) => ({ text: note, note }));
  expect(await postThrough(mixing)).toEqual(['blocked', 0]);
  const trimming = fields.transform(({ text, note }) => ({ text, note: note.slice(0, 3) }));
  expect(await postThrough(trimming)).toEqual(['committed', 1]);
});

verifies('INV-P30', 'words of a query that not everybody may read are not free', async () => {
  const office = makeOffice({ declassify: [carries(4096)] });
  const result = await office.run('Tell bob@example.org nothing', [tellBob('PIN-4711')], {
    readers: ['user', 'user:bob@example.org'],
  });
  expectBlocked(result, 'content_to_other');
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies('INV-P30', 'a planner that has read content bounds nothing', async () => {
  const attempts: readonly (readonly Step[])[] = [
    [tellBob('PIN-4711')],
    [constant('x', 'PIN-4711'), tellBob(ref('x'))],
    [filled('x', 'PIN-{a}', { a: 4711 }), tellBob(ref('x'))],
    [parse('got', fact('greeting'), 'answers'), tellBob(ref('got', 'mood'))],
    [
      parse('got', fact('greeting'), 'answers'),
      filled('x', 'PIN-4711 {a}', { a: ref('got', 'agrees') }),
      tellBob(ref('x')),
    ],
    [filled('x', '{a}', { a: fact('greeting') }), tellBob(ref('x'))],
  ];
  const rules = [
    carries(4096),
    rule('release', always, { id: 'to', argument: '/to' }),
    rule('release', always, { id: 'go', argument: 'decision' }),
  ];
  for (const steps of attempts) {
    const { result, bodies } = await followVerdict(
      [child('sub', ref('inbox', '0.body'), ['mail.send']), constant('end', 1)],
      rules,
      { planner: scriptedPlanner([planOf(...steps)]) },
    );
    expect([result.status, result.problem?.denial?.stage]).toEqual(['blocked', 'provenance']);
    expect(bodies).toEqual([]);
  }
});
