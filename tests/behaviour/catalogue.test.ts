// Family T, the catalogue: what a turn loads, and what becomes of what breaks.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signExecutor } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { executorPlace, writeExecutor } from '../fakes/executor-folder.js';
import { executorStage } from '../fakes/executor-run.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const emptyPlace = () => executorPlace(scratchFolder());

describe('a catalogue', () => {
  verifies(['T-1', 'T-31', 'T-34'], 'lists what does not verify, and goes on', () => {
    const place = emptyPlace();
    place.add();
    place.add({ name: 'fs_list' });
    writeExecutor(place.executors, { name: 'unsigned' });
    mkdirSync(join(place.executors, 'empty'));
    mkdirSync(join(place.executors, '.hidden'));
    writeFileSync(join(place.executors, 'README.md'), 'no folder');
    symlinkSync(join(place.executors, 'fs_read'), join(place.executors, 'twin'));
    const broken = place.add({ name: 'broken' });
    writeFileSync(join(broken, 'main.mjs'), '');
    const { executors, rejected } = place.open();
    expect(executors.map(({ name }) => name)).toEqual(['fs_list', 'fs_read']);
    const told = rejected.map(({ path, code }) => [path.slice(place.executors.length + 1), code]);
    expect(told).toEqual([
      ['broken', 'executor_changed'],
      ['empty', 'input_unreadable'],
      ['twin', 'catalogue_file_refused'],
      ['unsigned', 'manifest_unsigned'],
    ]);
    expect(rejected.map(({ reason }) => reason).join('\n')).toMatch(/digest of `main.mjs`/);
  });

  verifies('T-34', 'that is empty, or not there, is one without executors', () => {
    const place = emptyPlace();
    expect(place.open()).toMatchObject({ executors: [], rejected: [] });
    const { executors, rejected } = place.open({ folders: [join(place.root, 'none')] });
    expect({ executors, codes: rejected.map(({ code }) => code) }).toEqual({
      executors: [],
      codes: ['input_unreadable'],
    });
  });

  verifies('T-31', 'lets in neither of two that have one name', () => {
    const place = emptyPlace();
    const other = executorPlace(join(place.root, 'home'));
    place.add();
    other.add();
    const { executors, rejected } = place.open({
      folders: [place.executors, other.executors],
      keys: [place.key.publicFile, other.key.publicFile],
    });
    expect(executors).toEqual([]);
    expect(rejected.map(({ code }) => code)).toEqual(['executor_duplicate', 'executor_duplicate']);
  });

  verifies('T-31', 'lets in nothing that others may write to', () => {
    const place = emptyPlace();
    const folder = place.add();
    for (const path of [
      place.executors,
      folder,
      join(folder, 'manifest.toml'),
      join(folder, 'main.mjs'),
    ]) {
      chmodSync(path, 0o777);
      const { executors, rejected } = place.open();
      expect([executors.length, rejected[0]?.code]).toEqual([0, 'catalogue_file_refused']);
      chmodSync(path, 0o700);
    }
    expect(place.open().executors).toHaveLength(1);
  });

  verifies('T-17', 'shows a planner the JSON Schema of the manifest, word for word', () => {
    const place = emptyPlace();
    place.add({
      input: `type = "object"
required = ["path"]
additionalProperties = false
[input.properties.path]
type = "string"
description = "Where it is."
[input.properties.to]
type = "string"
format = "email"
default = "a@example.com"
[input.properties.days]
type = ["integer", "null"]
minimum = 0`,
    });
    const { catalogue } = place.open().executors[0]?.tool.definition ?? {};
    expect(catalogue?.input).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['path'],
      additionalProperties: false,
      properties: {
        path: { type: 'string', description: 'Where it is.' },
        to: { type: 'string', format: 'email', default: 'a@example.com' },
        days: { type: ['integer', 'null'], minimum: 0 },
      },
    });
  });
});

describe('an executor', () => {
  verifies('T-5', 'gets one JSON object and answers with one', async () => {
    const place = emptyPlace();
    place.add();
    const stage = executorStage(place);
    const { result, value } = await stage.run('fs_read', { path: '/tmp/x' });
    expectCommitted(result);
    expect(JSON.parse(String(value))).toEqual({
      args: { path: '/tmp/x' },
      scope: {},
      secrets: {},
      home: join(place.root, 'home'),
    });
    stage.catalogue.close();
  });

  const noAnswers: Readonly<Record<string, string>> = {
    nothing: '',
    text: "process.stdout.write('done')",
    'two objects': "answer('a'); answer('b')",
    'a list': "process.stdout.write('[]')",
    'a key more': 'process.stdout.write(\'{"ok":true,"value":"a","more":1}\')',
    'a key twice': 'process.stdout.write(\'{"ok":true,"value":"a","value":"b"}\')',
    'no value': 'process.stdout.write(\'{"ok":true,"error":"a"}\')',
    'another ok': 'process.stdout.write(\'{"ok":1,"value":"a"}\')',
    'no UTF-8': 'process.stdout.write(Buffer.from([0x22, 0xff, 0x22]))',
  };
  verifies(['T-5', 'T-34'], 'that prints anything else has no value', async () => {
    const place = emptyPlace();
    for (const [index, code] of Object.values(noAnswers).entries())
      place.add({ name: `odd_${index}`, code });
    const stage = executorStage(place);
    const ends = await Promise.all(
      Object.keys(noAnswers).map((_, index) => stage.run(`odd_${index}`, { path: 'x' })),
    );
    for (const { result, value, said } of ends) {
      expect([result.status, value]).toEqual(['failed', null]);
      expect(said).toMatch(/^executor_output_invalid/);
    }
    stage.catalogue.close();
  });

  verifies(
    ['T-5', 'T-34'],
    'that crashes, leaves or answers with no good end has none',
    async () => {
      const place = emptyPlace();
      place.add({ name: 'throws', code: "throw new Error('off')" });
      place.add({ name: 'leaves', code: "answer('a'); process.exitCode = 3;" });
      place.add({ name: 'shot', code: "process.kill(process.pid, 'SIGKILL')" });
      place.add({
        name: 'fat',
        code: 'const a = []; for (;;) a.push(new Array(100000).fill({}));',
        limits: 'memory_mb = 128',
      });
      const stage = executorStage(place);
      for (const name of ['throws', 'leaves', 'shot', 'fat']) {
        const { result, said } = await stage.run(name, { path: 'x' });
        expect({ name, status: result.status }).toEqual({ name, status: 'failed' });
        expect(said).toMatch(/^executor_crashed/);
      }
      stage.catalogue.close();
    },
  );

  verifies(['T-5', 'T-34'], 'that writes and fails leaves the outcome uncertain', async () => {
    const place = emptyPlace();
    const tool =
      'effect = "write"\ncapabilities = ["fs.write"]\nclasses = ["workspaceMutation"]\nsink = "own"';
    place.add({ name: 'fs_write', tool, code: 'process.exit(1)' });
    const stage = executorStage(place);
    const { result, said } = await stage.run('fs_write', { path: '/tmp/x' });
    expect({ status: result.status, code: result.problem?.code, said }).toEqual({
      status: 'uncertain',
      code: 'tool_failed',
      said: 'executor_crashed',
    });
    stage.catalogue.close();
  });

  verifies('T-5', 'runs a program of the PATH too, and says where there is none', async () => {
    const place = emptyPlace();
    place.add({ name: 'plain', run: '["sh", "main.mjs"]' });
    writeFileSync(join(place.executors, 'plain', 'main.mjs'), 'echo \'{"ok":true,"value":"sh"}\'');
    place.add({ name: 'nowhere', run: '["sluice-no-such-program", "main.mjs"]' });
    signExecutor(join(place.executors, 'plain'), place.key.file);
    const stage = executorStage(place);
    expect((await stage.run('plain', { path: 'x' })).value).toBe('sh');
    expect((await stage.run('nowhere', { path: 'x' })).said).toBe('executor_unavailable');
    stage.catalogue.close();
  });
});

describe('no tool is exempt by its name', () => {
  verifies('C29', 'from the guard, the grant or the hints', async () => {
    const place = emptyPlace();
    const scope = '[scope."fs.read"]\nargument = "/path"\nkind = "path"\nallow = ["~/notes/**"]';
    for (const name of ['ask_user', 'say', 'final_answer']) place.add({ name, scope });
    const ungranted = 'effect = "read"\ncapabilities = ["fs.admin"]';
    place.add({ name: 'final', tool: ungranted });
    const stage = executorStage(place);
    for (const name of ['ask_user', 'say', 'final_answer']) {
      const at = async (path: string) => (await stage.run(name, { path })).result;
      expectBlocked(await at('~/.ssh/id_ed25519'), 'guard_forbidden_path', 'guard');
      expectBlocked(await at('~/other'), 'scope_denied', 'rules');
    }
    const { result } = await stage.run('final', { path: '/tmp/x' });
    expectBlocked(result, 'capability_missing', 'capability');
    expect(stage.failures).toEqual([]);
    stage.catalogue.close();
  });
});

describe('hints of a host', () => {
  const scope = (allow: string) => `[scope."fs.read"]\nargument = "/path"\nkind = "path"\n${allow}`;

  verifies('T-33', 'narrow those of a manifest, and stand in where it has none', async () => {
    const place = emptyPlace();
    place.add({ scope: scope('allow = ["~/notes/**"]') });
    place.add({ name: 'fs_any', scope: scope('') });
    const hints = { fs_read: { 'fs.read': ['~/notes/*.md'] }, fs_any: { 'fs.read': ['/srv/**'] } };
    const stage = executorStage(place, { hints });
    const home = join(place.root, 'home');
    const status = async (tool: string, path: string) =>
      (await stage.run(tool, { path })).result.status;
    expect(await status('fs_read', `${home}/notes/a.md`)).toBe('committed');
    expect(await status('fs_read', `${home}/notes/a.txt`)).toBe('blocked');
    expect(await status('fs_any', '/srv/a')).toBe('committed');
    expect(await status('fs_any', '/tmp/a')).toBe('blocked');
    const { value } = await stage.run('fs_read', { path: `${home}/notes/a.md` });
    expect(JSON.parse(String(value)).scope).toEqual({ 'fs.read': [`${home}/notes/*.md`] });
    stage.catalogue.close();
    const free = executorStage(place);
    expect((await free.run('fs_any', { path: '/tmp/a' })).result.status).toBe('committed');
    free.catalogue.close();
  });

  test.each([
    ['that reach further', { fs_read: { 'fs.read': ['~/**'] } }],
    ['of a capability that nothing bounds', { fs_read: { 'fs.write': ['~/notes/**'] } }],
    ['that are none', { fs_read: { 'fs.read': ['notes/**'] } }],
    ['of an executor that is not there', { fs_raed: { 'fs.read': ['~/notes/**'] } }],
  ])('%s are refused', (_, hints) => {
    const place = emptyPlace();
    place.add({ scope: scope('allow = ["~/notes/**"]') });
    const { executors, rejected } = place.open({ hints });
    expect(rejected.map(({ code }) => code)).toEqual(['config_malformed']);
    expect(executors).toHaveLength('fs_raed' in hints ? 1 : 0);
  });

  verifies('T-33', 'follow the folders of a hint once, when the catalogue is opened', async () => {
    const place = emptyPlace();
    const home = join(place.root, 'home');
    mkdirSync(join(place.root, 'disk', 'notes'), { recursive: true });
    symlinkSync(join(place.root, 'disk', 'notes'), join(home, 'notes'));
    place.add({ scope: scope('allow = ["~/notes/**"]') });
    const stage = executorStage(place);
    expect(stage.catalogue.executors[0]?.scope.bounds[0]?.allow).toEqual([
      join(place.root, 'disk', 'notes', '**'),
    ]);
    const { result, value } = await stage.run('fs_read', { path: '~/notes/a' });
    expectCommitted(result);
    // An executor compares paths as they are written too.
    expect(JSON.parse(String(value)).scope['fs.read']).toEqual([
      join(home, 'notes', '**'),
      join(place.root, 'disk', 'notes', '**'),
    ]);
    stage.catalogue.close();
  });
});
