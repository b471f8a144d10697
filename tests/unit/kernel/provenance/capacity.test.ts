/** How much schemas admit, and which values they list. */
import { describe, expect, test } from 'vitest';
import { capacityBits, memberBits, partSchema } from '../../../../kernel/provenance/capacity.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import type { Json } from '../../../../schemas/index.js';

const OPEN = Number.POSITIVE_INFINITY;

/** A schema, a value that it lists with its bits, and values that it does not list. */
const closed: readonly (readonly [object, Json, number, readonly Json[]])[] = [
  [{ type: 'boolean' }, false, 1, [0, 'false', null]],
  [{ const: 'x' }, 'x', 0, ['y', null]],
  [{ type: 'null' }, null, 0, [false, '', 0]],
  [{ type: 'string', enum: ['a', 'b', 'c', 'd'] }, 'd', 2, ['e', 'A', '']],
  [{ type: 'integer', minimum: 0, maximum: 7 }, 7, 3, [8, -1, 0.5, '7', null]],
  [{ type: 'integer', minimum: 2, maximum: 5 }, 2, 2, [1, 6]],
  [{ anyOf: [{ enum: ['a', 'b', 'c'] }, { type: 'null' }] }, null, 2, ['x', false]],
];

describe('a closed schema', () => {
  test.each(closed)('%j lists %j with %d bits', (schema, value, bits, others) => {
    expect(memberBits(schema, value)).toBe(bits);
    expect(capacityBits({ properties: { x: schema } }, '/x')).toBe(bits);
    for (const other of others) expect(memberBits(schema, other)).toBe(OPEN);
  });
});

test('an open schema lists nothing', () => {
  const schemas: readonly object[] = [
    {},
    { type: 'string', maxLength: 1 },
    { type: 'integer' },
    { type: 'integer', minimum: 0 },
    { type: 'number', minimum: 0, maximum: 1 },
    { type: ['boolean', 'null'] },
    { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
    { allOf: [{ type: 'boolean' }] },
    { $ref: '#/$defs/x', $defs: { x: { type: 'boolean' } } },
    { type: 'array', items: { type: 'boolean' }, maxItems: 1 },
  ];
  for (const schema of schemas)
    for (const value of [true, null, 0, '', [true]])
      expect([schema, value, memberBits(schema, value)]).toEqual([schema, value, OPEN]);
});

test('a record or a list is never one of those listed: the order of keys says more', () => {
  const value = snapshot({ a: 1, b: 2 });
  expect(memberBits({ const: { a: 1, b: 2 } }, value)).toBe(OPEN);
  expect(memberBits({ enum: [{ b: 2, a: 1 }] }, value)).toBe(OPEN);
  expect(memberBits({ enum: [[]] }, [])).toBe(OPEN);
});

test('a part has the schema that says something of it, and else none', () => {
  const yes = { type: 'boolean' };
  const fields = { type: 'object', properties: { a: yes }, additionalProperties: yes };
  const record = snapshot({ a: true, b: true });
  expect(partSchema(fields, record, 'a')).toBe(yes);
  expect(partSchema(fields, record, 'b')).toBe(null);
  expect(partSchema(fields, record, 'toString')).toBe(null);
  expect(partSchema({ items: yes }, [true], '0')).toBe(yes);
  expect(partSchema({ items: yes, prefixItems: [{}] }, ['x'], '0')).toBe(null);
  expect(partSchema(fields, [true], '0')).toBe(null);
});

test('a number without both bounds, or a choice that is no schema, has no bits', () => {
  const bits = (schema: object): number => capacityBits({ properties: { x: schema } }, '/x');
  expect(bits({ type: 'integer', minimum: 0 })).toBe(OPEN);
  expect(bits({ type: 'integer', maximum: 7 })).toBe(OPEN);
  expect(bits({ type: 'integer', minimum: '0', maximum: 7 })).toBe(OPEN);
  expect(bits({ type: 'integer', minimum: 0, maximum: '7' })).toBe(OPEN);
  const choice = { anyOf: [true, { const: 'x' }] };
  expect([bits(choice), memberBits(choice, 'y'), memberBits(choice, 'x')]).toEqual([
    OPEN,
    OPEN,
    OPEN,
  ]);
});
