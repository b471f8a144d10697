/** Who an effect discloses to: addresses, principals, handles, own storage, capabilities. */
import { describe, expect, test } from 'vitest';
import {
  emailPrincipal,
  namedPrincipal,
  namedReaders,
  recipientsOf,
} from '../../../../kernel/provenance/recipients.js';
import { valuesAt } from '../../../../kernel/provenance/values-at.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import {
  branchTree,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  makeLabel,
  type RecipientSpec,
  type ToolSpec,
  uniformTree,
} from '../../../../schemas/index.js';

const alice = 'user:alice@example.com';
const user = makeLabel({ sources: ['user'], readers: 'anyone' });
const mail = makeLabel({ sources: ['tool:inbox'], readers: [] });
const chosen = makeLabel({ sources: ['user'], control: ['tool:inbox'], readers: 'anyone' });
const file = makeLabel({ sources: ['host:file'], readers: [alice, 'user:bob@x.y'] });

function treeOf(value: Json, labels: Readonly<Record<string, Label>>, at = ''): LabelTree {
  const own = labels[at] ?? user;
  if (isJsonList(value))
    return branchTree(
      own,
      value.map((item, i) => treeOf(item, labels, `${at}/${i}`)),
    );
  if (!isJsonObject(value)) return uniformTree(own, false);
  const kids = Object.entries(value).map(([key, item]) => [
    key,
    treeOf(item, labels, `${at}/${key}`),
  ]);
  return branchTree(own, Object.fromEntries(kids));
}

function found(
  given: object,
  spec: Partial<ToolSpec>,
  labels: Readonly<Record<string, Label>> = {},
) {
  const args = snapshot(given) as JsonObject;
  const whole = { capabilities: ['mail.send', 'a.b'], ...spec } as ToolSpec;
  return recipientsOf(whole, alice, args, treeOf(args, labels));
}

const email: RecipientSpec = { from: '/to', parse: 'email' };
const to = { recipients: [email] };
const handles = { recipients: [{ ...email, parse: 'handle' as const }] };
const unknown = { kind: 'principals', names: null, own: false, isMalformed: false };
const known = (...names: string[]) => ({ ...unknown, names });

describe('an address', () => {
  test('is one plain address, its domain in lower case', () => {
    expect(emailPrincipal('Bob.B+x@EXAMPLE.Com')).toBe('user:Bob.B+x@example.com');
    expect(emailPrincipal(`${'a'.repeat(64)}@b`)).toBe(`user:${'a'.repeat(64)}@b`);
    const odd = ['', 'bob', '@b', 'a@', 'a@b@c', 'a b@c', '<a@b>', 'a@b, c@d', 'a@b;c@d', 'a@b\n'];
    const more = [`${'a'.repeat(65)}@b`, `a@${'b'.repeat(256)}`, 'a@b/c', 'a\u200b@c', 'a@b\u202e'];
    for (const value of [...odd, ...more, 7, null, ['a@b']])
      expect(emailPrincipal(value)).toBeNull();
  });

  test('of a principal is `user:` and a name', () => {
    const long = `user:${'a'.repeat(315)}`;
    for (const value of ['user:a', 'user:a@b', long]) expect(namedPrincipal(value)).toBe(value);
    for (const value of ['user:', 'a', 'xuser:a', 'user:a b', 'user:a\u200b', `${long}a`, 7, null])
      expect(namedPrincipal(value)).toBeNull();
  });

  test('in a list of readers is compared as a principal', () => {
    expect(namedReaders('anyone', alice)).toBe('anyone');
    const listed = ['user', 'user:Bob@X.Y', 'user:bob', 'cap:a.b', 'x@Y.Z'];
    expect(namedReaders(listed, alice)).toEqual([
      alice,
      'user:Bob@x.y',
      'user:bob',
      'cap:a.b',
      'x@Y.Z',
    ]);
  });
});

describe('the recipients of a call', () => {
  test('are its capabilities where its tool names nobody, and the user for own storage', () => {
    const named = known('cap:mail.send', 'cap:a.b');
    expect(found({ to: 'x' }, {})).toEqual({ ...named, kind: 'capabilities' });
    const own = { ...known(alice), own: true };
    expect(found({ to: 'x' }, { sink: 'own' })).toEqual(own);
    expect(found({}, { ...to, sink: 'own' })).toEqual(own);
    expect(found({ to: 'bob@x.y' }, { ...to, sink: 'own' })).toEqual(known('user:bob@x.y'));
    expect(Object.isFrozen(found({}, { sink: 'own' }).names)).toBe(true);
  });

  test('are every address that every declared place holds', () => {
    const copied: RecipientSpec = { from: '/cc/*', parse: 'principal' };
    const both = { recipients: [email, copied] };
    const given = { to: 'bob@x.y', cc: ['user:eve', 'user:bob@x.y'] };
    expect(found(given, both)).toEqual(known('user:bob@x.y', 'user:eve'));
    expect(found({ cc: [] }, both)).toEqual(unknown);
    expect(found({}, to)).toEqual(unknown);
  });

  test('are nobody known where one is no address, or content wrote or chose it', () => {
    expect(found({ to: 'bob' }, to)).toEqual({ ...unknown, isMalformed: true });
    expect(found({ to: 'bob@x.y' }, to, { '/to': mail })).toEqual(unknown);
    expect(found({ to: 'bob@x.y' }, to, { '/to': chosen })).toEqual(unknown);
    const list = { recipients: [{ ...email, from: '/to/*' }] };
    const two = { to: ['bob@x.y', 'eve@x.y'] };
    expect(found(two, list)).toEqual(known('user:bob@x.y', 'user:eve@x.y'));
    expect(found(two, list, { '/to': mail })).toEqual(unknown);
    expect(found(two, list, { '/to/1': mail })).toEqual(unknown);
  });

  test('are the readers of a handle', () => {
    expect(found({ to: 'f1' }, handles, { '/to': file })).toEqual(known(alice, 'user:bob@x.y'));
    const open = makeLabel({ sources: ['host:file'], readers: 'anyone' });
    const two = makeLabel({ sources: ['host:file', 'host:room'], readers: [alice] });
    const words = makeLabel({ sources: ['user'], readers: [alice] });
    const picked = makeLabel({ sources: ['host:file'], control: ['tool:a'], readers: [alice] });
    for (const label of [open, two, words, picked, mail])
      expect(found({ to: 'f1' }, handles, { '/to': label })).toEqual(unknown);
    expect(found({ to: 'bob@x.y' }, to, { '/to': file })).toEqual(unknown);
  });
});

describe('the parts at a pattern', () => {
  const at = (given: object, pattern: string, labels: Readonly<Record<string, Label>> = {}) => {
    const value = snapshot(given);
    return valuesAt(value, treeOf(value, labels), pattern).map((part) => part.value);
  };

  test('are those that are there', () => {
    const given = { a: 1, b: { c: [2, 3], length: 4 }, 'x/y': 5, '~': 6, '*': 7 };
    expect([at(given, '/a'), at(given, '/z'), at(given, '/toString')]).toEqual([[1], [], []]);
    expect([at(given, '/b/c/*'), at(given, '/b/c/1'), at(given, '/b/*/0')]).toEqual([
      [2, 3],
      [3],
      [2],
    ]);
    expect([at(given, '/x~1y'), at(given, '/~0')]).toEqual([[5], [6]]);
    expect([at(given, '/b/c/length'), at(given, '/a/b'), at(given, '/b/c/2')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(at(given, '/*')).toHaveLength(5);
    expect(at(given, '')).toEqual([snapshot(given)]);
    expect([at([1, 2], '/0'), at([1, 2], '/*')]).toEqual([[1], [1, 2]]);
  });

  test('have the shapes above them in their control', () => {
    const value = snapshot({ a: { b: ['x'] } });
    const web = makeLabel({ sources: ['tool:web'], control: ['q_parse'], readers: 'anyone' });
    const tree = treeOf(value, { '/a': mail, '/a/b': web });
    const [part] = valuesAt(value, tree, '/a/b/0');
    expect(part?.label.sources).toEqual(['user']);
    expect(part?.label.control).toEqual(
      expect.arrayContaining(['tool:inbox', 'tool:web', 'q_parse']),
    );
    // The argument record itself is the plan's.
    const [named] = valuesAt(value, treeOf(value, { '': mail }), '/a/b/0');
    expect(named?.label.sources).toEqual(['user']);
  });
});

describe('who had a say in a recipient', () => {
  test('an outsider among its sources leaves it unknown', () => {
    const both = makeLabel({ sources: ['tool:inbox', 'user'], readers: 'anyone' });
    expect(found({ to: 'bob@x.y' }, to, { '/to': both })).toEqual(unknown);
  });

  test('what is unknown is nobody’s own storage, whoever else is known', () => {
    const own = { ...to, sink: 'own' as const };
    expect(found({ to: 'bob@x.y' }, own, { '/to': mail })).toEqual(unknown);
    const two = { recipients: [email, { ...email, from: '/cc' }] };
    expect(found({ to: 'bob@x.y', cc: 'eve@x.y' }, two, { '/cc': mail })).toEqual(unknown);
    const handle = { ...handles, sink: 'own' as const };
    expect(found({ to: 'r1' }, handle, { '/to': user })).toEqual(unknown);
  });

  test('a word of the user is no handle, although somebody alone may read it', () => {
    const narrow = makeLabel({ sources: ['user'], readers: ['user:bob@x.y'] });
    expect(found({ to: 'r1' }, handles, { '/to': narrow })).toEqual(unknown);
    const both = makeLabel({ sources: ['host:file', 'user'], readers: ['user:bob@x.y'] });
    expect(found({ to: 'r1' }, handles, { '/to': both })).toEqual(unknown);
    const planned = makeLabel({ sources: ['planner'], readers: ['user:bob@x.y'] });
    expect(found({ to: 'r1' }, handles, { '/to': planned })).toEqual(unknown);
  });

  test('the name of a capability is no address, however it is spelt', () => {
    expect(namedReaders(['cap:xa@B.C'], alice)).toEqual(['cap:xa@B.C']);
  });
});
