import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  isBelow,
  isTreeOf,
  type Json,
  joinLabel,
  joinTree,
  kidTree,
  type LabelTree,
  liftTree,
  selectTree,
  withControl,
} from '../../schemas/index.js';
import { anyLabel } from '../generators/any-label.js';
import { anyTree } from '../generators/any-tree.js';
import { asNaive, plainLabel } from '../model/naive-label.js';
import {
  type NaiveTree,
  naiveFlat,
  naiveJoinTree,
  naiveKid,
  naiveLift,
  naiveSelect,
  partsOf,
} from '../model/naive-tree.js';
import { seeded } from './seed.js';

interface Node {
  readonly at: string;
  readonly value: Json;
  readonly tree: LabelTree;
  readonly naive: NaiveTree;
}

type Step = readonly [
  (tree: LabelTree, key: string) => LabelTree,
  (tree: NaiveTree, key: string) => NaiveTree | undefined,
];
const taking: Step = [kidTree, naiveKid];
const selecting: Step = [selectTree, naiveSelect];

/** Every part of a value, with both trees, reached by one kind of step. */
function nodes(root: Node, step: Step): readonly Node[] {
  const [lazy, eager] = step;
  const below = partsOf(root.value).flatMap(([key, value]) => {
    const naive = eager(root.naive, key);
    if (naive === undefined) throw new Error(`no part ${root.at}/${key}`);
    const kid = { at: `${root.at}/${key}`, value, tree: lazy(root.tree, key), naive };
    return nodes(kid, step);
  });
  return [root, ...below];
}

/** Compares as text: cheaper than a deep comparison, and labels have one order of keys. */
function expectSame(tree: LabelTree, naive: NaiveTree, value: Json): void {
  const all = [taking, selecting].flatMap((step) => nodes({ at: '', value, tree, naive }, step));
  const lazy = all.map((node) => [node.at, node.tree.own, node.tree.flat]);
  const eager = all.map((node) => [
    node.at,
    plainLabel(node.naive.own),
    plainLabel(naiveFlat(node.naive)),
  ]);
  expect(JSON.stringify(lazy)).toBe(JSON.stringify(eager));
}

const control = fc.uniqueArray(fc.constantFrom('planner', 'tool:a', 'user'), { maxLength: 3 });
const sortedControl = control.map((list) => [...list].sort());

describe('a label tree', () => {
  seeded(
    'says of every part what the eager tree says, taken or selected',
    fc.property(anyTree, ({ tree, naive, value }) => expectSame(tree, naive, value)),
  );

  seeded(
    'lifts every part',
    fc.property(anyTree, sortedControl, ({ tree, naive, value }, added) => {
      expectSame(liftTree(tree, added), naiveLift(naive, added), value);
      expect(liftTree(tree, added).flat).toEqual(withControl(tree.flat, added));
    }),
  );

  seeded(
    'joins a label into every part',
    fc.property(anyTree, anyLabel, ({ tree, naive, value }, label) => {
      expectSame(joinTree(tree, label), naiveJoinTree(naive, asNaive(label)), value);
    }),
  );

  seeded(
    'joins as a whole what it joins in its parts',
    fc.property(anyTree, anyLabel, ({ tree }, label) => {
      const added = tree.shaped ? withControl(label, label.sources) : label;
      expect(joinTree(tree, label).flat).toEqual(joinLabel(tree.flat, added));
    }),
  );

  seeded(
    'never says less of the whole than of a part that is selected',
    fc.property(anyTree, ({ tree, naive, value }) => {
      for (const node of nodes({ at: '', value, tree, naive }, selecting)) {
        expect(isBelow(node.tree.flat, tree.flat)).toBe(true);
        expect(isBelow(node.tree.own, tree.flat)).toBe(true);
      }
    }),
    { claims: 'INV-P16' },
  );

  seeded(
    'says more of a part that is selected than of the part as it stands',
    fc.property(anyTree, ({ tree, value }) => {
      for (const [key] of partsOf(value)) {
        const selected = selectTree(tree, key);
        expect(isBelow(kidTree(tree, key).flat, selected.flat)).toBe(true);
        expect(selected.flat.control).toEqual(expect.arrayContaining([...tree.own.sources]));
      }
    }),
    { claims: 'INV-P16' },
  );

  seeded(
    'has the shape of its value',
    fc.property(anyTree, ({ tree, value }) => {
      expect(isTreeOf(tree, value)).toBe(true);
      const isWrong = tree.kids !== null && isTreeOf(tree, [value, value, value, value]);
      expect(isWrong).toBe(false);
    }),
  );
});
