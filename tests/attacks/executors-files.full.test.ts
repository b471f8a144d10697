/** Paths that lead elsewhere: every way out of the hints is tried on the file executors. */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../../hosts/executors/paths/folder.js';
import {
  type Answered,
  bundled,
  type Executors,
  put,
  scratchFolder,
} from '../unit/executors/executor-process.js';

const home = scratchFolder();
const notes = join(home, 'notes');
const outside = join(home, 'outside');
const secret = put(outside, 'secret.txt', 'canary-4711');
put(notes, 'plain.txt', 'plain');

const tools = ['fs_read', 'fs_write', 'fs_list', 'fs_delete'] as const;
type ToolName = (typeof tools)[number];

let executors: Executors;
beforeAll(async () => {
  executors = await bundled(...tools);
});

function call(name: ToolName, path: string, more: object = {}): Promise<Answered> {
  const args = name === 'fs_write' ? { path, content: 'x', ...more } : { path };
  return executors.call(name, { args, scope: { [name.replace('_', '.')]: ['~/notes/**'] }, home });
}

/** Every executor on one path; none may touch the outside or say what lies there. */
async function expectNoWay(path: string): Promise<void> {
  for (const name of tools) {
    const { ok, error } = await call(name, path, { mode: 'replace' });
    expect({ name, path, ok }).toEqual({ name, path, ok: false });
    expect(error).not.toContain('canary');
  }
  expect(readFileSync(secret, 'utf8')).toBe('canary-4711');
}

describe('spellings', () => {
  test.each([
    '/etc/hosts',
    '~/outside/secret.txt',
    '~/notes/../outside/secret.txt',
    '~/notes/./plain.txt',
    '~/notes/..',
    '~/notes\0/../outside/secret.txt',
    'notes/plain.txt',
    '~root/x',
    '/proc/self/cwd/x',
    'file:///etc/hosts',
    '~/notesx/plain.txt',
    '',
  ])('`%s`', expectNoWay);

  test('what lies outside is not told from what does not', async () => {
    const there = await call('fs_read', '~/outside/secret.txt');
    const gone = await call('fs_read', '~/outside/nothing.txt');
    expect(gone.error.replace('nothing', 'secret')).toBe(there.error);
  });

  test('a path of many names, or of one long name, ends in an answer', async () => {
    expect((await call('fs_read', `~/notes/${'a/'.repeat(1800)}b`)).error).toMatch(/; .+$/);
    expect((await call('fs_read', `~/notes/${'a'.repeat(300)}`)).error).toMatch(
      /too long; shorten/,
    );
  });
});

describe('links', () => {
  test('a link as the last name is followed by none of them', async () => {
    symlinkSync(secret, join(notes, 'link.txt'));
    symlinkSync(outside, join(notes, 'linked'));
    for (const name of ['fs_read', 'fs_write', 'fs_list'] as const) {
      for (const link of ['link.txt', 'linked']) {
        const { ok } = await call(name, `~/notes/${link}`, { mode: 'replace' });
        expect({ name, link, ok }).toEqual({ name, link, ok: false });
      }
    }
    const { error } = await call('fs_write', '~/notes/link.txt', { mode: 'append' });
    expect(error).toMatch(/is a link, which is never followed/);
    expect((await call('fs_write', '~/notes/link.txt')).error).toMatch(/already/);
    expect(readFileSync(secret, 'utf8')).toBe('canary-4711');
  });

  test('a link on the way leads to nothing outside', async () => {
    await expectNoWay('~/notes/linked/secret.txt');
    expect((await call('fs_write', '~/notes/linked/new.txt')).ok).toBe(false);
    expect(existsSync(join(outside, 'new.txt'))).toBe(false);
  });

  test('deleting a link deletes the link', async () => {
    const link = join(notes, 'goner');
    symlinkSync(secret, link);
    expect((await call('fs_delete', link)).value).toEqual({ path: link, kind: 'link' });
    expect(() => lstatSync(link)).toThrow();
    expect(existsSync(secret)).toBe(true);
  });

  test('a listing names links and sizes none', async () => {
    const { value } = await call('fs_list', '~/notes');
    const entries = value['entries'] as readonly { readonly name: string }[];
    expect(entries.find(({ name }) => name === 'linked')).toEqual({
      name: 'linked',
      kind: 'link',
      bytes: null,
    });
  });

  test('replacing a hard link leaves the file outside as it was', async () => {
    const twin = join(notes, 'twin.txt');
    linkSync(secret, twin);
    expect((await call('fs_write', twin, { mode: 'replace' })).ok).toBe(true);
    expect(readFileSync(secret, 'utf8')).toBe('canary-4711');
    expect(readFileSync(twin, 'utf8')).toBe('x');
    unlinkSync(twin);
  });
});

describe('what is no file', () => {
  test('a pipe is neither waited for nor written to', async () => {
    const pipe = join(notes, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const started = performance.now();
    expect((await call('fs_read', pipe)).error).toMatch(/no regular file; name one/);
    expect((await call('fs_write', pipe, { mode: 'append' })).error).toMatch(/no regular file/);
    expect((await call('fs_write', pipe)).error).toMatch(/already/);
    expect((await call('fs_delete', pipe)).error).toMatch(/delete it by hand/);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test('a socket and a device are not opened', async () => {
    const socket = join(notes, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    expect((await call('fs_read', socket)).error).toMatch(/no regular file/);
    server.close();
    for (const device of ['/dev/zero', '/dev/tty']) {
      const scope = { 'fs.read': ['/dev/*'] };
      const { error } = await executors.call('fs_read', { args: { path: device }, scope, home });
      expect(error).toMatch(/no regular file/);
    }
  });

  test('a file that tells no size is read within its bound', async () => {
    const scope = { 'fs.read': ['/proc/**'] };
    const args = { path: '/proc/version' };
    const { value } = await executors.call('fs_read', { args, scope, home });
    expect(value['text']).toMatch(/^Linux/);
  });

  test('a file of many gigabytes is refused before it is read', async () => {
    execFileSync('truncate', ['-s', '50G', join(notes, 'huge.txt')]);
    expect((await call('fs_read', '~/notes/huge.txt')).error).toMatch(/over 524288 bytes/);
    expect((await call('fs_write', '~/notes/huge.txt', { mode: 'append' })).error).toMatch(/over/);
    unlinkSync(join(notes, 'huge.txt'));
  });
});

describe('races', () => {
  let swapper: ReturnType<typeof spawn> | undefined;
  afterAll(() => swapper?.kill('SIGKILL'));

  test('a folder that turns into a link and back never lets a call out', async () => {
    const seat = join(notes, 'seat');
    mkdirSync(join(notes, 'real'));
    put(join(notes, 'real'), 'secret.txt', 'inside');
    const script = `
      const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
      const [seat, real, outside] = process.argv.slice(1);
      for (;;) {
        symlinkSync(outside, seat); unlinkSync(seat);
        renameSync(real, seat); renameSync(seat, real);
      }`;
    swapper = spawn(process.execPath, ['-e', script, seat, join(notes, 'real'), outside]);
    const answers: Answered[] = [];
    for (let i = 0; i < 20; i += 1) {
      answers.push(await call('fs_read', `${seat}/secret.txt`));
      answers.push(await call('fs_write', `${seat}/planted-${i}.txt`));
    }
    swapper.kill('SIGKILL');
    expect(answers.filter(({ value }) => JSON.stringify(value).includes('canary'))).toEqual([]);
    for (let i = 0; i < 20; i += 1) {
      expect(existsSync(join(outside, `planted-${i}.txt`))).toBe(false);
    }
  });

  test('a folder held open is the one that was checked, wherever its path leads now', async () => {
    const held = join(home, 'held');
    put(held, 'a.txt', 'inside');
    const folder = await openFolder(held, held);
    renameSync(held, join(home, 'moved'));
    symlinkSync(outside, held);
    expect(readFileSync(folder.at('a.txt'), 'utf8')).toBe('inside');
    await expect(folder.assertStill()).rejects.toThrow(/moved meanwhile; try again/);
    await folder.close();
  });

  test('without paths of descriptors a swap is noticed', async () => {
    const held = join(home, 'held-by-path');
    put(held, 'a.txt', 'inside');
    const folder = await openFolder(held, held, false);
    await folder.assertStill();
    renameSync(held, join(home, 'moved-by-path'));
    symlinkSync(outside, held);
    await expect(folder.assertStill()).rejects.toThrow(/moved meanwhile/);
    await folder.close();
    await expect(openFolder(held, held, false)).rejects.toThrow();
  });
});

test('a name that is no text is listed, not left out', async () => {
  const folder = join(notes, 'odd-names');
  mkdirSync(folder);
  execFileSync('sh', ['-c', 'touch "$(printf "a\\377b")"'], { cwd: folder });
  const { value } = await call('fs_list', folder);
  expect(value['entries']).toEqual([{ name: 'a\ufffdb', kind: 'other', bytes: null }]);
});
