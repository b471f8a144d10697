import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import { relabel } from '../../kernel/provenance/relabel.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import {
  isBelow,
  type Json,
  type JsonObject,
  joinLabel,
  kidTree,
  type LabelTree,
  makeLabel,
  sameJson,
} from '../../schemas/index.js';
import { drawJson } from '../generators/any-json.js';
import { drawTrees, type TreePair } from '../generators/any-tree.js';
import { plainLabel } from '../model/naive-label.js';
import { naiveRelabel } from '../model/naive-relabel.js';
import { type NaiveTree, naiveFlat, partsOf } from '../model/naive-tree.js';
import { seeded } from './seed.js';

interface Normalising extends TreePair {
  readonly raw: JsonObject;
  readonly out: JsonObject;
}

/** What a schema might make of a value: much stays, something is changed, added or dropped. */
function change(draws: Draws, value: Json): Json {
  const kind = draws.below(12);
  if (kind === 0) return drawJson(draws, 1);
  const parts = partsOf(value);
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    if (kind === 1) return [...items].reverse();
    if (kind === 2) return items.slice(1);
    return items.map((item) => change(draws, item));
  }
  if (parts.length === 0) return value;
  const fields = parts
    .filter(() => !draws.chance(4))
    .map(([key, part]) => [key, change(draws, part)] as const);
  return Object.fromEntries(kind === 3 ? [...fields, ['added', drawJson(draws, 1)]] : fields);
}

const anyNormalising = drawn(500, (draws): Normalising => {
  const raw = snapshot({ to: drawJson(draws), body: drawJson(draws) }) as JsonObject;
  const out = snapshot(change(draws, raw));
  const isRecord = typeof out === 'object' && out !== null && !Array.isArray(out);
  const trees = drawTrees(draws, raw);
  return { value: raw, raw, out: isRecord ? (out as JsonObject) : raw, ...trees };
});

function labelsOf(tree: LabelTree, value: Json): readonly unknown[] {
  const kids = partsOf(value).flatMap(([key, part]) => labelsOf(kidTree(tree, key), part));
  return [tree.own, tree.flat, ...kids];
}

function naiveLabelsOf(tree: NaiveTree, value: Json): readonly unknown[] {
  const kids = partsOf(value).flatMap(([key, part]) => {
    const kid = tree.kids.get(key);
    return kid === undefined ? ['no part'] : naiveLabelsOf(kid, part);
  });
  return [plainLabel(tree.own), plainLabel(naiveFlat(tree)), ...kids];
}

/** Parts of the output, with the part of the input that stands at the same place. */
function pairs(raw: Json, out: Json): readonly (readonly [string, Json, Json | undefined])[] {
  const before = new Map(partsOf(raw));
  return partsOf(out).map(([key, part]) => [key, part, before.get(key)] as const);
}

describe('the labels of normalised arguments', () => {
  seeded(
    'are those of the reference',
    fc.property(anyNormalising, ({ raw, tree, naive, out }) => {
      const labelled = relabel(raw, tree, out);
      const expected = naiveRelabel(raw, naive, out);
      expect(JSON.stringify(labelled && labelsOf(labelled, out))).toBe(
        JSON.stringify(expected && naiveLabelsOf(expected, out)),
      );
    }),
    { claims: 'INV-P15' },
  );

  seeded(
    'of an argument that changed are at least those of all arguments',
    fc.property(anyNormalising, ({ raw, tree, out }) => {
      const labelled = relabel(raw, tree, out);
      const mixed = joinLabel(tree.flat, makeLabel({ sources: ['host'], readers: 'anyone' }));
      for (const [key, part, before] of labelled === null ? [] : pairs(raw, out)) {
        const label = kidTree(labelled as LabelTree, key);
        const isKept = before !== undefined && sameJson(part, before);
        if (isKept) expect(label.flat).toEqual(kidTree(tree, key).flat);
        else if (partsOf(part).length === 0) expect(isBelow(mixed, label.flat)).toBe(true);
      }
    }),
    { claims: 'INV-P15' },
  );
});
