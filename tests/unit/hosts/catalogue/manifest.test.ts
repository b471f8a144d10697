/** Manifests and their JSON Schemas: what is read, what is refused, and where it says so. */
import { describe, expect, test } from 'vitest';
import { validatorOf } from '../../../../hosts/catalogue/json-schema.js';
import { readManifest } from '../../../../hosts/index.js';
import type { JsonObject } from '../../../../schemas/index.js';
import { manifestOf } from '../../../fakes/executor-folder.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const good = manifestOf().replaceAll('= ""', `= "${DIGEST}"`);

function problem(text: string): string {
  try {
    readManifest(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'manifest_malformed' });
    return String((error as Error).message);
  }
  return 'none';
}

test('a manifest is data with its defaults put in', () => {
  const { limits, secrets, scope, affinity, code } = readManifest(good);
  expect({ limits, secrets, scope, affinity, code }).toEqual({
    limits: { timeout_ms: 10_000, memory_mb: 256, output_bytes: 1_048_576 },
    secrets: {},
    scope: {},
    affinity: ['file', 'read'],
    code: { run: ['node', 'main.mjs'], files: { 'main.mjs': DIGEST } },
  });
});

describe('a manifest is none', () => {
  test.each([
    ['that is no TOML', good.replace('[code]', '[code'), / at \d+:\d+: /],
    ['with a key twice', good.replace('name =', 'name = "x"\nname ='), / at \d+:\d+: /],
    ['with a key that nobody reads', good.replace('[limits]', '[limits]\nmemory = 1'), /memory/],
    ['with a reserved key', good.replace('[secrets]', '[secrets]\n__proto__ = "x"'), /./],
    ['with a date', good.replace('[tool]', '[tool]\nat = 2020-01-01'), /plain data/],
    ['with a number that is none', good.replace('[tool]', '[tool]\nat = nan'), /plain data/],
    ['without a digest', manifestOf(), /sign it/],
    ['with a name that is none', good.replace('"fs_read"', '"Fs Read"'), /`\/name`/],
    ['with a version that is none', good.replace('"1.0.0"', '"1"'), /`\/version`/],
    ['with a path that climbs out', good.replaceAll('main.mjs', '../main.mjs'), /files/],
    ['with an absolute path', good.replaceAll('main.mjs', '/main.mjs'), /files/],
    ['with a hidden file', good.replaceAll('main.mjs', '.main.mjs'), /files/],
    ['that runs itself', good.replaceAll('main.mjs', 'manifest.toml'), /files/],
    ['that runs no file', good.replace('"node", "main.mjs"', '"node", "--version"'), /run/],
    ['that runs what is not signed', good.replace('"main.mjs"]', '"main.mjs", "b.mjs"]'), /run/],
    ['that runs a text', good.replace('"main.mjs"]', '"main.mjs", "-e x/y"]'), /run/],
    ['whose program is a path', good.replace('"node"', '"/bin/node"'), /run/],
    ['of too long a time', good.replace('[limits]', '[limits]\ntimeout_ms = 9999999'), /limits/],
    ['of too little memory', good.replace('[limits]', '[limits]\nmemory_mb = 8'), /limits/],
    ['that says its time twice', good.replace('[tool]', '[tool]\ntimeoutMs = 5'), /limits/],
    [
      'that bounds a capability it does not have',
      good.replace('[input]', '[scope."fs.write"]\nargument = "/path"\nkind = "path"\n[input]'),
      /capability/,
    ],
    [
      'that bounds an argument it may lack',
      good.replace('[input]', '[scope."fs.read"]\nargument = "/to"\nkind = "path"\n[input]'),
      /bounds/,
    ],
    ['that is long', `${good}# ${'x'.repeat(300_000)}`, /./],
    ['that is deep', `${good}\nx = ${'['.repeat(40)}${']'.repeat(40)}`, /./],
  ])('%s', (_, text, words) => {
    expect(problem(text)).toMatch(words);
  });
});

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

describe('a JSON Schema', () => {
  test.each<[JsonObject, unknown, unknown]>([
    [object({ a: { type: 'string', minLength: 2 } }, { required: ['a'] }), { a: 'ab' }, { a: 'a' }],
    [object({ a: { type: 'string' } }), {}, { b: 1 }],
    [{ type: 'string', format: 'email' }, 'a@example.com', 'a'],
    [{ type: 'string', pattern: '^a' }, 'ab', 'b'],
    [{ type: 'integer', minimum: 0 }, 1, 0.5],
    [{ type: 'number', maximum: 3 }, 2.5, 4],
    [{ type: 'array', items: { type: 'boolean' }, maxItems: 1 }, [true], [true, true]],
    [{ type: 'array', items: object({ a: { type: 'null' } }) }, [{ a: null }], [{ a: 1 }]],
    [{ enum: ['a', 'b'] }, 'a', 'c'],
    [{ enum: ['a', 'b'], type: 'string', maxLength: 1 }, 'b', 'c'],
    [{ const: 3, type: 'integer' }, 3, 4],
    [{ anyOf: [{ type: 'string' }, object({})] }, {}, 3],
    [{ type: ['string', 'null'], maxLength: 1 }, null, 'ab'],
  ])('%j takes what fits and nothing else', (schema, fits, other) => {
    const made = validatorOf(schema, 'input');
    expect([made.safeParse(fits).success, made.safeParse(other).success]).toEqual([true, false]);
  });

  test.each<[string, JsonObject]>([
    ['input/type', {}],
    ['input', { type: 'object' }],
    ['input', { type: 'object', additionalProperties: true }],
    ['input', { type: 'object', additionalProperties: { type: 'string' } }],
    ['input/required', object({}, { required: ['a'] })],
    ['input', object({}, { minProperties: 1 })],
    ['input', object({}, { patternProperties: {} })],
    ['input/a', object({ a: { type: 'string', minLenght: 3 } })],
    ['input/a', object({ a: { type: 'string', minimum: 3 } })],
    ['input/a/format', object({ a: { type: 'string', format: 'colour' } })],
    ['input/a/items', object({ a: { type: 'array' } })],
    ['input/type', { allOf: [{ minLength: 2 }] }],
    ['input', { anyOf: [{ type: 'string' }], minLength: 2 }],
    ['input/type', { not: { type: 'string' } }],
    ['input/type', { $ref: '#/$defs/a' }],
    ['input', { enum: ['a'], minLength: 3 }],
    ['input/enum', { enum: ['a', 1], type: 'string' }],
    ['input/enum', { enum: ['a', 'bc'], type: 'string', maxLength: 1 }],
    ['input', { enum: ['a'], const: 'a' }],
    ['input/const', { const: {} }],
    ['input/type', { type: 'date' }],
    ['input/type', { type: ['object', 'null'] }],
    ['input/minLength', { type: 'string', minLength: '3' }],
    ['input/default', { type: 'string', default: 3 }],
    ['input', { type: 'string', pattern: '(' }],
  ])('that could not be enforced is refused at `%s`: %j', (place, schema) => {
    expect(() => validatorOf(schema, 'input')).toThrow(`\`${place}\``);
  });
});
