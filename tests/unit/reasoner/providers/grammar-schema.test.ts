import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planFormat } from '../../../../reasoner/index.js';
import { grammarSchema } from '../../../../reasoner/providers/grammar-schema.js';
import { planSchema } from '../../../../schemas/index.js';
import { computingPlan, inboxPlan, rootContext } from '../../../fakes/planner-contexts.js';

function accepts(schema: object | undefined, value: unknown): boolean {
  const parsed = z.fromJSONSchema((schema ?? {}) as Parameters<typeof z.fromJSONSchema>[0]);
  return parsed.safeParse(value).success;
}

const KEYWORDS = new Set([
  'additionalProperties',
  'anyOf',
  'enum',
  'items',
  'minItems',
  'properties',
  'required',
  'type',
]);

function keywordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'enum' || key === 'required') return [key];
    const inner =
      key === 'properties' ? Object.values(value as object).flatMap(keywordsOf) : keywordsOf(value);
    return [key, ...inner];
  });
}

describe('grammarSchema', () => {
  it('holds the plan in keywords that grammars know, without references or bounds', () => {
    const schema = grammarSchema(planFormat(rootContext));
    expect(keywordsOf(schema).filter((key) => !KEYWORDS.has(key))).toEqual([]);
    expect(JSON.stringify(schema).length).toBeLessThan(125_000);
  });

  it('accepts an honest plan, and lists that are nested', () => {
    const schema = grammarSchema(planFormat(rootContext));
    expect(planSchema.safeParse(inboxPlan).success).toBe(true);
    expect(accepts(schema, inboxPlan)).toBe(true);
    expect(accepts(schema, { steps: [{ kind: 'dance', id: 'a' }], final: 'a' })).toBe(false);
    expect(accepts(schema, { steps: [], final: 'a' })).toBe(false);
  });

  it('accepts conditions, guarded steps and maps, with names narrowed inside of them', () => {
    const schema = grammarSchema(planFormat(rootContext));
    expect(planSchema.safeParse(computingPlan).success).toBe(true);
    expect(accepts(schema, computingPlan)).toBe(true);
    const step = (kind: string): object => ({ kind, id: 'b', tool: 'wipe_disk', args: {} });
    const test = { test: 'equals', left: 1, right: 1 };
    const over = { kind: 'fact', name: 'me' };
    const mapped = (inner: object): object => ({
      steps: [{ kind: 'map', id: 'a', over, atMost: 2, steps: [inner], final: 'b' }],
      final: 'a',
    });
    expect(accepts(schema, mapped({ ...step('tool'), tool: 'read_inbox' }))).toBe(true);
    expect(accepts(schema, mapped(step('tool')))).toBe(false);
    expect(accepts(schema, mapped({ ...step('when'), if: test }))).toBe(false);
    expect(accepts(schema, { steps: [{ ...step('when'), if: test }], final: 'b' })).toBe(false);
  });

  it('stays small enough to compile for a long catalogue', () => {
    const tools = Array.from({ length: 80 }, (_, i) => ({
      ...(rootContext.tools[0] as (typeof rootContext.tools)[number]),
      name: `a_tool_with_some_name_${i}`,
    }));
    const schema = grammarSchema(planFormat({ ...rootContext, tools }));
    expect(JSON.stringify(schema).length).toBeLessThan(150_000);
  });

  it('keeps the order of properties, so that a model writes the kind first', () => {
    const schema = { type: 'object', properties: { z: { const: 1 }, a: { type: 'string' } } };
    expect(JSON.stringify(grammarSchema(schema))).toBe(
      '{"type":"object","properties":{"z":{"enum":[1]},"a":{"type":"string"}},"required":[]}',
    );
  });

  it.each([
    [
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: 'string', maxLength: 8192, pattern: 'a' }, { type: 'string' }],
    [{ type: 'integer', minimum: -9007199254740991 }, { type: 'integer' }],
    [
      { type: 'array', maxItems: 100000, minItems: 1, items: { type: 'string' } },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
    [{ type: 'array', minItems: 5000 }, { type: 'array' }],
    [{ type: 'object', properties: {}, additionalProperties: false }, { type: 'object' }],
    [{ enum: ['a', 1, null] }, { enum: ['a', 1, null] }],
    [
      { type: 'object', additionalProperties: { type: 'string', maxLength: 9999 } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'boolean' } } }, { type: 'boolean' }],
  ])('rewrites %j', (schema, expected) => {
    expect(grammarSchema(schema)).toEqual(expected);
  });

  it('unrolls recursion a few times and ends it with what needs no more', () => {
    const tree = z.object({
      name: z.string(),
      get kids() {
        return z.array(tree).optional();
      },
    });
    const schema = grammarSchema(z.toJSONSchema(tree));
    expect(JSON.stringify(schema)).not.toContain('$ref');
    const leaf = { name: 'c' };
    expect(accepts(schema, { name: 'a', kids: [{ name: 'b', kids: [leaf] }] })).toBe(true);
    expect(accepts(schema, { name: 'a', kids: [{ name: 7 }] })).toBe(false);
  });

  it('gives nothing for a schema without any finite value', () => {
    const endless = {
      $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] } },
      $ref: '#/$defs/a',
    };
    expect(grammarSchema(endless)).toBeUndefined();
  });

  it.each([
    [{ $ref: 'https://example.com/schema' }],
    [{ $ref: '#/$defs/missing' }],
    [{}],
    [{ not: { type: 'string' } }],
  ])('leaves %j open', (schema) => {
    for (const value of ['x', 1, true, null, {}, []]) {
      expect(accepts(grammarSchema(schema), value)).toBe(true);
    }
  });

  it('stays bounded where references multiply', () => {
    const defs: Record<string, object> = { d0: { type: 'string' } };
    for (let i = 1; i < 30; i += 1) {
      const $ref = `#/$defs/d${i - 1}`;
      defs[`d${i}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } };
    }
    const schema = grammarSchema({ $ref: '#/$defs/d29', $defs: defs });
    expect(JSON.stringify(schema).length).toBeLessThan(4_000_000);
  });
});
