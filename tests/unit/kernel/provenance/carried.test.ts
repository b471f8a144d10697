/** How many bits a value carries, what a part of it does, and what a schema leaves of that. */
import { describe, expect, test } from 'vitest';
import {
  bitsOf,
  bitsOfAll,
  bitsOfEither,
  carrying,
  constant,
  fieldBits,
  isPublic,
  keptBits,
  partCapacity,
} from '../../../../kernel/provenance/carried.js';
import type { Labelled } from '../../../../kernel/provenance/tainted.js';
import { type Json, makeLabel, uniformTree } from '../../../../schemas/index.js';

const OPEN = Number.POSITIVE_INFINITY;
const user = makeLabel({ sources: ['user'], readers: 'anyone' });
const of = (value: Json, capacity?: Labelled['capacity'], label = user): Labelled => ({
  value,
  tree: uniformTree(label, false),
  ...(capacity === undefined ? {} : { capacity }),
});
const three = of('x', { kind: 'bits', bits: 3 });
const yes = { type: 'boolean' };

describe('a value', () => {
  test('carries what bounds it, and without a bound infinitely much', () => {
    expect(bitsOf(of('x'))).toBe(OPEN);
    expect(bitsOf(three)).toBe(3);
    expect(bitsOf(of(true, { kind: 'schema', schema: yes }))).toBe(1);
    expect(bitsOf(of({}, { kind: 'fields', fields: { a: 2, b: 5 } }))).toBe(7);
    expect(bitsOfAll([three, three])).toBe(6);
    expect(bitsOfEither(three, three)).toBe(4);
  });

  test('that carries infinitely much has no bound to tell', () => {
    const { value, tree } = three;
    expect(carrying(three, OPEN)).toEqual({ value, tree });
    expect(carrying(of('x'), 2)).toEqual({ value, tree, capacity: { kind: 'bits', bits: 2 } });
    expect(Object.isFrozen(carrying(of('x'), 2).capacity)).toBe(true);
  });

  test('that is always the same carries nothing, unless it is a secret', () => {
    expect(bitsOf(constant(of('x')))).toBe(0);
    const secret = makeLabel({ sources: ['user'], readers: [] });
    expect(constant(of('x', { kind: 'bits', bits: 3 }, secret))).not.toHaveProperty('capacity');
  });

  test.each([
    [{}, true],
    [{ subjects: ['user'], control: ['planner'] }, true],
    [{ readers: [] }, false],
    [{ subjects: ['user', 'third_party'] }, false],
    [{ sources: ['user', 'tool:a'] }, false],
    [{ sources: ['tool:a'] }, false],
    [{ control: ['planner', 'tool:a'] }, false],
  ])('of %j is public: %s', (parts, is) => {
    expect(isPublic(makeLabel({ sources: ['user'], readers: 'anyone', ...parts }))).toBe(is);
  });
});

describe('a part', () => {
  test('has the bits of its field, and no bound where there is no such field', () => {
    const fields = { kind: 'fields', fields: { a: 2 } } as const;
    expect(partCapacity(fields, {}, 'a')).toEqual({ kind: 'bits', bits: 2 });
    expect(Object.isFrozen(partCapacity(fields, {}, 'a'))).toBe(true);
    for (const other of ['b', 'toString']) expect(partCapacity(fields, {}, other)).toBeUndefined();
  });

  test('has the schema of its place, and no bound where that is none', () => {
    const schema = { kind: 'schema', schema: { properties: { a: yes } } } as const;
    expect(partCapacity(schema, { a: true }, 'a')).toEqual({ kind: 'schema', schema: yes });
    expect(Object.isFrozen(partCapacity(schema, { a: true }, 'a'))).toBe(true);
    expect(partCapacity(schema, { a: true }, 'b')).toBeUndefined();
  });

  test('has no more than the whole', () => {
    const bits = { kind: 'bits', bits: 4 } as const;
    expect(partCapacity(bits, [1], '0')).toBe(bits);
    expect(partCapacity(undefined, [1], '0')).toBeUndefined();
  });
});

describe('the bits of arguments', () => {
  test('are those of the fields that the plan put together', () => {
    const fields = { a: 2 };
    expect(fieldBits(of({}, { kind: 'fields', fields }))).toBe(fields);
    for (const other of [of({}), three]) expect({ ...fieldBits(other) }).toEqual({});
  });

  test('stay where the schema left a scalar as it was', () => {
    const bits = { a: 1, b: 2, c: 3 };
    const list = [1];
    const before = { a: 'x', b: 'y', c: list };
    expect(keptBits(before, before, bits)).toBe(bits);
    const kept = keptBits(before, { a: 'x', b: 'Y', c: [1] }, bits);
    expect([{ ...kept }, Object.isFrozen(kept)]).toEqual([{ a: 1 }, true]);
  });
});
