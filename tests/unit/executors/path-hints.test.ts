import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPathHints } from '../../../hosts/executors/paths/path-hints.js';
import { pathSegments } from '../../../hosts/executors/paths/plain-path.js';
import { segmentFits } from '../../../hosts/executors/paths/segment-glob.js';
import { verifies } from '../../claims/verifies.js';
import { scratchFolder } from './executor-process.js';

const HOME = '/home/u';

async function covers(hint: string, path: string): Promise<boolean> {
  return (await readPathHints([hint], HOME)).covers(path);
}

describe('one name', () => {
  test('`*` and `?` mean what a regular expression says', () => {
    const letter = fc.constantFrom('a', 'b', '*', '?');
    const pattern = fc.array(letter, { maxLength: 8 }).map((all) => all.join(''));
    const name = fc
      .array(fc.constantFrom('a', 'b', '.'), { maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(pattern, name, (wanted, given) => {
        const source = wanted.replaceAll('*', '.*').replaceAll('?', '.');
        expect(segmentFits(wanted, given)).toBe(new RegExp(`^${source}$`).test(given));
      }),
    );
  });

  test('many stars cost no more than the product of both lengths', () => {
    const started = performance.now();
    expect(segmentFits(`${'*a'.repeat(120)}b`, 'a'.repeat(255))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('hints', () => {
  verifies('T-33', 'a hint covers its folder and all below it, one name, or one file', async () => {
    const table: readonly (readonly [string, string, boolean])[] = [
      ['~/notes/**', '/home/u/notes', true],
      ['~/notes/**', '/home/u/notes/a/b.txt', true],
      ['~/notes/**', '/home/u/notes2/a', false],
      ['~/notes/**', '/home/u', false],
      ['~/notes/*', '/home/u/notes/a', true],
      ['~/notes/*', '/home/u/notes/a/b', false],
      ['~/notes/?.txt', '/home/u/notes/a.txt', true],
      ['~/notes/?.txt', '/home/u/notes/ab.txt', false],
      ['/home/u/notes/a.txt', '/home/u/notes/a.txt', true],
      ['/home/*/notes/**', '/home/v/notes/a', true],
      ['**', '/etc/hosts', true],
      ['~/Notes/**', '/home/u/notes/a', false],
    ];
    for (const [hint, path, expected] of table) {
      expect([hint, path, await covers(hint, path)]).toEqual([hint, path, expected]);
    }
  });

  test('a hint whose folder is a link covers what it leads to, a named file that is one does not', async () => {
    const home = scratchFolder();
    mkdirSync(join(home, 'disk'));
    symlinkSync(join(home, 'disk'), join(home, 'notes'));
    symlinkSync('/etc/hosts', join(home, 'hosts.txt'));
    const folder = await readPathHints(['~/notes/**'], home);
    expect(folder.covers(join(home, 'disk/a'))).toBe(true);
    expect(folder.mentions(pathSegments('~/notes/a', home))).toBe(true);
    const file = await readPathHints(['~/hosts.txt'], home);
    expect(file.covers('/etc/hosts')).toBe(false);
  });

  test.each(['notes/**', '../x', '/a/../b', '/a/\0', ''])('`%s` is no hint', async (hint) => {
    await expect(readPathHints([hint], HOME)).rejects.toThrow(/the path `/);
  });
});
