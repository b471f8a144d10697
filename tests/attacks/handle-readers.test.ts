// Readers of a handle as recipients: a set that somebody made smaller sends to those taken out of
// it.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, type Tool } from '../../hosts/index.js';
import type { Ref, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { type Canaries, makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, fact, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const text = z.string();
const mine = { readers: ['user'] };

function makeTools(canaries: Canaries): readonly Tool[] {
  const shared = { readersFrom: { from: '/guests', parse: 'email' as const } };
  return [
    canaries.tool(
      {
        name: 'entry',
        description: 'x',
        effect: 'read',
        capabilities: ['go'],
        input: z.strictObject({ title: text.optional() }),
        output: z.strictObject({ id: text, guests: z.array(text) }),
        result: {
          '': { minted: true, ...mine },
          '/id': { minted: 'event', ...mine, ...shared },
          '/guests': { minted: true, ...mine },
          '/guests/*': { minted: true, ...mine },
        },
      },
      { id: 'e1', guests: ['eve@evil.example'] },
    ),
    canaries.tool(
      {
        name: 'secret',
        description: 'x',
        effect: 'read',
        capabilities: ['go'],
        input: z.strictObject({}),
        output: text,
        result: { '': mine },
      },
      'PIN-4711',
    ),
    canaries.tool(
      {
        name: 'tell',
        description: 'x',
        effect: 'write',
        capabilities: ['go'],
        classes: ['networkEgress'],
        input: z.strictObject({ event: text, text }),
        output: z.null(),
        args: { '/event': { handle: 'event', orNamed: true }, '/text': { role: 'content' } },
        recipients: [{ from: '/event', parse: 'handle' }],
      },
      null,
    ),
  ];
}

function setStage() {
  const canaries = makeCanaries();
  const kernel = createKernel({ tools: makeTools(canaries), grant: ['go'], principal: alice });
  const run = (steps: readonly Step[], readers: 'anyone' | readonly string[] = 'anyone') =>
    kernel.run('Tell the guests of Lunch', {
      plan: planOf(...steps),
      facts: { title: { value: 'Lunch' } },
      readers,
    });
  return { canaries, run };
}

const tell = (event: Ref) => call('t', 'tell', { event, text: ref('s') });

verifies(['INV-P7', 'INV-P17'], 'a handle that was looked up by a fact of the user', async () => {
  const { canaries, run } = setStage();
  const looked = [
    call('s', 'secret'),
    call('e', 'entry', { title: fact('title') }),
    tell(ref('e', 'id')),
  ];
  expectBlocked(await run(looked), 'recipient_unknown', 'provenance');
  const quoted = [
    call('s', 'secret'),
    call('e', 'entry', { title: 'Lunch' }),
    tell(ref('e', 'id')),
  ];
  expectBlocked(await run(quoted, ['user']), 'recipient_unknown', 'provenance');
  const plain = [call('s', 'secret'), call('e', 'entry'), tell(ref('e', 'id'))];
  expectBlocked(await run(plain), 'reader_excluded', 'provenance');
  expect(canaries.of('tell')).toEqual([]);
});

verifies(
  ['INV-P11', 'INV-P17'],
  'a word that names the thing says nothing of its readers',
  async () => {
    const { canaries, run } = setStage();
    const named = [
      call('s', 'secret'),
      call('t', 'tell', { event: fact('title'), text: ref('s') }),
    ];
    expectBlocked(await run(named), 'recipient_unknown', 'provenance');
    const quoted = [call('s', 'secret'), call('t', 'tell', { event: 'Lunch', text: ref('s') })];
    expectBlocked(await run(quoted, ['user']), 'recipient_unknown', 'provenance');
    expect(canaries.of('tell')).toEqual([]);
    const own = [call('e', 'entry'), call('t', 'tell', { event: ref('e', 'id'), text: 'Lunch' })];
    expectCommitted(await run(own));
  },
);
