import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel } from '../../../../hosts/index.js';
import { visibleText } from '../../../../kernel/approval/view.js';
import { approverThat } from '../../../fakes/approvers.js';
import { makeCanaries } from '../../../fakes/canary.js';
import { alice } from '../../../fakes/office.js';
import { call, planOf, record } from '../../../fakes/plan-steps.js';
import { always, rule } from '../../../fakes/release-rule.js';

test('what takes no room on a screen is spelt out for the approver', () => {
  const unseen = [
    '\u0007',
    '\u202e',
    '\u200b',
    '\ufe0f',
    '\u{e0100}',
    '\u034f',
    '\u2028',
    '\u3164',
  ];
  for (const char of unseen) {
    const named = `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
    const { text } = visibleText(`a${char}b`);
    expect([text, text.includes(char)]).toEqual([
      char === '\u0007' ? '"a\\u0007b"' : `"a${named}b"`,
      false,
    ]);
  }
});

test('a long value is cut between characters, and its digest is that of the whole', () => {
  const long = visibleText(`${'x'.repeat(2046)}😀 and more`);
  expect([long.cut, long.text.endsWith('xx'), long.length]).toEqual([true, true, 2059]);
  expect(visibleText(`${'x'.repeat(2046)}😀 and less`).digest).not.toBe(long.digest);
  expect(visibleText('short')).toMatchObject({ text: '"short"', cut: false, length: 7 });
});

test('an approver sees keys that no spec names, and that a list is empty', async () => {
  const approver = approverThat('deny');
  const text = z.record(z.string(), z.string());
  const tool = makeCanaries().tool(
    {
      name: 'post',
      description: 'Posts.',
      effect: 'write',
      capabilities: ['post'],
      classes: ['networkEgress'],
      args: { '/headers': { role: 'content' }, '/headers/*': { role: 'content' }, '/to/*': {} },
      input: z.strictObject({ to: z.array(z.string()), headers: text }),
      output: z.null(),
    },
    null,
  );
  const kernel = createKernel({
    tools: [tool],
    grant: ['post'],
    declassify: [rule('ask', always)],
    ports: { approver },
    principal: alice,
  });
  const headers = record({ Subject: 'hi', 'B\u200bcc': 'attacker@evil.com' });
  await kernel.run('Post', { plan: planOf(call('post', 'post', { to: [], headers })) });
  expect(approver.asked[0]?.view.map((field) => [field.pointer, field.place, field.text])).toEqual([
    ['/to', '/to', '[]'],
    ['/headers/*0', '/headers/Subject', '"hi"'],
    ['/headers/*1', '/headers/B\\u{200b}cc', '"attacker@evil.com"'],
  ]);
});
