/** What a pointer names in a labelled value, and how the arguments of a call fall into units. */
import { describe, expect, test } from 'vitest';
import { argumentUnits } from '../../../../kernel/provenance/units.js';
import { valuesAt } from '../../../../kernel/provenance/values-at.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import { compilePatterns } from '../../../../kernel/tools/pattern.js';
import {
  type ArgSpec,
  branchTree,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  makeLabel,
  uniformTree,
} from '../../../../schemas/index.js';

const OPEN = Number.POSITIVE_INFINITY;
const from = (name: string): Label => makeLabel({ sources: [name], readers: 'anyone' });
const user = from('user');

/** One label for each part, by pointer; what none names is the user's. */
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

/** `value sources / control` of each part. */
function found(given: object, pattern: string, labels: Readonly<Record<string, Label>> = {}) {
  const value = snapshot(given);
  return valuesAt(value, treeOf(value, labels), pattern).map(({ value: part, label }) => {
    const { sources, control } = label;
    return `${JSON.stringify(part)} ${sources.join(' ')} / ${control.join(' ')}`;
  });
}

describe('the parts at a pointer', () => {
  test('are one argument, as it stands', () => {
    expect(found({ to: 'a' }, '/to', { '': from('tool:x') })).toEqual(['"a" user / ']);
    expect(found({ to: 'a' }, '/to', { '/to': from('tool:x') })).toEqual(['"a" tool:x / ']);
    for (const none of ['/cc', '/toString', '/to/0']) expect(found({ to: 'a' }, none)).toEqual([]);
    expect(found({ '': 'a' }, '/')).toEqual(['"a" user / ']);
    expect(found({ 'a/b': 1, 'c~d': 2 }, '/a~1b')).toEqual(['1 user / ']);
    expect(found({ 'a/b': 1, 'c~d': 2 }, '/c~0d')).toEqual(['2 user / ']);
    expect(found({ to: 'a' }, '')).toEqual(['{"to":"a"} user / user']);
    expect(found(['a', 'b'], '/1')).toEqual(['"b" user / ']);
  });

  test('lie in containers, whose shape has a say; that of all arguments has none', () => {
    const labels = { '': from('tool:x'), '/to': from('tool:y'), '/to/1': from('tool:z') };
    expect(found({ to: ['a', 'b'] }, '/to/0', labels)).toEqual(['"a" user / tool:y']);
    expect(found({ to: ['a', 'b'] }, '/to/1', labels)).toEqual(['"b" tool:z / tool:y']);
    expect(found({ to: ['a', 'b'] }, '/to/length', labels)).toEqual([]);
    const deep = { '/a': from('tool:x'), '/a/b': from('tool:y') };
    expect(found({ a: { b: { c: 1 } } }, '/a/b/c', deep)).toEqual(['1 user / tool:x tool:y']);
    const chosen = makeLabel({ sources: [], control: ['q_parse'], readers: 'anyone' });
    expect(found({ a: { b: 1 } }, '/a/b', { '/a': chosen })).toEqual(['1 user / q_parse']);
  });

  test('are all of a container under `*`', () => {
    expect(found({ to: ['a', 'b'] }, '/to/*')).toEqual(['"a" user / user', '"b" user / user']);
    expect(found({ a: 1, b: 'x' }, '/*')).toEqual(['1 user / ', '"x" user / ']);
    expect(found({ '*': 1, b: 2 }, '/*')).toEqual(['1 user / ', '2 user / ']);
    expect(found({ a: [{ n: 1 }, { m: 2 }, 'n'] }, '/a/*/n')).toEqual(['1 user / user']);
    expect(found({ a: 'text' }, '/a/*')).toEqual([]);
    expect(found({ a: null }, '/a/*')).toEqual([]);
  });
});

type Specs = Readonly<Record<string, ArgSpec>>;
const content: ArgSpec = { role: 'content' };
const critical: ArgSpec = { role: 'critical' };

/** `pointer role sources / control` of each unit; `#` after the pointer of a shape. */
function units(
  given: object,
  specs: Specs,
  labels: Readonly<Record<string, Label>> = {},
  bits?: Readonly<Record<string, number>>,
) {
  const args = snapshot(given) as JsonObject;
  const all = { args, tree: treeOf(args, labels), ...(bits === undefined ? {} : { bits }) };
  return argumentUnits(all, compilePatterns<ArgSpec>(specs));
}

function lines(given: object, specs: Specs, labels: Readonly<Record<string, Label>> = {}) {
  return units(given, specs, labels).map(({ pointer, spec, label, isShape }) => {
    const { sources, control } = label;
    const shape = isShape ? '#' : '';
    return `${pointer}${shape} ${spec.role} ${sources.join(' ')} / ${control.join(' ')}`.trim();
  });
}

describe('the units of arguments', () => {
  test('are one for each, in their order; what nobody declared is critical and has no name', () => {
    const labels = { '': from('tool:x') };
    expect(lines({ b: 1, a: 'x', c: 2 }, { '/a': content }, labels)).toEqual([
      '/*0 critical tool:x user /',
      '/a content user /',
      '/*2 critical tool:x user /',
    ]);
    const [first] = units({ b: 1 }, {});
    expect([first?.value, Object.isFrozen(first?.spec), first?.bits]).toEqual([1, true, OPEN]);
  });

  test('are whole containers where nothing is declared inside', () => {
    const labels = { '/a/0': from('tool:x') };
    expect(lines({ a: ['x', 'y'] }, { '/a': critical }, labels)).toEqual([
      '/a critical tool:x user / user',
    ]);
    expect(lines({ a: null }, { '/a/*': content })).toEqual(['/a critical user /']);
  });

  test('are the shape and each part where something is', () => {
    const specs = { '/a': critical, '/a/*/id': content };
    const given = { a: [{ id: 'x', no: 1 }] };
    expect(lines(given, specs, { '/a/0/id': from('tool:x') })).toEqual([
      '/a# critical user /',
      '/a/0# critical user /',
      '/a/0/id content tool:x /',
      '/a/0/*1 critical user /',
    ]);
    expect(lines({ a: { x: 1, y: 2 } }, { '/a/y': content })).toEqual([
      '/a# critical user /',
      '/a/*0 critical user /',
      '/a/y content user /',
    ]);
  });

  test('of handles are parts of their own', () => {
    const handle: ArgSpec = { role: 'critical', handle: 'file' };
    expect(lines({ a: ['x', 'y'] }, { '/a': handle })).toEqual([
      '/a# critical user /',
      '/a/0 critical user /',
      '/a/1 critical user /',
    ]);
    expect(lines({ a: 'x' }, { '/a': handle })).toEqual(['/a critical user /']);
    expect(lines({ a: { x: { y: 'h' } } }, { '/a': handle })).toEqual([
      '/a# critical user /',
      '/a/*0# critical user /',
      '/a/*0/*0 critical user /',
    ]);
    expect(units({ a: ['x'] }, { '/a': handle })[1]?.spec.handle).toBe('file');
  });

  test('inside content are chosen by whoever shaped it, inside others by nobody more', () => {
    const labels = { '/a': from('tool:x') };
    const within = (role: ArgSpec): readonly string[] =>
      lines({ a: [1] }, { '/a': role, '/a/0': critical }, labels);
    expect(within(content)).toEqual(['/a# content tool:x /', '/a/0 critical user / tool:x']);
    expect(within(critical)).toEqual(['/a# critical tool:x /', '/a/0 critical user /']);
  });

  test('carry at most what their argument does', () => {
    const bits = (own?: Readonly<Record<string, number>>) =>
      units({ a: [1], toString: 2 }, { '/a/0': content }, {}, own).map((unit) => unit.bits);
    expect(bits()).toEqual([OPEN, OPEN, OPEN]);
    expect(bits({ a: 3 })).toEqual([3, 3, OPEN]);
  });
});
