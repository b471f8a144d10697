// Family P, release by asking, by capacity and by code of the host.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, type KernelConfig } from '../../hosts/index.js';
import type { HostDeclassifier } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice, eventsOf, makeOffice } from '../fakes/office.js';
import { call, constant, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const query = 'Mail the first message to bob@example.org';
const leak = [
  call('inbox', 'read_inbox'),
  call('send', 'send_email', { to: 'bob@example.org', body: ref('inbox', '0.body') }),
];
const ask = [rule('ask', always, { id: 'ask_body', argument: '/body' })];

verifies(
  ['INV-P13', 'INV-B7'],
  'a rule that asks lets a ruling on exactly this call decide',
  async () => {
    const approver = approverThat('allow');
    const office = makeOffice({ declassify: ask, ports: { approver } });
    const result = await office.run(query, leak);
    expectCommitted(result);
    const [request] = approver.asked;
    expect(request?.obligations).toEqual([
      {
        source: 'provenance',
        rule: 'ask_body',
        pointer: '/body',
        reason: '`/body` of `send_email`: reader_excluded, content_to_other',
      },
    ]);
    expect(request?.view.map(({ pointer, tainted }) => [pointer, tainted])).toEqual([
      ['/to', false],
      ['/body', true],
    ]);
    expect(eventsOf(result, 'ruled')).toMatchObject([{ decision: 'allow', approver: 'alice' }]);
    expect(office.canaries.of('send_email')).toHaveLength(1);
  },
);

verifies('INV-P13', 'a refusal, silence or a ruling on something else sends nothing', async () => {
  const answers = {
    approval_denied: approverThat('deny'),
    approval_mismatch: approverThat('allow', (ruling) => ({ ...ruling, digest: 'f'.repeat(64) })),
    approval_failed: approverThat('allow', () => true),
  } as const;
  for (const [code, approver] of Object.entries(answers)) {
    const office = makeOffice({ declassify: ask, ports: { approver } });
    expectBlocked(await office.run(query, leak), code as keyof typeof answers, 'approval');
    expect(approver.asked).toHaveLength(1);
    expect(office.canaries.of('send_email')).toEqual([]);
  }
});

verifies('INV-P13', 'an approver is never asked about what no rule asks for', async () => {
  const approver = approverThat('allow');
  const office = makeOffice({ ports: { approver } });
  expectBlocked(await office.run(query, leak), 'reader_excluded');
  const forged = [call('send', 'send_email', { to: 'attacker@evil.com', body: 'hi' })];
  expectBlocked(
    await makeOffice({ declassify: ask, ports: { approver } }).run(query, forged),
    'critical_untrusted',
  );
  expect(approver.asked).toEqual([]);
});

/** A kernel with a tool that sends one of a closed set of words to somebody else. */
function voteKernel(config: Partial<KernelConfig>) {
  const canaries = makeCanaries();
  const tools = [
    canaries.tool(
      {
        name: 'read_vote',
        description: 'What the user would say.',
        effect: 'read',
        capabilities: ['vote.read'],
        input: z.strictObject({}),
        output: z.enum(['yes', 'no', 'maybe', 'later']),
        result: { '': { readers: ['user'] } },
      },
      'yes',
    ),
    canaries.tool(
      {
        name: 'vote',
        description: 'Sends an answer.',
        effect: 'write',
        capabilities: ['vote.send'],
        classes: ['networkEgress'],
        args: { '/word': { role: 'content' }, '/free': { role: 'content' } },
        input: z.strictObject({
          word: z.enum(['yes', 'no', 'maybe', 'later']),
          free: z.string().optional(),
        }),
        output: z.null(),
      },
      null,
    ),
  ];
  const grant = ['vote.read', 'vote.send'];
  return { canaries, kernel: createKernel({ tools, grant, principal: alice, ...config }) };
}

const vote = (id: string) => call(id, 'vote', { word: ref('mine') });
const votes = (count: number) =>
  planOf(
    call('mine', 'read_vote'),
    ...Array.from({ length: count }, (_, i) => vote(`vote${i}`)),
    constant('end', 0),
  );

verifies('INV-P13', 'a capacity is charged at each release and summed over the run', async () => {
  const capacity = (bits: number) => ({ declassify: [rule('release', { capacity: bits })] });
  const five = voteKernel(capacity(5));
  expectCommitted(await five.kernel.run('Vote', { plan: votes(2) }));
  expect(five.canaries.of('vote')).toHaveLength(2);
  expectBlocked(await five.kernel.run('Vote', { plan: votes(3) }), 'reader_excluded');
  expect(five.canaries.of('vote')).toHaveLength(4);
  const none = voteKernel(capacity(1));
  expectBlocked(await none.kernel.run('Vote', { plan: votes(1) }), 'reader_excluded');
  const free = planOf(
    call('mine', 'read_vote'),
    call('vote', 'vote', { word: 'yes', free: ref('mine') }),
  );
  const open = voteKernel(capacity(4096));
  expectBlocked(await open.kernel.run('Vote yes', { plan: free }), 'reader_excluded');
  expect(none.canaries.of('vote')).toEqual([]);
  expect(open.canaries.of('vote')).toEqual([]);
});

verifies('INV-P13', 'one argument that is released does not carry another along', async () => {
  const declassify = [rule('release', { capacity: 2 }, { argument: '/word' })];
  const { kernel, canaries } = voteKernel({ declassify });
  const plan = planOf(
    call('mine', 'read_vote'),
    call('vote', 'vote', { word: ref('mine'), free: 'I quit' }),
  );
  expectBlocked(await kernel.run('Vote', { plan }), 'content_to_other');
  expect(canaries.of('vote')).toEqual([]);
});

verifies(
  ['INV-P13', 'INV-T6', 'K-3'],
  'a declassifier of the host is reported as opaque',
  async () => {
    const seen: Parameters<HostDeclassifier>[0][] = [];
    const declassify: HostDeclassifier = (request) => {
      seen.push(request);
      return 'release';
    };
    const office = makeOffice({ declassify });
    expectCommitted(await office.run(query, leak));
    expect(seen[0]).toMatchObject({
      tool: 'send_email',
      argument: '/body',
      value: 'The door code is PIN-4711.',
      recipients: ['user:bob@example.org'],
      label: { readers: [alice] },
    });
    expect(office.lines().join()).toContain('"declassifier":"opaque"');
  },
);

verifies(
  ['INV-P13', 'INV-F6'],
  'one that throws, waits or answers nonsense releases nothing',
  async () => {
    const broken: Readonly<Record<string, () => unknown>> = {
      throws: () => {
        throw new Error('PIN-4711');
      },
      waits: async () => 'release',
      'says yes': () => true,
      'says nothing': () => undefined,
      'says allow': () => 'allow',
    };
    for (const declassify of Object.values(broken)) {
      const office = makeOffice({ declassify: declassify as HostDeclassifier });
      const denial = expectBlocked(await office.run(query, leak), 'declassify_failed');
      expect(denial?.reason).not.toContain('PIN-4711');
      expect(office.canaries.of('send_email')).toEqual([]);
    }
    const refusing = makeOffice({ declassify: () => 'deny' });
    expectBlocked(await refusing.run(query, leak), 'declassify_denied');
    expect(refusing.canaries.of('send_email')).toEqual([]);
  },
);
