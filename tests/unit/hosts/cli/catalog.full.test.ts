/** `sluice sign` and `sluice catalog`: real folders, real keys, the command as a process. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../claims/verifies.js';
import { executorPlace, writeExecutor } from '../../../fakes/executor-folder.js';
import { scratchFolder } from '../stores/scratch.js';
import { runCli } from './cli-process.js';

describe('sign', () => {
  verifies(['T-31', 'T-32'], 'fills in digests and nothing else, and is idempotent', async () => {
    const place = executorPlace(scratchFolder());
    const folder = writeExecutor(place.executors);
    const manifest = join(folder, 'manifest.toml');
    const before = readFileSync(manifest, 'utf8');
    const first = await runCli('sign', folder, '--key', place.key.file);
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toBe(`${folder}  fs_read 1.0.0  signed\n`);
    const text = readFileSync(manifest, 'utf8');
    expect(text.replace(/sha256:[0-9a-f]{64}/, '')).toBe(before);
    const signature = readFileSync(join(folder, 'manifest.toml.sig'), 'utf8');
    const again = await runCli('sign', folder, '--key', place.key.file, '--json');
    expect(JSON.parse(again.stdout).signed).toEqual([
      { folder, name: 'fs_read', version: '1.0.0', key: place.key.key, changed: false },
    ]);
    expect(readFileSync(manifest, 'utf8')).toBe(text);
    writeFileSync(join(folder, 'main.mjs'), 'changed');
    await runCli('sign', folder, '--key', place.key.file);
    expect(readFileSync(join(folder, 'manifest.toml.sig'), 'utf8')).not.toBe(signature);
    expect(place.open().rejected).toEqual([]);
  });

  test.each([
    ['manifest_malformed', (text: string) => text.replace('[limits]', '[limit]')],
    [
      'manifest_malformed',
      (text: string) => text.replace('[code.files]\n', 'files = {"main.mjs" = ""}\n'),
    ],
    ['manifest_malformed', (text: string) => text.replaceAll('main.mjs', '../main.mjs')],
    ['tool_malformed', (text: string) => text.replace('effect = "read"', 'effect = "reads"')],
    ['input_unreadable', (text: string) => text.replaceAll('main.mjs', 'other.mjs')],
  ])('refuses what no catalogue would let in: %s', async (code, change) => {
    const place = executorPlace(scratchFolder());
    const folder = writeExecutor(place.executors);
    const manifest = join(folder, 'manifest.toml');
    const text = change(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, text);
    const { exitCode, stderr } = await runCli('sign', folder, '--key', place.key.file);
    expect([exitCode, stderr.split(':', 1)[0]]).toEqual([1, `error ${code}`]);
    expect(readFileSync(manifest, 'utf8')).toBe(text);
  });
});

describe('catalog', () => {
  verifies(
    ['T-1', 'T-31'],
    'lists what is in and what is out, and says so by its code',
    async () => {
      const place = executorPlace(scratchFolder());
      place.add();
      const args = ['catalog', place.executors, '--keys', place.key.publicFile];
      const good = await runCli(...args);
      expect([good.exitCode, good.stderr]).toEqual([0, '']);
      expect(good.stdout).toMatch(/^in {2}fs_read 1\.0\.0 {2}signed by alice@example\.com \(key /);
      expect(good.stdout).toMatch(/\n1 in, 0 out\n$/);
      const bad = writeExecutor(place.executors, { name: 'unsigned' });
      const mixed = await runCli(...args);
      expect(mixed.exitCode).toBe(1);
      expect(mixed.stdout).toContain(`out ${bad}  manifest_unsigned: `);
      const listed = JSON.parse((await runCli(...args, '--json')).stdout);
      expect(listed.accepted).toEqual([
        {
          name: 'fs_read',
          version: '1.0.0',
          description: 'Reads a text file.',
          effect: 'read',
          capabilities: ['fs.read'],
          signedBy: { key: place.key.key, name: 'alice@example.com' },
        },
      ]);
      expect(listed.rejected).toMatchObject([{ path: bad, code: 'manifest_unsigned' }]);
    },
  );

  test('shows what was not let in on one line, whatever its folder is called', async () => {
    const place = executorPlace(scratchFolder());
    mkdirSync(join(place.executors, 'x\nin  fs_read 1.0.0  signed by me'), { recursive: true });
    const { exitCode, stdout } = await runCli(
      'catalog',
      place.executors,
      '--keys',
      place.key.publicFile,
    );
    expect(exitCode).toBe(1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).not.toMatch(/^in /m);
  });

  test('without a key lets in nothing', async () => {
    const place = executorPlace(scratchFolder());
    place.add();
    const none = join(place.root, 'home');
    chmodSync(none, 0o700);
    const { exitCode, stdout } = await runCli('catalog', place.executors, '--keys', none);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('catalogue_unkeyed');
    expect(stdout).toMatch(/\n0 in, 1 out\n$/);
  });
});
