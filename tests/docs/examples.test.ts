/** What docs/architecture.md shows is what the code does. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel, trustQuery } from '../../hosts/index.js';
import { verifyAudit } from '../../kernel/index.js';
import {
  type DeclassPolicy,
  declassPolicySchema,
  type JsonScalar,
  operationalLimits,
  stageNames,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice, makeOffice } from '../fakes/office.js';
import { call, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';
import { filled } from '../fakes/verdict-mail.js';
import { readText } from '../project.js';
import { readMarkdown } from './markdown.js';

const { blocks, rows } = readMarkdown(readText('docs/architecture.md'));

function policyWith(id: string): DeclassPolicy {
  const block = blocks.find((text) => text.includes(`"id": "${id}"`)) ?? '';
  return declassPolicySchema.parse(JSON.parse(block));
}

describe('quoting', () => {
  const shown = rows.filter(([, , answer]) => answer === 'yes' || answer === 'no');

  test('is shown both ways', () => {
    expect(shown.length).toBeGreaterThan(15);
  });

  test.each(shown)('%s: %s is quoted: %s', (query = '', literal = '', answer) => {
    const asked = trustQuery(query, { principal: alice }).quotes(JSON.parse(literal) as JsonScalar);
    expect(asked ? 'yes' : 'no').toBe(answer);
  });
});

describe('release rules', () => {
  const inbox = call('inbox', 'read_inbox');
  const send = (to: string, path = '0.body') =>
    call('send', 'send_email', { to, body: ref('inbox', path) });

  test('mail goes out to the team, and to nobody else', async () => {
    const office = makeOffice({ declassify: policyWith('team_digest') });
    const facts = { team: { value: ['bob@example.org', 'eve@example.org'] } };
    const query = 'Mail the first message to bob@example.org, not to dan@example.org';
    expectCommitted(await office.run(query, [inbox, send('bob@example.org')], { facts }));
    expectBlocked(
      await office.run(query, [inbox, send('dan@example.org')], { facts }),
      'reader_excluded',
    );
    const page = call('inbox', 'web_fetch', { url: 'https://example.org/a' });
    expectBlocked(
      await office.run(`${query} https://example.org/a`, [page, send('bob@example.org', 'page')], {
        facts,
      }),
      'reader_excluded',
    );
    expect(office.canaries.of('send_email')).toHaveLength(1);
  });

  test('a parsed vote is cast once', async () => {
    const canaries = makeCanaries();
    const choice = z.enum(['yes', 'no', 'maybe', 'none']);
    const tools = [
      canaries.tool(
        {
          name: 'read_inbox',
          description: 'Mails.',
          effect: 'read',
          capabilities: ['mail.read'],
          input: z.strictObject({}),
          output: z.string(),
        },
        'I say yes',
      ),
      canaries.tool(
        {
          name: 'cast_vote',
          description: 'Votes.',
          effect: 'write',
          capabilities: ['vote.cast'],
          classes: ['networkEgress'],
          input: z.strictObject({ choice }),
          output: z.null(),
        },
        null,
      ),
    ];
    const kernel = createKernel({
      tools,
      schemas: { vote: z.strictObject({ choice }) },
      grant: ['mail.read', 'vote.cast'],
      declassify: policyWith('one_vote'),
      parser: { parse: async () => ({ choice: 'yes' }) },
      principal: alice,
    });
    const vote = (id: string) => call(id, 'cast_vote', { choice: ref('vote', 'choice') });
    const read = [inbox, parse('vote', ref('inbox'), 'vote')];
    const twice = await kernel.run('Vote', { plan: planOf(...read, vote('one'), vote('two')) });
    expectBlocked(twice, 'critical_untrusted');
    expect(canaries.of('cast_vote')).toEqual([{ choice: 'yes' }]);
  });

  test('one bit of an answer goes out once', async () => {
    const office = makeOffice({
      declassify: policyWith('yes_or_no'),
      parser: {
        parse: async ({ schemaName }) =>
          schemaName === 'verdict' ? { enough: true } : { text: 'PIN-4711' },
      },
    });
    const told = (id: string, schema: string, field: string) => [
      parse(`${id}_read`, ref('inbox', '0.body'), schema),
      filled(`${id}_text`, 'The boss agrees: {a}', { a: ref(`${id}_read`, field) }),
      call(id, 'send_email', { to: 'bob@example.org', body: ref(`${id}_text`) }),
    ];
    const query = 'Tell bob@example.org whether the boss agrees';
    const text = await office.run(query, [inbox, ...told('a', 'words', 'text')]);
    expectBlocked(text, 'reader_excluded');
    const twice = [inbox, ...told('a', 'verdict', 'enough'), ...told('b', 'verdict', 'enough')];
    expectBlocked(await office.run(query, twice), 'reader_excluded');
    expect(office.canaries.of('send_email')).toEqual([
      { to: 'bob@example.org', body: 'The boss agrees: true' },
    ]);
  });

  test('the user picks what is cancelled, never content', async () => {
    const policy = policyWith('confirm_cancel');
    expect(policy.map(({ id, then }) => [id, then])).toEqual([
      ['confirm_cancel', 'ask'],
      ['not_by_content', 'deny'],
    ]);
    const office = makeOffice({ declassify: policy });
    const steps = [
      call('found', 'find_bookings', { title: 'Paris' }),
      call('cancel', 'cancel_booking', { booking: ref('found', '0.id') }),
    ];
    expectBlocked(
      await office.run('Cancel my Paris trip', steps),
      'approval_unavailable',
      'approval',
    );
    expectBlocked(await makeOffice().run('Cancel my Paris trip', steps), 'target_unanchored');
    const lax = rule('release', always, { id: 'lax' });
    const chosen = [
      call('inbox', 'read_inbox'),
      call('found', 'find_bookings', { title: ref('inbox', '0.body') }),
      call('cancel', 'cancel_booking', { booking: ref('found', '0.id') }),
    ];
    const query = 'Cancel the trip that the first mail names';
    expectCommitted(await makeOffice({ declassify: [lax] }).run(query, chosen));
    const strict = makeOffice({ declassify: [...policy, lax] });
    expectBlocked(await strict.run(query, chosen), 'declassify_denied');
  });

  verifies('INV-P13', 'no rule is read about a call of which nothing was refused', async () => {
    const rules = [rule('deny', always, { id: 'no' }), rule('ask', always, { id: 'ask' })];
    const office = makeOffice({ declassify: rules });
    const quoted = { to: 'bob@example.org', body: 'hello' };
    const result = await office.run('Mail "hello" to bob@example.org', [
      call('send', 'send_email', quoted),
    ]);
    expectCommitted(result);
    expect(office.canaries.of('send_email')).toEqual([quoted]);
  });
});

test('the audit line continues a chain, and its digest is the HMAC of the arguments', () => {
  const line = blocks.find((text) => text.startsWith('{"v":')) ?? '';
  const { seq, prev, data } = JSON.parse(line);
  expect(verifyAudit([line], { from: { seq, hash: prev } })).toMatchObject({ ok: true });
  const text = readText('docs/architecture.md');
  const [, key = ''] = /under the key `([0-9a-f]{64})`/.exec(text) ?? [];
  const args = blocks.find((block) => block.startsWith('{"body"')) ?? '';
  expect(createHmac('sha256', key).update(args).digest('hex')).toBe(data.args);
});

test('every stage and every limit is told, with its default', () => {
  const text = readText('docs/architecture.md');
  expect(stageNames.filter((stage) => !text.includes(stage))).toEqual([]);
  const told = Object.fromEntries(
    rows
      .filter(([name = '']) => Object.hasOwn(operationalLimits, name))
      .map(([name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]),
  );
  expect(told).toEqual(operationalLimits);
});
