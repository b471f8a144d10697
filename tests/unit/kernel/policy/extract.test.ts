// kernel/policy/extract.ts: what a call names, by key and by declaration.
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { conventionalKeys } from '../../../../kernel/policy/conventional-keys.js';
import { type NamedArguments, namedArguments } from '../../../../kernel/policy/extract.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import { type DefinitionInput, makeDefinition } from '../../../../kernel/tools/definition.js';
import type { ArgumentDimension, JsonObject } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';

const anything = {
  jsonSchema: { type: 'object' },
  schema: {
    '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
  },
} as const satisfies DefinitionInput['input'];

function named(
  args: JsonObject,
  declared: Readonly<Record<string, ArgumentDimension>> = {},
): NamedArguments {
  const { names } = makeDefinition({
    name: 'tool',
    description: 'A tool.',
    effect: 'read',
    capabilities: ['x'],
    input: anything,
    output: z.null(),
    args: Object.fromEntries(Object.entries(declared).map(([at, name]) => [at, { names: name }])),
  });
  return namedArguments(names, snapshot(args) as JsonObject);
}

const nothing: NamedArguments = {
  paths: [],
  refs: [],
  hosts: [],
  commands: [],
  count: null,
  cents: null,
  unreadable: [],
  hasNegative: false,
};

describe('by key', () => {
  verifies('G-31', 'each conventional key names its dimension, and no other key names one', () => {
    const shown: Record<string, readonly (keyof NamedArguments)[]> = {};
    for (const key of [...Object.keys(conventionalKeys), 'Path', 'text', 'to', 'amount', 'cents']) {
      const asText = named({ [key]: 'x' });
      const asNumber = named({ [key]: 3 });
      shown[key] = ([...Object.keys(nothing)] as (keyof NamedArguments)[]).filter(
        (name) =>
          (Array.isArray(asText[name]) && name !== 'unreadable' && asText[name].length > 0) ||
          asNumber[name] === 3,
      );
    }
    const of = (name: string): readonly string[] =>
      Object.keys(shown).filter((key) => shown[key]?.join() === name);
    expect(of('paths').join(' ')).toBe(
      'path file_path filePath paths file files file_paths target_path destination directory dir cwd',
    );
    expect(of('refs').join(' ')).toBe(
      'ref refs branch branches push_branch pushBranch branch_override base base_branch head ' +
        'head_branch target_branch target_ref',
    );
    expect(of('hosts').join(' ')).toBe('url host hosts urls endpoint');
    expect(of('commands').join(' ')).toBe('command cmd script');
    expect(of('count').join(' ')).toBe('count limit max_files');
    expect(of('').join(' ')).toBe('Path text to amount cents');
  });

  verifies('G-31', 'a list of texts names each, but for a command, whose words it holds', () => {
    const args = { paths: ['/a', '/b'], command: ['git', 'push'], cmd: 'ls', urls: [] };
    expect(named(args)).toEqual({
      ...nothing,
      paths: ['/a', '/b'],
      commands: [['git', 'push'], 'ls'],
    });
  });

  it('looks only at the top', () => {
    expect(named({ options: { path: '/a', command: 'ls' } })).toEqual(nothing);
  });

  it('takes what is left open for nothing', () => {
    expect(named({ path: null, branch: null, count: null, command: [] })).toEqual(nothing);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['a record', { path: { at: '/a' } }, ['path']],
    ['a number', { branch: 7 }, ['ref']],
    ['a yes', { head: true }, ['ref']],
    ['a list in a list', { urls: [['a.example']] }, ['host']],
    ['a gap in a list', { files: ['/a', null] }, ['path']],
    ['a word that is none', { command: ['rm', 7] }, ['command']],
    ['a number as text', { limit: '10' }, ['count']],
  ])('says that it cannot read %s', (_what, args, unreadable) => {
    expect(named(args).unreadable).toEqual(unreadable);
  });
});

describe('amounts', () => {
  const declared = { '/payments/*/cents': 'cents', '/tries': 'count' } as const;

  it('gives what they come to', () => {
    const args = { payments: [{ cents: 5 }, { cents: 900 }, { cents: 0 }], tries: 2, limit: 1 };
    expect(named(args, declared)).toEqual({ ...nothing, count: 3, cents: 905 });
  });

  it('gives no sum that is not exact', () => {
    const args = { payments: [{ cents: 2 ** 53 - 1 }, { cents: 1 }] };
    expect(named(args, declared)).toMatchObject({ hasNegative: true });
  });

  it.each([-1, 0.5, 2 ** 53, -1e300])('never gives %d', (odd) => {
    const found = named({ payments: [{ cents: odd }], tries: 3 }, declared);
    expect(found).toEqual({ ...nothing, count: 3, hasNegative: true });
  });
});

describe('by declaration', () => {
  verifies('G-31', 'a declaration wins over a key, and `none` takes an argument out', () => {
    const args = { path: 'main', file: '/a', url: 'x', note: 'rm -rf x', cwd: '/w' };
    const declared = { '/path': 'ref', '/url': 'none', '/note': 'command' } as const;
    expect(named(args, declared)).toEqual({
      ...nothing,
      paths: ['/a', '/w'],
      refs: ['main'],
      commands: ['rm -rf x'],
    });
  });

  it('reaches into lists and records', () => {
    const args = { edits: [{ target: '/a' }, { target: ['/b', '/c'] }, { target: { x: 1 } }] };
    const found = named(args, { '/edits/*/target': 'path' });
    expect(found).toEqual({ ...nothing, paths: ['/a', '/b', '/c'], unreadable: ['path'] });
  });

  it('leaves to a key what it says nothing of', () => {
    const declared = { '/file/name': 'path', '/files/0': 'none' } as const;
    expect(named({ file: '/a' }, declared).paths).toEqual(['/a']);
    expect(named({ file: { name: '/b', data: {} } }, declared)).toEqual({
      ...nothing,
      paths: ['/b'],
    });
    expect(named({ files: ['/a', '/b'] }, declared).paths).toEqual(['/b']);
  });

  it('reads commands of a list one by one where it says so', () => {
    const args = { steps: ['ls', ['git', 'push']] };
    expect(named(args, { '/steps/*': 'command' }).commands).toEqual(['ls', ['git', 'push']]);
    expect(named(args, { '/steps': 'command' }).unreadable).toEqual(['command']);
  });
});

test('what names nothing makes nothing', () => {
  expect(named({ text: 'x' })).toBe(named({ to: 'y', n: [1] }));
});
