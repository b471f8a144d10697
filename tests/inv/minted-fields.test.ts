// Family P, declarations: fields that the host vouches for in some items, and things just made.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, type Tool } from '../../hosts/index.js';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { type Canaries, makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, child, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const text = z.string();
const me = 'alice@example.com';
const reads = { effect: 'read' as const, capabilities: ['go'], input: z.strictObject({}) };
const writes = {
  effect: 'write' as const,
  capabilities: ['go'],
  classes: ['networkEgress'] as const,
  output: z.null(),
};
const mine = { readers: ['user' as const] };
const minted = { minted: true as const, ...mine };

interface Letter {
  readonly status: string;
  readonly to: string;
}

function readingTools(
  canaries: Canaries,
  letters: readonly Letter[],
  isStatusMinted: boolean,
): readonly Tool[] {
  const mail = z.strictObject({ status: text, to: text });
  const file = z.strictObject({ id: text, shared: z.record(text, text), owner: text });
  return [
    canaries.tool(
      {
        ...reads,
        name: 'mails',
        description: 'x',
        output: z.array(mail),
        result: {
          '': minted,
          '/*': minted,
          '/*/status': isStatusMinted ? minted : mine,
          '/*/to': { ...minted, mintedWhere: { from: '/*/status', equals: ['sent'] } },
        },
      },
      letters,
    ),
    canaries.tool(
      {
        ...reads,
        name: 'files',
        description: 'x',
        output: z.array(file),
        result: {
          '': minted,
          '/*': minted,
          '/*/owner': minted,
          '/*/shared': { ...minted, mintedWhere: { from: '/*/owner', user: 'email' } },
          '/*/id': {
            minted: 'file',
            readersFrom: [
              { from: '/*/shared', parse: 'email', keys: true },
              { from: '/*/owner', parse: 'email' },
            ],
          },
        },
      },
      [
        { id: 'f1', owner: me, shared: { 'bob@example.org': 'r' } },
        { id: 'f2', owner: 'eve@evil.com', shared: { 'bob@example.org': 'r' } },
      ],
    ),
  ];
}

function writingTools(canaries: Canaries): readonly Tool[] {
  return [
    canaries.tool(
      {
        ...writes,
        name: 'send',
        description: 'x',
        input: z.strictObject({ to: text, file: text.optional() }),
        args: { '/file': { handle: 'file' } },
        recipients: [{ from: '/to', parse: 'email' }],
      },
      null,
    ),
    canaries.tool(
      {
        ...writes,
        name: 'create',
        description: 'x',
        input: z.strictObject({ text, invited: z.array(text).optional() }),
        output: z.strictObject({ id: text }),
        args: { '/text': { role: 'content' } },
        sink: 'own',
        recipients: [{ from: '/invited/*', parse: 'email' }],
        result: { '': { ...minted, fresh: true }, '/id': { minted: 'file', fresh: true, ...mine } },
      },
      { id: 'f9' },
    ),
  ];
}

function finalTools(canaries: Canaries): readonly Tool[] {
  return [
    canaries.tool(
      {
        ...writes,
        name: 'look_up',
        description: 'x',
        input: z.strictObject({ text }),
        output: z.strictObject({ id: text }),
        args: { '/text': { role: 'content' } },
        sink: 'own',
        result: { '': minted, '/id': { minted: 'file', ...mine } },
      },
      { id: 'f8' },
    ),
    canaries.tool(
      {
        ...writes,
        name: 'remove',
        description: 'x',
        commit: true,
        input: z.strictObject({ file: text }),
        args: { '/file': { handle: 'file', orNamed: true } },
        sink: 'own',
      },
      null,
    ),
  ];
}

function setStage(letters: readonly Letter[], isStatusMinted = true) {
  const canaries = makeCanaries();
  const tools = [
    ...readingTools(canaries, letters, isStatusMinted),
    ...writingTools(canaries),
    ...finalTools(canaries),
  ];
  const make = (config: object = {}) =>
    createKernel({ tools, grant: ['go'], principal: alice, ...config });
  const run = (steps: readonly Step[], config: object = {}) =>
    make(config).run('Send it to bob@example.org, then remove f1', { plan: planOf(...steps) });
  return { canaries, run };
}

const first = [call('m', 'mails'), call('s', 'send', { to: ref('m', '0.to') })];

verifies(
  'INV-P26',
  'an address of a sent mail is the user\u2019s, one of another mail is not',
  async () => {
    const sent = setStage([{ status: 'sent', to: me }]);
    expectCommitted(await sent.run(first));
    const received = setStage([{ status: 'received', to: me }]);
    expectBlocked(await received.run(first), 'critical_untrusted', 'provenance');
    const claimed = setStage([{ status: 'sent', to: me }], false);
    expectBlocked(await claimed.run(first), 'critical_untrusted', 'provenance');
    expect([...received.canaries.of('send'), ...claimed.canaries.of('send')]).toEqual([]);
  },
);

verifies('INV-P26', 'readers by the keys of a record count where the user owns it', async () => {
  const share = (at: string) => [
    call('f', 'files'),
    call('s', 'send', { to: 'bob@example.org', file: ref('f', at) }),
  ];
  expectCommitted(await setStage([]).run(share('0.id')));
  expectBlocked(await setStage([]).run(share('1.id')), 'reader_excluded', 'provenance');
});

verifies('INV-P27', 'what a call made is named by the call, whatever it holds', async () => {
  const made = [
    call('m', 'mails'),
    call('c', 'create', { text: ref('m', '0.to') }),
    call('r', 'remove', { file: ref('c', 'id') }),
  ];
  const stage = setStage([{ status: 'received', to: 'x' }]);
  expectCommitted(await stage.run(made));
  const found = [
    call('m', 'mails'),
    call('c', 'look_up', { text: ref('m', '0.to') }),
    call('r', 'remove', { file: ref('c', 'id') }),
  ];
  expectBlocked(await stage.run(found), 'control_tainted', 'provenance');
  // A planner that has read content decided to make it: that stays.
  const agent = scriptedPlanner(
    planOf(call('c', 'create', { text: 'x' }), call('r', 'remove', { file: ref('c', 'id') })),
  );
  const steps = [call('m', 'mails'), child('agent', ref('m'), ['go'])];
  const tainted = await setStage([{ status: 'received', to: 'x' }]).run(steps, {
    planner: agent,
    declassify: [rule('release', always, { argument: 'decision' })],
  });
  expectBlocked(tainted, 'control_tainted', 'provenance');
});

verifies('INV-P11', 'a thing may be named by the user where its tool says so', async () => {
  const stage = setStage([]);
  expectCommitted(await stage.run([call('r', 'remove', { file: 'f1' })]));
  const other = await stage.run([call('r', 'remove', { file: 'f2' })]);
  expectBlocked(other, 'handle_required', 'provenance');
  expect(stage.canaries.of('remove')).toEqual([{ file: 'f1' }]);
});

verifies(
  'INV-P8',
  'own storage that invites somebody is no own storage for that call',
  async () => {
    const stage = setStage([{ status: 'received', to: 'x' }]);
    const create = (invited: readonly string[]) => [
      call('m', 'mails'),
      call('c', 'create', { text: ref('m', '0.to'), invited: [...invited] }),
    ];
    expectCommitted(await stage.run(create([])));
    expectBlocked(await stage.run(create(['bob@example.org'])), 'reader_excluded', 'provenance');
  },
);
