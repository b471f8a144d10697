import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../claims/verifies.js';
import { type Answered, bundled, type Executors, put, scratchFolder } from './executor-process.js';

const home = scratchFolder();
const notes = join(home, 'notes');
mkdirSync(notes);

let executors: Executors;
beforeAll(async () => {
  executors = await bundled('fs_read', 'fs_write', 'fs_list', 'fs_delete');
});

function call(name: string, args: object, hints = ['~/notes/**']): Promise<Answered> {
  const scope = { [name.replace('_', '.')]: hints };
  return executors.call(name, { args, scope, home });
}

describe('fs_read', () => {
  verifies(['T-5', 'T-33'], 'gives the text of a file within reach of its hints', async () => {
    put(notes, 'a.txt', 'grüße\n');
    const { value, exitCode } = await call('fs_read', { path: '~/notes/a.txt' });
    expect(value).toEqual({ path: join(notes, 'a.txt'), text: 'grüße\n', bytes: 8 });
    expect(exitCode).toBe(0);
  });

  test('refuses what is missing, too large, no text, or a folder, each with its mend', async () => {
    put(notes, 'large.txt', 'a'.repeat(512 * 1024 + 1));
    put(notes, 'most.txt', '\u0001'.repeat(512 * 1024));
    put(notes, 'latin.txt', Buffer.from([0x67, 0xfc]));
    put(notes, 'nul.bin', 'a\0b');
    mkdirSync(join(notes, 'folder'));
    const errors = [];
    for (const name of ['none.txt', 'large.txt', 'latin.txt', 'nul.bin', 'folder']) {
      errors.push((await call('fs_read', { path: `~/notes/${name}` })).error);
    }
    expect(errors[0]).toBe('nothing is there; look at the folder with `fs_list`');
    expect(errors[1]).toMatch(/has over 524288 bytes; use a smaller one$/);
    expect(errors[2]).toMatch(/is no text in UTF-8; name a text file$/);
    expect(errors[3]).toBe(errors[2]?.replace('latin.txt', 'nul.bin'));
    expect(errors[4]).toMatch(/is a folder; name a file$/);
    expect((await call('fs_read', { path: '~/notes/most.txt' })).ok).toBe(true);
  });

  verifies('T-33', 'reaches nothing where the host gave no hints', async () => {
    const args = { path: join(notes, 'a.txt') };
    for (const scope of [undefined, {}, { 'fs.read': [] }, { 'fs.write': ['**'] }]) {
      const { error } = await executors.call('fs_read', {
        args,
        home,
        ...(scope === undefined ? {} : { scope }),
      });
      expect(error).toBe('nothing is granted for `fs.read`; the host must give hints');
    }
  });
});

describe('fs_write', () => {
  test('creates a file that nobody else may read, and takes no name that is taken', async () => {
    const args = { path: '~/notes/new.txt', content: 'one' };
    expect((await call('fs_write', args)).value).toEqual({
      path: join(notes, 'new.txt'),
      mode: 'create',
      bytes: 3,
    });
    expect(statSync(join(notes, 'new.txt')).mode & 0o777).toBe(0o600);
    const again = await call('fs_write', { ...args, content: 'two' });
    expect(again.error).toBe('something is there already; use another name or `replace`');
    expect(readFileSync(join(notes, 'new.txt'), 'utf8')).toBe('one');
  });

  test('replaces and appends to what is there, keeps its readers and drops its execute bits', async () => {
    const path = put(notes, 'run.sh', 'old\n');
    chmodSync(path, 0o4755);
    await call('fs_write', { path, content: 'new\n', mode: 'replace' });
    const { value } = await call('fs_write', { path, content: 'more\n', mode: 'append' });
    expect(value).toEqual({ path, mode: 'append', bytes: 9 });
    expect(readFileSync(path, 'utf8')).toBe('new\nmore\n');
    expect(statSync(path).mode & 0o7777).toBe(0o644);
  });

  test('replaces and appends to nothing that is not there', async () => {
    for (const mode of ['replace', 'append']) {
      const { error } = await call('fs_write', { path: '~/notes/gone.txt', content: '', mode });
      expect(error).toBe('nothing is there; look at the folder with `fs_list`');
    }
  });

  test('leaves nothing beside what it wrote, or failed to write', () => {
    expect(readdirSync(notes).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  test('of ten that create one name at once, one succeeds', async () => {
    const path = join(notes, 'race.txt');
    const calls = Array.from({ length: 10 }, (_, i) =>
      call('fs_write', { path, content: `${i}`.repeat(1000) }),
    );
    const won = (await Promise.all(calls)).flatMap(({ ok }, i) => (ok ? [i] : []));
    expect(won).toHaveLength(1);
    expect(readFileSync(path, 'utf8')).toBe(`${won[0]}`.repeat(1000));
  });
});

describe('fs_list', () => {
  test('lists names in order with kinds and sizes, and no more than it may', async () => {
    const folder = join(notes, 'list');
    put(folder, 'b.txt', '12345');
    mkdirSync(join(folder, 'a'));
    const { value } = await call('fs_list', { path: folder });
    expect(value).toEqual({
      path: folder,
      entries: [
        { name: 'a', kind: 'folder', bytes: null },
        { name: 'b.txt', kind: 'file', bytes: 5 },
      ],
      more: false,
    });
    for (let i = 0; i < 1001; i += 1) put(folder, `n-${i}`, '');
    const many = (await call('fs_list', { path: folder })).value;
    expect(many['more']).toBe(true);
    expect(many['entries']).toHaveLength(1000);
  });

  test('lists the folder that a hint names, and none above it', async () => {
    expect((await call('fs_list', { path: '~/notes' })).ok).toBe(true);
    expect((await call('fs_list', { path: '~/notes/' })).ok).toBe(true);
    expect((await call('fs_list', { path: '~' })).error).toMatch(
      /outside of what `fs\.list` reaches/,
    );
    expect((await call('fs_list', { path: '/' }, ['**'])).error).toMatch(
      /^`\/` itself is no place/,
    );
    expect((await call('fs_list', { path: '~/notes/a.txt' })).error).toMatch(/no folder/);
  });
});

describe('fs_delete', () => {
  test('deletes one file or one empty folder', async () => {
    const file = put(notes, 'old/a.txt', '');
    const folder = join(notes, 'old');
    expect((await call('fs_delete', { path: folder })).error).toMatch(/not empty; delete what/);
    expect((await call('fs_delete', { path: file })).value).toEqual({ path: file, kind: 'file' });
    expect((await call('fs_delete', { path: folder })).value).toEqual({
      path: folder,
      kind: 'folder',
    });
    expect((await call('fs_delete', { path: folder })).error).toMatch(/^nothing is there/);
  });
});
