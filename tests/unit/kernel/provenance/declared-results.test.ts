// What declarations make of the parts of a result: one small result, one declaration at a time.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../../hosts/index.js';
import { labelResult, type ResultOrigin } from '../../../../kernel/provenance/result-label.js';
import type { Json, LabelTree, Readers, ToolSpecInput } from '../../../../schemas/index.js';
import { makeLabel } from '../../../../schemas/index.js';

const alice = 'user:alice@example.com';
const asked: ResultOrigin = {
  args: makeLabel({ sources: ['user'], control: ['planner'], readers: 'anyone' }),
  decision: ['q_parse'],
  principal: alice,
};
const ofTwo: ResultOrigin = {
  ...asked,
  args: makeLabel({ sources: ['user'], readers: [alice, 'cap:mail.send'], subjects: ['user'] }),
};

const item = z.strictObject({
  id: z.string(),
  kind: z.string(),
  owner: z.unknown(),
  members: z.unknown(),
});
const output = z.array(item);

/** A label in one line: who wrote it, who chose it, who may read it, whose it is. */
function line({ flat }: LabelTree): string {
  const readers = (list: Readers): string => (list === 'anyone' ? 'anyone' : list.join(' '));
  const { sources, control, subjects } = flat;
  return [sources.join(' '), control.join(' '), readers(flat.readers), subjects.join(' ')].join(
    ' | ',
  );
}

function treeOf(result: ToolSpecInput['result'], value: Json, origin = asked): LabelTree {
  const { definition } = defineTool({
    name: 'rooms',
    description: 'Lists rooms.',
    effect: 'read',
    capabilities: ['rooms.read'],
    input: z.strictObject({}),
    output,
    result,
    run: () => [],
  });
  return labelResult(definition, value, origin);
}

const room = (more: Readonly<Record<string, Json>> = {}): Json => ({
  id: 'r1',
  kind: 'own',
  owner: 'alice@example.com',
  members: ['bob@example.org'],
  ...more,
});

/** The label of a field of the first item. */
function fieldLabel(
  field: string,
  result: ToolSpecInput['result'],
  more: Readonly<Record<string, Json>> = {},
  origin = asked,
): string {
  const { kids } = treeOf(result, [room(more)], origin);
  const [first] = kids as readonly LabelTree[];
  const fields = first?.kids as Readonly<Record<string, LabelTree>> | undefined;
  return line(fields?.[field] as LabelTree);
}

const TOOL = 'tool:rooms user';

describe('without a declaration', () => {
  test('a result is the tool’s, and nobody may read it; a part is like the whole', () => {
    const tree = treeOf({}, [room()]);
    expect(line(tree)).toBe(`${TOOL} | planner ${TOOL} |  | `);
    expect([tree.kids, tree.shaped]).toEqual([null, true]);
    expect(treeOf({}, null).shaped).toBe(false);
    expect(treeOf({}, 'text' as Json).shaped).toBe(false);
  });
});

describe('minted', () => {
  test('is the host’s, chosen by whoever wrote the arguments', () => {
    expect(fieldLabel('id', { '/*/id': { minted: true, readers: 'anyone' } })).toBe(
      'host | planner user | anyone | ',
    );
    expect(fieldLabel('id', { '/*/id': { minted: 'room', readers: ['user'] } })).toBe(
      `host:room | planner user | ${alice} | `,
    );
    expect(fieldLabel('kind', { '/*/id': { minted: true } })).toBe(`${TOOL} | planner |  | `);
  });

  test('and fresh is chosen by whoever decided on the call', () => {
    expect(fieldLabel('id', { '/*/id': { minted: 'room', fresh: true } })).toBe(
      'host:room | q_parse |  | ',
    );
  });

  test('is read by no more than read the arguments, and is about whom they are about', () => {
    const result = (minted: true | 'room') => ({
      '/*/id': { minted, readers: ['user', 'user:bob@example.org'] },
    });
    expect(fieldLabel('id', result(true), {}, ofTwo)).toBe(`host | user | ${alice} | user`);
    expect(fieldLabel('id', result('room'), {}, ofTwo)).toBe('host:room | user |  | user');
    const caps = { '/*/id': { minted: 'room', readers: ['user', 'cap:mail.read'] } };
    expect(fieldLabel('id', caps, {}, ofTwo)).toBe(`host:room | user | ${alice} | user`);
    const open = { '/*/id': { minted: 'room', readers: 'anyone' } } as const;
    expect(fieldLabel('id', open, {}, ofTwo)).toBe('host:room | user |  | user');
    expect(fieldLabel('id', open)).toBe('host:room | planner user | anyone | ');
    const both = { '/*/id': { minted: 'room', readers: [alice, 'cap:mail.send'] } };
    expect(fieldLabel('id', both, {}, ofTwo)).toBe(
      `host:room | user | cap:mail.send ${alice} | user`,
    );
  });

  const where = (condition: object, kind = true): ToolSpecInput['result'] => ({
    '/*/id': { minted: true, mintedWhere: condition as never },
    ...(kind ? { '/*/kind': { minted: true }, '/*/owner': { minted: true } } : {}),
  });

  test.each([
    ['a field has one of some values', { from: '/*/kind', equals: ['own', 'x'] }, {}, true],
    ['a field has another value', { from: '/*/kind', equals: ['x'] }, {}, false],
    ['a field names the user by address', { from: '/*/owner', user: 'email' }, {}, true],
    ['a field names the user', { from: '/*/owner', user: 'principal' }, { owner: alice }, true],
    ['an address is no principal', { from: '/*/owner', user: 'principal' }, {}, false],
    [
      'a field names another',
      { from: '/*/owner', user: 'email' },
      { owner: 'bob@example.org' },
      false,
    ],
    ['a field names nobody', { from: '/*/owner', user: 'email' }, { owner: 7 }, false],
  ])('only where %s', (_, condition, more, isMinted) => {
    const label = fieldLabel('id', where(condition), more);
    expect(label.startsWith('host | ')).toBe(isMinted);
    expect(fieldLabel('id', where(condition, false), more).startsWith('host | ')).toBe(false);
  });

  test('not by a field that is itself minted only somewhere', () => {
    const result = {
      '/*/id': { minted: true, mintedWhere: { from: '/*/kind', equals: ['own'] } },
      '/*/kind': { minted: true, mintedWhere: { from: '/*/owner', equals: ['alice@example.com'] } },
      '/*/owner': { minted: true },
    } as const;
    expect(fieldLabel('id', result as never)).toBe(`${TOOL} | planner |  | `);
    expect(fieldLabel('kind', result as never)).toBe('host | planner user |  | ');
  });
});

describe('readers from another field', () => {
  const from = (
    parts: object,
    minted: Readonly<Record<string, object>> = {
      '/*/members': { minted: true },
      '/*/members/*': { minted: true },
    },
  ): ToolSpecInput['result'] => ({
    '/*/id': { readers: ['user'], ...parts } as never,
    ...(minted as object),
  });
  const members = { from: '/*/members', parse: 'email' };
  const owner = { from: '/*/owner', parse: 'email' };

  test('widen where the field is minted, item by item', () => {
    expect(fieldLabel('id', from({ readersFrom: members }))).toBe(
      `${TOOL} | planner | ${alice} user:bob@example.org | `,
    );
    const half = { '/*/members': { minted: true } };
    expect(fieldLabel('id', from({ readersFrom: members }, half))).toContain(' | planner | ');
    expect(fieldLabel('id', from({ readersFrom: members }, {}))).toBe(`${TOOL} | planner |  | `);
  });

  test('narrow where it is not, whatever the order', () => {
    const one = { '/*/owner': { minted: true } };
    for (const readersFrom of [
      [members, owner],
      [owner, members],
    ]) {
      expect(
        fieldLabel('id', from({ readersFrom }, one), {
          owner: 'carol@example.net',
          members: ['carol@example.net'],
        }),
      ).toBe(`${TOOL} | planner | user:carol@example.net | `);
    }
    expect(
      fieldLabel('id', from({ readersFrom: members }, {}), { members: ['alice@example.com'] }),
    ).toBe(`${TOOL} | planner | ${alice} | `);
  });

  test('add nothing where anyone may read, and leave a handle without any', () => {
    expect(fieldLabel('id', from({ readers: 'anyone', readersFrom: members }))).toBe(
      `${TOOL} | planner | anyone | `,
    );
    expect(
      fieldLabel('id', from({ minted: 'room', readersFrom: members }, {}), {
        members: ['alice@example.com'],
      }),
    ).toBe('host:room | planner user |  | ');
    expect(fieldLabel('id', from({ minted: 'room', readersFrom: members }))).toBe(
      `host:room | planner user | ${alice} user:bob@example.org | `,
    );
    expect(
      fieldLabel('id', from({ minted: true, readersFrom: members }, {}), {
        members: ['alice@example.com'],
      }),
    ).toBe(`host | planner user | ${alice} | `);
  });

  test('may be the keys of a record', () => {
    const keys = { from: '/*/members', parse: 'email', keys: true };
    const minted = { '/*/members': { minted: true } };
    const record = { members: { 'bob@example.org': 1, 'ann@example.org': 2 } };
    expect(fieldLabel('id', from({ readersFrom: keys }, minted), record)).toBe(
      `${TOOL} | planner | ${alice} user:ann@example.org user:bob@example.org | `,
    );
    expect(fieldLabel('id', from({ readersFrom: keys }, minted), { members: 'x' })).toBe(
      `${TOOL} | planner | ${alice} | `,
    );
  });

  test('are one where the field is one text', () => {
    expect(
      fieldLabel('id', from({ readersFrom: owner }, { '/*/owner': { minted: true } }), {
        owner: 'bob@example.org',
      }),
    ).toBe(`${TOOL} | planner | ${alice} user:bob@example.org | `);
  });
});

describe('subjects from another field', () => {
  const result = (minted: boolean): ToolSpecInput['result'] => ({
    '/*/id': {
      readers: ['user'],
      subjects: ['user'],
      subjectsFrom: { from: '/*/members', parse: 'email' },
    },
    ...(minted ? { '/*/members': { minted: true }, '/*/members/*': { minted: true } } : {}),
  });
  const subjects = (minted: boolean, members: Json): string =>
    fieldLabel('id', result(minted), { members }).split(' | ')[3] ?? '';

  test('are added; what cannot be read is somebody’s', () => {
    expect(subjects(true, ['bob@example.org'])).toBe('user user:bob@example.org');
    expect(subjects(false, ['bob@example.org'])).toBe('user user:bob@example.org');
    expect(subjects(true, ['bob@example.org', 'not an address'])).toBe(
      'third_party user user:bob@example.org',
    );
    expect(subjects(true, [])).toBe('user');
    expect(subjects(false, [])).toBe('third_party user');
    const nowhere: ToolSpecInput['result'] = {
      '/*/id': { subjectsFrom: { from: '/*/owner', parse: 'email' } },
    };
    expect(fieldLabel('id', nowhere, { owner: null }).split(' | ')[3]).toBe('third_party');
  });
});

describe('the host vouches for names', () => {
  const readersFrom = { from: '/*/members', parse: 'email' } as const;
  const of = (parts: object, minted: object): ToolSpecInput['result'] => ({
    '/*/id': { readers: ['user'], ...parts } as never,
    ...minted,
  });
  const vouched = `${TOOL} | planner | ${alice} user:bob@example.org | `;
  const narrowed = `${TOOL} | planner |  | `;
  const list = { '/*/members': { minted: true } };

  test('where it does for each item, not only for the list', () => {
    const item = { ...list, '/*/members/*': {} };
    expect(fieldLabel('id', of({ readersFrom }, item))).toBe(narrowed);
    const first = { ...list, '/*/members/0': { minted: true } };
    expect(fieldLabel('id', of({ readersFrom }, first))).toBe(narrowed);
  });

  test('of keys where it does for the record, whatever is declared of its values', () => {
    const keys = { readersFrom: { ...readersFrom, keys: true } };
    const record = { members: { 'bob@example.org': 1 } };
    const item = { ...list, '/*/members/*': {} };
    expect(fieldLabel('id', of(keys, item), record)).toBe(vouched);
    expect(fieldLabel('id', of(keys, { '/*/members/*': { minted: true } }), record)).toBe(narrowed);
  });

  test('but not for those of a field that is not there', () => {
    const parts = { subjectsFrom: { from: '/*/owner', parse: 'email' } };
    const result = of(parts, { '/*/owner': { minted: true } });
    const { kids } = treeOf(result, [{ id: 'r1' }]);
    const [first] = kids as readonly LabelTree[];
    const { id } = (first?.kids ?? {}) as Readonly<Record<string, LabelTree>>;
    expect(line(id as LabelTree).split(' | ')[3]).toBe('third_party');
  });
});

test('a part that is no container has no shape, whatever is declared below it', () => {
  for (const nobody of ['alice', null]) {
    const { kids } = treeOf({ '/*/owner/name': { minted: true } }, [room({ owner: nobody })]);
    const [first] = kids as readonly LabelTree[];
    const { owner } = (first?.kids ?? {}) as Readonly<Record<string, LabelTree>>;
    expect([owner?.shaped, owner?.kids]).toEqual([false, null]);
  }
});
