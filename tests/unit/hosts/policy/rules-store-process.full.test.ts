/** The store of rules between processes: each change of each counts, whatever the others do. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRulesStore } from '../../../../hosts/policy/rules-store.js';
import { projectRoot } from '../../../project.js';
import { scratchFolder } from '../stores/scratch.js';
import { startCommand, type Writer } from '../stores/writer-process.js';
import { rememberedRule } from './remembered-rule.js';

const SCRIPT = join(projectRoot, 'dist/tests/unit/hosts/policy/rules-writer.js');

function startWriter(path: string, name: string, count: number): Writer {
  if (!existsSync(SCRIPT)) throw new Error('run `npx tsc -b` first: the writer is not compiled');
  return startCommand([process.execPath, SCRIPT, path, name, String(count)]);
}

function idsOf(path: string): readonly string[] {
  const store = openRulesStore(path);
  const ids = store.list().map(({ id }) => id);
  store.close();
  return ids;
}

describe('several processes', () => {
  test('make the store together, and lose no rule of each other', async () => {
    const path = join(scratchFolder(), 'rules.db');
    const names = ['a', 'b', 'c', 'd'];
    const writers = names.map((name) => startWriter(path, name, 25));
    await Promise.all(writers.map(({ ended }) => ended));
    const added = names.flatMap((name) => Array.from({ length: 25 }, (_, i) => `${name}-${i}`));
    expect(writers.flatMap(({ said }) => said).sort()).toEqual(
      [...added, ...names.map(() => 'open')].sort(),
    );
    const left = added.filter((id) => Number(id.split('-')[1]) % 5 !== 4);
    expect([...idsOf(path)].sort()).toEqual(left.sort());
  });

  test('see what another one adds, by the version first', async () => {
    const store = openRulesStore(join(scratchFolder(), 'rules.db'));
    store.add(rememberedRule('mine'));
    const before = store.version();
    const writer = startWriter(store.path, 'theirs', 3);
    await writer.ended;
    expect(writer.said).toEqual(['open', 'theirs-0', 'theirs-1', 'theirs-2']);
    expect(store.version()).not.toBe(before);
    expect(store.list().map(({ id }) => id)).toEqual(['mine', 'theirs-0', 'theirs-1', 'theirs-2']);
    store.close();
  });

  test('may be killed: what one said it added is there', async () => {
    const path = join(scratchFolder(), 'rules.db');
    const writer = startWriter(path, 'k', 100_000);
    await writer.hears(20);
    writer.process.kill('SIGKILL');
    await writer.ended;
    const said = writer.said.filter((line) => line.startsWith('k-'));
    const kept = said.filter((id) => Number(id.split('-')[1]) % 5 !== 4);
    expect(kept.length).toBeGreaterThan(10);
    const ids = new Set(idsOf(path));
    expect(kept.filter((id) => !ids.has(id))).toEqual([]);
  });
});
