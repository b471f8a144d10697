/**
 * Every function of the table against the reference: the same value and labels, or the same stop.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComputeCall } from '../../kernel/compute/call.js';
import { answer } from '../../kernel/compute/condition.js';
import { compute } from '../../kernel/compute/table.js';
import { RunStopped } from '../../kernel/errors.js';
import type { Labelled } from '../../kernel/provenance/tainted.js';
import {
  type ConditionValue,
  computeFunctions,
  isTreeOf,
  kidTree,
  type LabelTree,
  makeLabel,
  uniformTree,
} from '../../schemas/index.js';
import { anyCompute, type ComputeCase } from '../generators/any-compute.js';
import { naiveCompute, unmodelled } from '../model/naive-compute.js';
import { naiveAnswer } from '../model/naive-condition.js';
import type { NaiveFact } from '../model/naive-declass.js';
import { Stop } from '../model/naive-end.js';
import { naiveLabel, plainLabel } from '../model/naive-label.js';
import { sortedText } from '../model/naive-relabel.js';
import { type NaiveTree, naiveFlat, naiveUniform, partsOf } from '../model/naive-tree.js';
import { seeded } from './seed.js';

type Pair = ComputeCase['args'][string];
type Other = Exclude<ConditionValue, { readonly kind: 'item' }>;

/** Texts of two letters and more are quotes of the user, all else is the planner's. */
const isQuote = (value: unknown): boolean => typeof value === 'string' && value.length > 1;

function pairFor(value: Other, values: ComputeCase['values']): Pair {
  if (typeof value === 'object' && value !== null) {
    return values[value.kind === 'ref' ? value.ref : ''] as Pair;
  }
  const sources = isQuote(value) ? ['user'] : ['planner'];
  const tree = uniformTree(makeLabel({ sources, readers: 'anyone' }), false);
  return { value, tree, naive: naiveUniform(naiveLabel(sources, 'anyone'), value) };
}

const lazy = ({ value, tree }: Pair): Labelled => ({ value, tree });
const eager = ({ value, naive }: Pair): NaiveFact => ({ value, tree: naive });

function mapped<A, B>(all: Readonly<Record<string, A>>, change: (one: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, change(one)]));
}

function kernelCall({ args, where, values, ...rest }: ComputeCase): ComputeCall {
  return {
    ...rest,
    args: mapped(args, lazy),
    where: (item) => {
      if (where === undefined) throw new Error('no condition');
      return answer(where, item, (value) => lazy(pairFor(value, values)));
    },
  };
}

function labels(tree: LabelTree, value: NaiveFact['value']): readonly unknown[] {
  const below = partsOf(value).flatMap(([key, part]) => labels(kidTree(tree, key), part));
  return [tree.own, tree.flat, ...below];
}

function naiveLabels(tree: NaiveTree): readonly unknown[] {
  const below = [...tree.kids.values()].flatMap(naiveLabels);
  return [plainLabel(tree.own), plainLabel(naiveFlat(tree)), ...below];
}

function kernelEnd(one: ComputeCase): unknown {
  try {
    const { value, tree } = compute(kernelCall(one));
    expect(isTreeOf(tree, value)).toBe(true);
    return { value: sortedText(value), labels: labels(tree, value) };
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    return error.code;
  }
}

function modelEnd({ args, where, values, selection, ...rest }: ComputeCase): unknown {
  try {
    const { value, tree } = naiveCompute({
      ...rest,
      args: mapped(args, eager),
      isStrict: selection === 'strict',
      answer: (item) => {
        if (where === undefined) throw new Error('no condition');
        return naiveAnswer(where, item, (side) => eager(pairFor(side, values)));
      },
    });
    return { value: sortedText(value), labels: naiveLabels(tree) };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.code;
  }
}

describe('the functions and their reference', () => {
  seeded(
    'make the same value with the same labels, or end alike',
    fc.property(anyCompute, (one) => {
      expect(kernelEnd(one)).toEqual(modelEnd(one));
    }),
    { runs: 5000, claims: ['INV-P21', 'INV-P22'] },
  );

  test('every function is drawn, and mostly has an answer', () => {
    expect(unmodelled).toEqual([]);
    const drawn = fc.sample(anyCompute, { numRuns: 4000, seed: 7 });
    for (const fn of computeFunctions) {
      const ends = drawn.filter((one) => one.fn === fn).map(kernelEnd);
      const made = ends.filter((end) => typeof end === 'object').length;
      expect([fn, made > 8]).toEqual([fn, true]);
    }
  });
});
