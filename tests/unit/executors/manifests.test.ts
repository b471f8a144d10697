import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { executorNames } from '../../../hosts/executors/bundle.js';
import { defineTool } from '../../../hosts/index.js';
import type { DeclaredTool } from '../../../schemas/index.js';
import { verifies } from '../../claims/verifies.js';
import { projectRoot } from '../../project.js';
import { bundled, type Executors } from './executor-process.js';

type Schema = Readonly<Record<string, unknown>>;

const manifestShape = z.strictObject({
  name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string().min(1).max(200),
  affinity: z.array(z.string().regex(/^[a-z0-9]+$/)).min(3),
  code: z.strictObject({
    run: z.tuple([z.literal('node'), z.literal('main.mjs')]),
    files: z.strictObject({ 'main.mjs': z.literal('') }),
  }),
  limits: z.strictObject({
    timeout_ms: z.number().int().positive(),
    memory_mb: z.number().int().positive(),
    output_bytes: z.number().int().positive(),
  }),
  secrets: z.record(z.string(), z.string()).optional(),
  tool: z.record(z.string(), z.unknown()),
  scope: z
    .record(z.string(), z.strictObject({ argument: z.string(), kind: z.enum(['path', 'host']) }))
    .optional(),
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
});
type Manifest = z.infer<typeof manifestShape>;

const names = executorNames();
const manifests: readonly Manifest[] = names.map((name) => {
  const file = join(projectRoot, 'hosts/executors', name, 'manifest.toml');
  return manifestShape.parse(parse(readFileSync(file, 'utf8')));
});

function schemaOf(schema: Schema): z.ZodType {
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
}

function toolOf(manifest: Manifest): ReturnType<typeof defineTool> {
  return defineTool({
    ...(manifest.tool as unknown as DeclaredTool),
    name: manifest.name,
    description: manifest.description,
    input: schemaOf(manifest.input),
    output: schemaOf(manifest.output),
    run: () => ({}),
  });
}

/**
 * Every place below a schema that is open: a text without a length, an object that takes any key.
 */
function openPlaces(schema: unknown, at = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const part = schema as Schema;
  const below = Object.entries(part).flatMap(([key, value]) => openPlaces(value, `${at}/${key}`));
  const isOpen =
    (part['type'] === 'string' && typeof part['maxLength'] !== 'number') ||
    (part['type'] === 'array' && typeof part['maxItems'] !== 'number') ||
    (part['type'] === 'object' && part['additionalProperties'] !== false);
  return isOpen ? [...below, at] : below;
}

test('the set is what the guide lists', () => {
  expect(names).toEqual([
    'clock_now',
    'fs_delete',
    'fs_list',
    'fs_read',
    'fs_write',
    'git_push',
    'mail_read',
    'mail_send',
    'shell_exec',
    'web_fetch',
  ]);
});

describe.each(manifests)('$name', (manifest) => {
  test('is named like its folder', () => expect(names).toContain(manifest.name));

  test('defines a tool: what it declares names places that its schemas have', () => {
    expect(() => toolOf(manifest)).not.toThrow();
  });

  test('leaves nothing open in its schemas', () => {
    expect(openPlaces(manifest.input, 'input')).toEqual([]);
    expect(openPlaces(manifest.output, 'output')).toEqual([]);
  });

  test('bounds arguments that it has, by capabilities that it requires', () => {
    const properties = Object.keys(manifest.input['properties'] as Schema);
    const scope = Object.entries(manifest.scope ?? {});
    const required = manifest.tool['capabilities'] as readonly string[];
    const odd = scope.filter(
      ([capability, { argument }]) =>
        !required.includes(capability) || !properties.includes(argument.slice(1)),
    );
    expect(odd).toEqual([]);
  });
});

test('what only looks reads; what changes or sends says so', () => {
  const effects = Object.fromEntries(
    manifests.map(({ name, tool }) => [
      name,
      [tool['effect'], tool['egress'] === true ? 'egress' : '', tool['commit'] ? 'commit' : '']
        .filter((word) => word !== '')
        .join(' '),
    ]),
  );
  expect(effects).toEqual({
    clock_now: 'read',
    fs_delete: 'write commit',
    fs_list: 'read',
    fs_read: 'read',
    fs_write: 'write',
    git_push: 'write egress commit',
    mail_read: 'read',
    mail_send: 'write egress',
    shell_exec: 'write egress commit',
    web_fetch: 'read egress',
  });
});

describe('the programs', () => {
  let executors: Executors;
  beforeAll(async () => {
    executors = await bundled(...names);
  });

  verifies(
    'T-5',
    'each answers one JSON object to whatever comes in, and ends with 0',
    async () => {
      const inputs = ['', 'null', '[]', '{', '{"args":1}', '{"args":{},"more":1}', '\u0000', '"x"'];
      for (const name of names) {
        const answers = await Promise.all(
          inputs.slice(0, 3).map((text) => executors.call(name, text)),
        );
        for (const { ok, error, exitCode, stderr } of answers) {
          expect({ ok, exitCode, stderr }).toEqual({ ok: false, exitCode: 0, stderr: '' });
          expect(error).toMatch(/^the call is no .+; .+$/);
        }
      }
      for (const text of inputs) {
        const { ok, exitCode } = await executors.call('clock_now', text);
        expect({ text, ok, exitCode }).toEqual({ text, ok: false, exitCode: 0 });
      }
    },
  );

  test('each refuses by itself what its input schema refuses', async () => {
    for (const manifest of manifests) {
      const properties = Object.entries(
        (manifest.input['properties'] ?? {}) as Readonly<Record<string, Schema>>,
      );
      const fitting = Object.fromEntries(
        properties.map(([key, { type, minimum }]) => [key, type === 'string' ? 'abc' : minimum]),
      );
      const { mode: _mode, ...plain } = fitting;
      const odd: object[] = [{ ...plain, unknown_key: 1 }];
      for (const [key, { type, maxLength, maximum }] of properties) {
        odd.push({
          ...plain,
          [key]: type === 'string' ? 'a'.repeat(Number(maxLength) + 1) : Number(maximum) + 1,
        });
        odd.push({ ...plain, [key]: { nested: true } });
      }
      const answers = await Promise.all(odd.map((args) => executors.call(manifest.name, { args })));
      for (const [i, { ok, error }] of answers.entries()) {
        expect(schemaOf(manifest.input).safeParse(odd[i]).success).toBe(false);
        expect(ok).toBe(false);
        expect(error).toMatch(/^the arguments do not fit at `\/.*`; see the manifest's \[input\]$/);
      }
    }
  });

  test('each carries the licences of what is bundled into it', () => {
    const text = readFileSync(join(executors.folder, 'mail_send/main.mjs'), 'utf8');
    const titles = text
      .split('\n')
      .filter((line) => /^\/\/ (nodemailer|zod|ipaddr.js)$/.test(line));
    expect(titles).toEqual(['// nodemailer', '// zod']);
  });

  test('the clock tells this moment, in a form that its schema has', async () => {
    const before = Date.now();
    const { value } = await executors.call('clock_now', { args: {} });
    const { unixMs, iso } = value as { readonly unixMs: number; readonly iso: string };
    expect(unixMs).toBeGreaterThanOrEqual(before);
    expect(unixMs).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(iso)).toBe(unixMs);
    const clock = manifests.find(({ name }) => name === 'clock_now');
    expect(schemaOf(clock?.output ?? {}).safeParse(value).success).toBe(true);
  });
});
