// A server's schema as one that can be enforced.
import { expect, test } from 'vitest';
import { closedSchema } from '../../../../hosts/gateway/closed-schema.js';

test('objects that say nothing of other keys take none, however deep they lie', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } } };
  expect(
    closedSchema({ type: 'object', properties: { list: { type: 'array', items: inner } } }),
  ).toEqual({
    type: 'object',
    properties: { list: { type: 'array', items: { ...inner, additionalProperties: false } } },
    additionalProperties: false,
  });
  expect(closedSchema({ type: 'object' })).toEqual({
    type: 'object',
    properties: {},
    additionalProperties: false,
  });
  expect(closedSchema({ anyOf: [inner, { type: 'null' }] })).toEqual({
    anyOf: [{ ...inner, additionalProperties: false }, { type: 'null' }],
  });
});

test('an object that says that it takes any key stays one', () => {
  const open = { type: 'object', properties: {}, additionalProperties: true };
  expect(closedSchema(open)).toEqual(open);
});

test('properties without a type are of an object', () => {
  expect(closedSchema({ properties: { a: {} } })).toEqual({
    type: 'object',
    properties: { a: {} },
    additionalProperties: false,
  });
});

test('notes that check nothing are left out, a property of such a name stays', () => {
  expect(
    closedSchema({
      $schema: 'x',
      $comment: 'x',
      type: 'object',
      properties: { $id: { type: 'string', format: 'phone', deprecated: true } },
    }),
  ).toEqual({
    type: 'object',
    properties: { $id: { type: 'string' } },
    additionalProperties: false,
  });
});

test('a choice of constants is an enum; any other `oneOf` stays', () => {
  expect(
    closedSchema({ type: 'string', oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }),
  ).toEqual({ enum: ['a', 'b'] });
  const other = { oneOf: [{ type: 'string' }, { type: 'number' }] };
  expect(closedSchema(other)).toEqual(other);
});

test.each([[true], [null], ['x'], [[]]])('%j is no schema and stays', (given) => {
  expect(closedSchema(given)).toEqual(given);
});
