import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { nodePathResolver } from '../../hosts/index.js';
import { seeded } from './seed.js';

const names = fc.constantFrom('a', 'b', 'c', 'd', '..', '.');
const path = fc.array(names, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const entry = fc.oneof(
  fc.record({ kind: fc.constant('folder' as const), at: path }),
  fc.record({ kind: fc.constant('file' as const), at: path }),
  fc.record({ kind: fc.constant('link' as const), at: path, to: path, isWhole: fc.boolean() }),
);

/** Runs it; whether it did not throw. */
function works(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

seeded(
  'what is written through a path is written where it was said to lead',
  fc.property(fc.array(entry, { maxLength: 10 }), path, (entries, asked) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-')));
    // Far enough down that no step up leads out of it.
    const base = join(root, '1', '2', '3', '4', '5');
    try {
      mkdirSync(base, { recursive: true });
      for (const one of entries) {
        // No plain join: that would work out the steps up before the links.
        const at = `${base}/${one.at}`;
        works(() => {
          if (one.kind === 'folder') mkdirSync(at);
          else if (one.kind === 'file') writeFileSync(at, '');
          else symlinkSync(one.isWhole ? `${base}/${one.to}` : one.to, at);
        });
      }
      const target = `${base}/${asked}`;
      const said = nodePathResolver.resolve(target);
      const isWritten = works(() => writeFileSync(target, 'x'));
      if (isWritten && said !== null) expect(said.real).toBe(realpathSync.native(target));
      // Only a step up behind a link may be left untold of what can be written.
      if (isWritten && said === null) expect(asked).toContain('..');
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }),
  { runs: 300, claims: 'G-30' },
);
