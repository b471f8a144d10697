/** Values with a label tree and, built by the same steps, the tree of the reference model. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import {
  branchTree,
  type Json,
  joinTree,
  type LabelTree,
  liftTree,
  uniformTree,
} from '../../schemas/index.js';
import { asNaive } from '../model/naive-label.js';
import {
  type NaiveTree,
  naiveBranch,
  naiveJoinTree,
  naiveLift,
  naiveUniform,
  partsOf,
} from '../model/naive-tree.js';
import { drawJson } from './any-json.js';
import { drawControl, drawLabel } from './any-label.js';

export interface TreePair {
  readonly value: Json;
  readonly tree: LabelTree;
  readonly naive: NaiveTree;
}

/** Draws both trees of a value: uniform parts and branches, lifted and joined here and there. */
export function drawTrees(draws: Draws, value: Json): Omit<TreePair, 'value'> {
  const built = draws.chance(60) ? branch(draws, value) : uniform(draws, value);
  if (draws.chance(25)) {
    const control = drawControl(draws);
    return { tree: liftTree(built.tree, control), naive: naiveLift(built.naive, control) };
  }
  if (draws.chance(15)) {
    const label = drawLabel(draws);
    return {
      tree: joinTree(built.tree, label),
      naive: naiveJoinTree(built.naive, asNaive(label)),
    };
  }
  return built;
}

function uniform(draws: Draws, value: Json): Omit<TreePair, 'value'> {
  const own = drawLabel(draws);
  const isContainer = typeof value === 'object' && value !== null;
  return { tree: uniformTree(own, isContainer), naive: naiveUniform(asNaive(own), value) };
}

function branch(draws: Draws, value: Json): Omit<TreePair, 'value'> {
  if (typeof value !== 'object' || value === null) return uniform(draws, value);
  const shape = drawLabel(draws);
  const pairs = partsOf(value).map(([key, part]) => [key, drawTrees(draws, part)] as const);
  const kids = pairs.map(([key, { tree }]) => [key, tree] as const);
  const naive = naiveBranch(
    asNaive(shape),
    new Map(pairs.map(([key, { naive }]) => [key, naive] as const)),
  );
  const isList = Array.isArray(value);
  const fields = Object.assign(Object.create(null), Object.fromEntries(kids)) as {
    readonly [key: string]: LabelTree;
  };
  return { tree: branchTree(shape, isList ? kids.map(([, tree]) => tree) : fields), naive };
}

export const anyTree: fc.Arbitrary<TreePair> = drawn(400, (draws) => {
  const value = drawJson(draws);
  return { value, ...drawTrees(draws, value) };
});
