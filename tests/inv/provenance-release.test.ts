// Family P, release: the DeclassPolicy decides what the labels refused, and nothing else does.
import { describe, expect, test } from 'vitest';
import {
  type DeclassCondition,
  type DeclassRule,
  declassPolicySchema,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import type { OfficeOptions } from '../fakes/office.js';
import { alice, eventsOf, makeOffice } from '../fakes/office.js';
import { call, fact, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const inbox = call('inbox', 'read_inbox');
/** Mails a private value to Bob, whom the query names: refused by its readers alone. */
const leak = [
  inbox,
  call('send', 'send_email', { to: 'bob@example.org', body: ref('inbox', '0.body') }),
];
const query = 'Mail the first message to bob@example.org, at most 3 times';

async function follow(declassify: OfficeOptions['declassify'], options: OfficeOptions = {}) {
  const office = makeOffice({ ...options, ...(declassify === undefined ? {} : { declassify }) });
  const facts = {
    friends: { value: ['bob@example.org', 'carol@example.org'], readers: 'anyone' as const },
    codes: { value: ['The door code is PIN-4711.'] },
    forged: { value: ['The door code is PIN-4711.'], handle: 'mail' },
  };
  const result = await office.run(query, leak, { facts });
  return { result, office, sent: office.canaries.of('send_email').length };
}

const body = (then: DeclassRule['then'], when: DeclassCondition, id: string = then): DeclassRule =>
  rule(then, when, { id, tool: 'send_email', argument: '/body' });

verifies(['INV-P13', 'K-9', 'K-19'], 'without a matching rule a refusal stands', async () => {
  const others = [
    rule('release', always, { id: 'a', tool: 'save_note' }),
    rule('release', always, { id: 'b', argument: '/to' }),
    rule('release', always, { id: 'c', argument: 'decision' }),
    body('release', { not: always }, 'd'),
  ];
  for (const declassify of [[], others]) {
    const { result, sent } = await follow(declassify);
    expectBlocked(result, 'reader_excluded');
    expect(sent).toBe(0);
  }
});

verifies(
  ['INV-P13', 'INV-T6', 'K-3', 'K-21'],
  'a release is named in the trace and in the audit',
  async () => {
    const { result, office, sent } = await follow([body('release', always, 'open')]);
    expectCommitted(result);
    expect(sent).toBe(1);
    expect(eventsOf(result, 'released')).toMatchObject([{ argument: '/body', rule: 'open' }]);
    const records = office
      .lines()
      .map((line) => JSON.parse(line) as { kind: string; data: object });
    const kinds = records.map(({ kind }) => kind);
    expect(kinds.indexOf('release')).toBeLessThan(kinds.lastIndexOf('admission'));
    expect(records.find(({ kind }) => kind === 'release')?.data).toEqual({
      argument: '/body',
      rule: 'open',
      declassifier: 'policy',
      releases: 'all',
      label: expect.objectContaining({ readers: [alice] }),
    });
  },
);

verifies('INV-P13', 'the strictest matching rule wins, in whatever order they stand', async () => {
  const open = body('release', always, 'open');
  const never = body('deny', always, 'never');
  const ask = body('ask', always, 'ask');
  for (const declassify of [
    [open, ask, never],
    [never, ask, open],
    [ask, open, never],
  ]) {
    const { result, sent } = await follow(declassify);
    expectBlocked(result, 'declassify_denied');
    expect(sent).toBe(0);
  }
  for (const declassify of [
    [open, ask],
    [ask, open],
  ]) {
    const { result, sent } = await follow(declassify);
    expectBlocked(result, 'approval_unavailable', 'approval');
    expect(sent).toBe(0);
  }
});

verifies('INV-P13', 'releasing control alone does not release what was written', async () => {
  const { result, sent } = await follow([body('release_control', always)]);
  expectBlocked(result, 'reader_excluded');
  expect(sent).toBe(0);
  const archive = [inbox, call('archive', 'archive_mail', { mail: ref('inbox', '0.id') })];
  const office = makeOffice({
    declassify: [rule('release_control', always, { argument: '/mail' })],
  });
  const released = await office.run('Archive it', archive);
  expectCommitted(released);
  expect(office.lines().join()).toContain('"releases":"control"');
  expect(office.canaries.of('archive_mail')).toEqual([{ mail: 'm1' }]);
});

describe('conditions', () => {
  const text = 'The door code is PIN-4711.';
  const holding: Readonly<Record<string, DeclassCondition>> = {
    sources: { sources: ['tool:read_inbox', 'user'] },
    'any tool': { sources: ['tool:*', 'user'] },
    control: { control: ['planner', 'tool:read_inbox', 'user'] },
    subjects: { subjects: ['user'] },
    equals: { equals: { literal: text } },
    'member of a list of the policy': { memberOf: { literal: ['x', text] } },
    'member of a fact': { memberOf: { fact: 'codes' } },
    'recipients within a fact': { recipientsWithin: { fact: 'friends' } },
    all: { all: [always, { subjects: ['user'] }] },
    any: { any: [{ not: always }, always] },
    not: { not: { equals: { literal: 'x' } } },
  };
  const failing: Readonly<Record<string, DeclassCondition>> = {
    sources: { sources: ['user'] },
    'another tool': { sources: ['tool:read', 'user'] },
    control: { control: ['planner', 'user'] },
    subjects: { subjects: ['user:bob@example.org'] },
    equals: { equals: { literal: 'the door code is pin-4711.' } },
    'a fact that is a handle': { memberOf: { fact: 'forged' } },
    'a fact that is absent': { memberOf: { fact: 'nobody' } },
    'a fact of another type': { atMost: { fact: 'codes' } },
    'an argument that is absent': { equals: { argument: '/cc' } },
    'the argument itself': { equals: { argument: '/body' } },
    'not unknown is unknown': { not: { memberOf: { fact: 'nobody' } } },
    'all of unknown': { all: [always, { memberOf: { fact: 'nobody' } }] },
    'any of unknown and false': { any: [{ not: always }, { memberOf: { fact: 'nobody' } }] },
    'open capacity': { capacity: 4096 },
  };
  for (const [name, when] of Object.entries(holding)) {
    verifies('INV-P13', `releases where it holds: ${name}`, async () => {
      expect(declassPolicySchema.safeParse([body('release', when)]).success).toBe(true);
      const { result, sent } = await follow([body('release', when)]);
      expectCommitted(result);
      expect(sent).toBe(1);
    });
  }
  for (const [name, when] of Object.entries(failing)) {
    verifies('INV-P13', `releases nothing where it fails: ${name}`, async () => {
      const { result, sent } = await follow([body('release', when)]);
      expectBlocked(result, 'reader_excluded');
      expect(sent).toBe(0);
    });
  }

  verifies(['INV-P13', 'INV-F6'], 'what is unknown still denies and asks', async () => {
    const unknown: DeclassCondition = { memberOf: { fact: 'nobody' } };
    const open = body('release', always, 'open');
    const denied = await follow([open, body('deny', unknown)]);
    expectBlocked(denied.result, 'declassify_denied');
    const asked = await follow([open, body('ask', unknown)]);
    expectBlocked(asked.result, 'approval_unavailable', 'approval');
    expect(denied.sent + asked.sent).toBe(0);
  });

  test('the grammar is closed', () => {
    const held = rule('release', always);
    const odd: readonly unknown[] = [
      ...[{ script: 'true' }, { always: false }, {}, { all: [] }, { equals: { step: 'x' } }].map(
        (when) => rule('release', when as never),
      ),
      rule('allow' as never, always),
      rule('release', always, { argument: 'to' }),
      rule('release', always, { id: '' }),
      rule('release', always, { tool: 'a b' }),
      { ...held, if: 1 },
    ];
    expect(declassPolicySchema.safeParse([held]).success).toBe(true);
    expect(odd.filter((one) => declassPolicySchema.safeParse([one]).success)).toEqual([]);
    expect(() => makeOffice({ declassify: odd.slice(0, 1) as never })).toThrow('declassify');
  });
});

verifies('INV-P13', 'a fact picked out of content is no trusted operand', async () => {
  const office = makeOffice({
    declassify: [rule('release', { equals: { argument: '/to' } }, { argument: '/body' })],
  });
  const steps = [
    inbox,
    call('send', 'send_email', { to: fact('me'), body: ref('inbox', '1.from') }),
  ];
  const facts = { me: { value: 'bob@example.org', readers: 'anyone' as const } };
  expectBlocked(await office.run(query, steps, { facts }), 'reader_excluded');
  expect(office.canaries.of('send_email')).toEqual([]);
});
