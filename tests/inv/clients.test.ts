// Sessions of clients over the office: what they may do, before and after they were told something.
import { describe, expect, test } from 'vitest';
import type { ClientEnd, ClientOptions, ClientSession } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { makeOffice, type Office, type OfficeOptions } from '../fakes/office.js';
import { always, rule } from '../fakes/release-rule.js';

type Options = Omit<ClientOptions, 'principal'>;

function open(
  options: Options = {},
  config: OfficeOptions = {},
): Office & { readonly client: ClientSession } {
  const office = makeOffice(config);
  return { ...office, client: office.kernel.openClient(options) };
}

const trusting: Options = { trust: 'until_tainted', references: true };
const toBob = { to: 'bob@example.org', body: 'See you at six.' };

/** How a call ended, in short. */
const ending = ({ status, problem }: ClientEnd): readonly unknown[] => [
  status,
  problem?.code ?? null,
];

async function read(client: ClientSession, tool: string): Promise<string> {
  const { value } = await client.call(tool, {});
  if (value === null) throw new Error(`\`${tool}\` was refused`);
  return value;
}

describe('a client that nobody trusts', () => {
  verifies('INV-X3', 'sends nothing, not even words that nothing was told of', async () => {
    const { client, canaries } = open();
    expect(ending(await client.call('send_email', toBob))).toEqual([
      'blocked',
      'critical_untrusted',
    ]);
    expect(ending(await client.call('save_note', { text: 'a' }))).toEqual([
      'blocked',
      'decision_tainted',
    ]);
    expect(canaries.calls).toEqual([]);
  });

  test('reads what neither sends nor changes anything', async () => {
    const { client } = open();
    expect(ending(await client.call('read_inbox', {}))).toEqual(['committed', null]);
  });

  test('does what a rule releases', async () => {
    const { client, canaries } = open(
      {},
      {
        declassify: [
          rule('release', always, { id: 'words', tool: 'save_note' }),
          rule('release', always, { id: 'acts', tool: 'save_note', argument: 'decision' }),
        ],
      },
    );
    expect(ending(await client.call('save_note', { text: 'a' }))).toEqual(['committed', null]);
    expect(canaries.calls.map(({ tool }) => tool)).toEqual(['save_note']);
  });
});

describe('a client that is trusted until it is tainted', () => {
  verifies('INV-X3', 'speaks for the user until it was told a mail', async () => {
    const { client, canaries } = open(trusting);
    expect(ending(await client.call('send_email', toBob))).toEqual(['committed', null]);
    client.tell(await read(client, 'read_inbox'));
    expect(ending(await client.call('send_email', toBob))).toEqual([
      'blocked',
      'critical_untrusted',
    ]);
    expect(canaries.calls.map(({ tool }) => tool)).toEqual(['send_email', 'read_inbox']);
  });

  verifies('INV-X2', 'is told nothing by a call alone', async () => {
    const { client } = open(trusting);
    const name = await read(client, 'read_inbox');
    expect(client.told).toBeNull();
    expect(client.labelOf(name).sources).toContain('tool:read_inbox');
    expect(ending(await client.call('send_email', toBob))).toEqual(['committed', null]);
    expect(client.tell(name)).toHaveLength(2);
    expect(client.told?.sources).toContain('tool:read_inbox');
    expect(ending(await client.call('send_email', toBob))).toEqual([
      'blocked',
      'critical_untrusted',
    ]);
  });

  verifies('INV-X1', 'carries what it was told first, whatever it is told after', async () => {
    const { client } = open(trusting);
    client.tell(await read(client, 'list_contacts'));
    const first = client.told;
    client.tell(await read(client, 'read_inbox'));
    expect(first?.subjects).toEqual(['third_party']);
    expect(client.told?.subjects).toContain('third_party');
    expect(client.told?.sources).toEqual(
      expect.arrayContaining(['tool:list_contacts', 'tool:read_inbox']),
    );
  });

  verifies('INV-X4', 'may not decide on anything after it was told a mail', async () => {
    const { client, lines } = open(trusting);
    client.tell(await read(client, 'read_inbox'));
    const end = await client.call('save_note', { text: 'Buy milk' });
    expect(ending(end)).toEqual(['blocked', 'decision_tainted']);
    expect(lines().join('\n')).toContain('decision_tainted');
  });

  verifies('INV-X4', 'is labelled by what it knew when it called', async () => {
    const { client } = open(trusting);
    const name = await read(client, 'read_inbox');
    const before = client.call('send_email', toBob);
    client.tell(name);
    expect(ending(await before)).toEqual(['committed', null]);
  });
});

describe('a reference to a value', () => {
  test('takes the value with its labels', async () => {
    const { client, canaries } = open(trusting);
    const mails = await read(client, 'read_inbox');
    const text = { $value: mails, path: '0.body' };
    expect(ending(await client.call('save_note', { text }))).toEqual(['committed', null]);
    expect(ending(await client.call('send_email', { ...toBob, body: text }))).toEqual([
      'blocked',
      'reader_excluded',
    ]);
    const to = { $value: mails, path: '1.from' };
    expect(ending(await client.call('send_email', { ...toBob, to }))).toEqual([
      'blocked',
      'critical_untrusted',
    ]);
    expect(canaries.calls.at(-1)?.args).toEqual({ text: 'The door code is PIN-4711.' });
    expect(client.told).toBeNull();
  });

  test('is chosen by a client that was told content, once it was', async () => {
    const { client } = open(trusting);
    const mails = await read(client, 'read_inbox');
    client.tell(await read(client, 'list_contacts'));
    const text = { $value: mails, path: '0.body' };
    expect(ending(await client.call('save_note', { text }))).toEqual([
      'blocked',
      'decision_tainted',
    ]);
  });

  verifies('INV-X5', 'stands for nothing in another session', async () => {
    const { kernel, client } = open(trusting);
    const name = await read(client, 'read_inbox');
    const other = kernel.openClient(trusting);
    const text = { $value: name };
    expect(ending(await other.call('save_note', { text }))).toEqual(['failed', 'value_unknown']);
    expect(() => other.tell(name)).toThrow('no value of that name');
  });

  test.each([
    ['an unknown name', { $value: 'v9' }, 'value_unknown'],
    ['no name', { $value: 1 }, 'value_unknown'],
    ['more than a path', { $value: 'v1', path: '0', also: 1 }, 'value_unknown'],
    ['a path that is no text', { $value: 'v1', path: 0 }, 'path_missing'],
    ['a path to nothing', { $value: 'v1', path: '7' }, 'path_missing'],
    ['a path to what a list inherits', { $value: 'v1', path: 'length' }, 'path_missing'],
    ['a path to a reserved key', { $value: 'v1', path: '0.__proto__' }, 'path_missing'],
  ])('%s is refused', async (_, text, code) => {
    const { client, canaries } = open(trusting);
    await read(client, 'read_inbox');
    expect(ending(await client.call('save_note', { text }))).toEqual(['failed', code]);
    expect(canaries.calls).toHaveLength(1);
  });

  test('is a literal where references are not spoken', async () => {
    const { client } = open({ trust: 'until_tainted' });
    const text = { $value: 'v1' };
    expect(ending(await client.call('save_note', { text }))).toEqual(['blocked', 'schema_invalid']);
  });
});

describe('a session', () => {
  test('keeps the newest values within its bounds', async () => {
    const { client } = open({ ...trusting, bounds: { count: 2, weight: 10_000 } });
    const [first = '', second = '', third = ''] = [
      await read(client, 'read_inbox'),
      await read(client, 'list_contacts'),
      await read(client, 'read_inbox'),
    ];
    expect(() => client.labelOf(first)).toThrow('no value of that name');
    expect(client.labelOf(second).sources).toContain('tool:list_contacts');
    client.drop(third);
    expect(() => client.labelOf(third)).toThrow('no value of that name');
  });

  test('keeps the newest value, however large it is', async () => {
    const { client } = open({ ...trusting, bounds: { count: 10, weight: 1 } });
    const name = await read(client, 'read_inbox');
    expect(client.tell(name)).toHaveLength(2);
  });

  test('refuses what is no call, and goes on', async () => {
    const { client, canaries } = open(trusting);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const ends = [
      await client.call('nothing', {}),
      await client.call('__proto__', {}),
      await client.call('read_inbox', [] as never),
      await client.call('read_inbox', 'x'),
      await client.call('read_inbox', cyclic),
      await client.call('read_inbox', { other: 1 }),
    ].map((end) => end.problem?.code);
    expect(ends).toEqual([
      'plan_unknown_tool',
      'plan_unknown_tool',
      'schema_invalid',
      'schema_invalid',
      'snapshot_refused',
      'schema_unknown_key',
    ]);
    expect(canaries.calls).toEqual([]);
    expect(ending(await client.call('read_inbox', {}))).toEqual(['committed', null]);
  });

  test('cancels one call by its signal, all by its end, and takes none after that', async () => {
    const { client, canaries } = open(trusting);
    const controller = new AbortController();
    controller.abort();
    expect(ending(await client.call('read_inbox', {}, controller.signal))).toEqual([
      'aborted',
      'cancelled',
    ]);
    const open2 = client.call('read_inbox', {});
    client.close();
    expect((await open2).status).toBe('aborted');
    await expect(client.call('read_inbox', {})).rejects.toMatchObject({ code: 'session_over' });
    expect(canaries.calls).toEqual([]);
  });

  test('shares what rules release and limits allow among all its calls', async () => {
    const { client } = open(trusting, { limits: { maxEffects: 2 } });
    await read(client, 'read_inbox');
    await read(client, 'read_inbox');
    expect(ending(await client.call('read_inbox', {}))).toEqual(['aborted', 'limit_effects']);
  });

  test.each([
    [{ trust: 'always' }],
    [{ references: 'yes' }],
    [{ intent: 1 }],
    [{ bounds: { count: -1, weight: 1 } }],
    [{ bounds: { count: 1 } }],
    [{ refrences: true }],
  ])('is not opened with %j', (options) => {
    const { kernel } = makeOffice();
    expect(() => kernel.openClient(options as never)).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  });
});
