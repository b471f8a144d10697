// hosts/node/path-resolver.ts: on real folders with real links.
import { chmodSync, linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { nodePathResolver } from '../../../../hosts/index.js';
import { verifies } from '../../../claims/verifies.js';
import { scratchFolder } from '../stores/scratch.js';

/** The root cannot be kept out of a folder. */
const isRoot = process.getuid?.() === 0;

let root: string;
const at = (...names: readonly string[]): string => join(root, ...names);
const realOf = (path: string): string | undefined => nodePathResolver.resolve(path)?.real;

beforeEach(() => {
  root = realpathSync(scratchFolder());
  mkdirSync(at('workspace', 'src'), { recursive: true });
  mkdirSync(at('home', '.ssh'), { recursive: true });
  writeFileSync(at('workspace', 'a.txt'), '');
});

describe('where a path leads', () => {
  verifies('G-30', 'a plain path is itself', () => {
    expect(nodePathResolver.resolve(at('workspace', 'a.txt'))).toEqual({
      real: at('workspace', 'a.txt'),
      names: 1,
    });
    expect(nodePathResolver.resolve('/')).toEqual({ real: '/', names: 1 });
  });

  verifies('G-30', 'links are followed, one after another and in the middle', () => {
    symlinkSync('../home', at('workspace', 'up'));
    symlinkSync(at('workspace', 'up'), at('workspace', 'twice'));
    symlinkSync('id', at('home', '.ssh', 'key'));
    writeFileSync(at('home', '.ssh', 'id'), '');
    expect(realOf(at('workspace', 'twice', '.ssh', 'key'))).toBe(at('home', '.ssh', 'id'));
  });

  verifies('G-30', 'a link that leads nowhere yet leads there (path-05)', () => {
    symlinkSync(at('home', '.ssh', 'authorized_keys'), at('workspace', 'new.txt'));
    symlinkSync('new.txt', at('workspace', 'newer.txt'));
    expect(nodePathResolver.resolve(at('workspace', 'newer.txt'))).toEqual({
      real: at('home', '.ssh', 'authorized_keys'),
      names: 1,
    });
  });

  verifies('G-30', 'a second name of a file is told by its number (path-07)', () => {
    writeFileSync(at('home', '.bashrc'), '');
    linkSync(at('home', '.bashrc'), at('workspace', 'h.txt'));
    symlinkSync('h.txt', at('workspace', 'soft'));
    expect(nodePathResolver.resolve(at('workspace', 'h.txt'))?.names).toBe(2);
    expect(nodePathResolver.resolve(at('workspace', 'soft'))?.names).toBe(2);
    // A folder has a name for each folder in it; nothing can be written through those.
    expect(nodePathResolver.resolve(at('workspace'))?.names).toBe(1);
  });

  verifies('G-30', 'a folder that is a link and what is in it agree (path-30)', () => {
    mkdirSync(at('private', 't'), { recursive: true });
    symlinkSync('private', at('var'));
    const folder = realOf(at('var', 't'));
    expect(folder).toBe(at('private', 't'));
    expect(realOf(at('var', 't', 'a.txt'))).toBe(`${folder}/a.txt`);
  });

  verifies('G-30', 'what does not exist yet hangs on what does (path-34)', () => {
    symlinkSync('src', at('workspace', 'link'));
    expect(nodePathResolver.resolve(at('workspace', 'new', 'dir', 'file.ts'))).toEqual({
      real: at('workspace', 'new', 'dir', 'file.ts'),
      names: 1,
    });
    expect(realOf(at('workspace', 'link', 'new', 'file.ts'))).toBe(
      at('workspace', 'src', 'new', 'file.ts'),
    );
  });

  it('spells it plainly', () => {
    const odd = `${root}//workspace/./src/../a.txt`;
    expect(realOf(odd)).toBe(at('workspace', 'a.txt'));
    expect(realOf(`${root}/workspace/new/`)).toBe(at('workspace', 'new'));
    expect(realOf(`${root}/workspace/a.txt/`)).toBe(at('workspace', 'a.txt'));
    expect(realOf(`${root}/workspace/no/../new`)).toBe(at('workspace', 'new'));
  });

  it('takes a tilde for a name', () => {
    expect(realOf(at('workspace', '~'))).toBe(at('workspace', '~'));
  });
});

describe('nobody can tell', () => {
  verifies('G-30', 'of links that go round', () => {
    symlinkSync('b', at('a'));
    symlinkSync('a', at('b'));
    symlinkSync('self/x', at('self'));
    for (const path of [at('a'), at('b', 'new'), at('self', 'y')]) {
      expect(nodePathResolver.resolve(path)).toBeNull();
    }
  });

  verifies('G-30', 'of a step up behind a link, which is read in two ways', () => {
    symlinkSync(at('home', '.ssh'), at('workspace', 'link'));
    expect(nodePathResolver.resolve(`${root}/workspace/link/../a.txt`)).toBeNull();
    expect(realOf(`${root}/workspace/link/x/../y`)).toBe(at('home', '.ssh', 'y'));
  });

  it.each([
    '',
    'a/b',
    './a',
    '~/a',
    'C:\\Users\\me',
    'C:/Users/me',
    '\\\\server\\share',
    'file:///etc/hosts',
    '/tmp/a\0b',
    '/tmp/a\ufffdb',
    '/tmp/a\ud800b',
    `/${'a'.repeat(300)}`,
    `/${'a/'.repeat(3000)}`,
  ])('of %j', (path) => {
    expect(nodePathResolver.resolve(path)).toBeNull();
  });

  it('of what lies below a file', () => {
    expect(nodePathResolver.resolve(at('workspace', 'a.txt', 'b'))).toBeNull();
  });

  it('of a link to bytes that are no text', () => {
    const bytes = Buffer.concat([Buffer.from(root), Buffer.from([0x2f, 0xff])]);
    symlinkSync(bytes, at('workspace', 'odd'));
    expect(nodePathResolver.resolve(at('workspace', 'odd', 'x'))).toBeNull();
  });

  it('of a path that never comes to an end of names', () => {
    for (let i = 0; i < 3; i += 1) {
      symlinkSync(
        `${'src/../'.repeat(280)}${i === 2 ? 'new' : `n${i + 1}`}`,
        at('workspace', `n${i}`),
      );
    }
    expect(realOf(at('workspace', 'n1'))).toBe(at('workspace', 'new'));
    const steps = 'src/../'.repeat(280);
    const long = `${root}/workspace/${steps}${steps.slice(0, 7 * 200)}n0`;
    expect(nodePathResolver.resolve(long)).toBeNull();
  });

  test.skipIf(isRoot)('of what lies in a folder that is closed', () => {
    mkdirSync(at('closed', 'in'), { recursive: true });
    chmodSync(at('closed'), 0);
    expect(nodePathResolver.resolve(at('closed', 'in', 'x'))).toBeNull();
    expect(realOf(at('closed'))).toBe(at('closed'));
    chmodSync(at('closed'), 0o700);
  });
});
