/** What becomes of labels where a schema changed an argument. */
import { describe, expect, test } from 'vitest';
import { relabel } from '../../../../kernel/provenance/relabel.js';
import {
  branchTree,
  type Json,
  type JsonObject,
  type LabelTree,
  makeLabel,
  uniformTree,
} from '../../../../schemas/index.js';

const user = makeLabel({ sources: ['user'], readers: 'anyone' });
const mail = makeLabel({ sources: ['tool:a'], readers: [] });
const text = uniformTree(user, false);

/** The tree of `/x` after a schema made `out` of `raw`. */
function treeOf(raw: Json, out: Json, tree: LabelTree = text): LabelTree | null {
  const whole = branchTree(user, { x: tree, y: uniformTree(mail, false) });
  const labelled = relabel({ x: raw, y: 1 }, whole, { x: out, y: 1 });
  return (labelled?.kids as Readonly<Record<string, LabelTree>> | undefined)?.['x'] ?? null;
}

const mixed = ['host', 'tool:a', 'user'];
const record = (kids: Readonly<Record<string, LabelTree>>): LabelTree => branchTree(user, kids);

describe('a part', () => {
  test('that is as it was keeps its labels', () => {
    const tree = record({ a: text });
    expect(treeOf({ a: 'x' }, { a: 'x' }, tree)).toBe(tree);
  });

  test.each([
    ['another text', 'a', 'b', false],
    ['nothing', 'a', null, false],
    ['a number', 'a', 1, false],
    ['a list', 'a', ['a'], true],
    ['a record', 'a', { a: 1 }, true],
    ['a text that was a record', { a: 1 }, 'a', false],
    ['a text that was a list', ['b'], 'a', false],
    ['a record that was a list', ['b'], { 0: 'b' }, true],
    ['a list that was a record', { length: 1 }, [1], true],
    ['a longer list', ['b'], ['b', 'c'], true],
  ] as const)('that became %s is mixed from all', (_, raw, out, isContainer) => {
    const tree = treeOf(raw as Json, out as Json);
    expect([tree?.own.sources, tree?.kids, tree?.shaped]).toEqual([mixed, null, isContainer]);
  });

  test('of a list or record that changed elsewhere keeps its own', () => {
    const list = treeOf(['a', 'b'], ['a', 'c'], branchTree(user, [text, text]));
    const items = list?.kids as readonly LabelTree[];
    expect(items.map(({ own }) => own.sources)).toEqual([['user'], mixed]);
    expect(list?.own.sources).toEqual(['user']);
    const fields = treeOf({ a: 1, b: 2 }, { a: 1, b: 3 }, record({ a: text, b: text }));
    const kids = fields?.kids as Readonly<Record<string, LabelTree>>;
    expect([kids['a']?.own.sources, kids['b']?.own.sources]).toEqual([['user'], mixed]);
    expect(fields?.own.sources).toEqual(['user']);
  });
});

describe('a key', () => {
  test.each([
    ['text', 'x', false],
    ['null', null, false],
    ['list', ['x'], true],
    ['record', { a: 1 }, true],
  ])('that the schema added, a %s, is mixed, and so is the shape', (_, added, isContainer) => {
    const tree = treeOf({ a: 1 }, { a: 1, b: added as Json }, record({ a: text }));
    const kids = tree?.kids as Readonly<Record<string, LabelTree>>;
    expect([kids['b']?.own.sources, kids['b']?.shaped]).toEqual([mixed, isContainer]);
    expect(kids['a']?.own.sources).toEqual(['user']);
    expect(tree?.own.sources).toEqual(mixed);
  });

  test('that the schema dropped, at any depth, leaves no labels', () => {
    const relabelled = (raw: JsonObject, out: JsonObject) =>
      relabel(raw, uniformTree(user, true), out);
    expect(relabelled({ a: 1, b: 2 }, { a: 1 })).toBeNull();
    expect(relabelled({ x: { a: 1, b: 2 } }, { x: { a: 1 } })).toBeNull();
    expect(relabelled({ x: [{ a: 1 }, 2] }, { x: [{}, 2] })).toBeNull();
  });
});
