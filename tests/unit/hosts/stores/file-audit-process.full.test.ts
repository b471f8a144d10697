/**
 * The audit file between processes: one writer at a time, and nothing confirmed is lost when one is
 * killed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openFileAudit } from '../../../../hosts/stores/file-audit.js';
import { scratchFile } from './scratch.js';
import { appendRun, codeOf, textOf, verifyFile } from './store-checks.js';
import { startWriter } from './writer-process.js';

async function writeRun(path: string, run: string): Promise<string> {
  const file = openFileAudit(path);
  const { hash } = await appendRun(file, run);
  await file.close();
  return hash;
}

describe('one writer', () => {
  test('within a process', async () => {
    const path = scratchFile();
    const file = openFileAudit(path);
    await appendRun(file, 'r1');
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_locked');
    // The refused descriptor was closed; that must not have taken the first one's lock along.
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_locked');
    await appendRun(file, 'r2');
    await file.close();
    await writeRun(path, 'r3');
    expect(verifyFile(path).records).toBe(12);
  });

  test('between processes, until the writer is killed, though its own child lives on', async () => {
    const path = scratchFile();
    await writeRun(path, 'r1');
    const before = textOf(path);
    const writer = startWriter('hold', path);
    await writer.hears(2);
    const child = Number(writer.said[0]?.split(' ')[1]);
    try {
      expect(writer.said[1]).toBe('open 4');
      expect(await codeOf(() => openFileAudit(path))).toBe('audit_locked');
      expect(textOf(path)).toBe(before);
      expect(verifyFile(path).ok).toBe(true);
      writer.process.kill('SIGKILL');
      await writer.ended;
      expect(() => process.kill(child, 0)).not.toThrow();
      await writeRun(path, 'r2');
    } finally {
      process.kill(child, 'SIGKILL');
    }
    expect(verifyFile(path).records).toBe(8);
  });

  test('is refused a file that this process holds', async () => {
    const path = scratchFile();
    const file = openFileAudit(path);
    const writer = startWriter('takeTurns', path, '1');
    const rival = startWriter('hold', path);
    await rival.ended;
    expect(rival.said).toEqual(['error audit_locked']);
    const { hash } = await appendRun(file, 'r1');
    await file.close();
    await writer.ended;
    expect(writer.said).toHaveLength(1);
    expect(verifyFile(path, { expectHead: hash }).afterExpected).toBe(4);
  });

  test('at a time, where six take turns and two are killed', async () => {
    const path = scratchFile();
    const writers = Array.from({ length: 6 }, () => startWriter('takeTurns', path, '5'));
    await Promise.all(writers.slice(0, 2).map((writer) => writer.hears(2)));
    for (const writer of writers.slice(0, 2)) writer.process.kill('SIGKILL');
    await Promise.all(writers.map((writer) => writer.ended));
    await writeRun(path, 'last');
    const report = verifyFile(path);
    expect(report.problems).toEqual([]);
    const hashes = writers.flatMap((writer) => writer.said);
    expect(hashes.filter((hash) => hash.startsWith('error'))).toEqual([]);
    expect(hashes.length).toBeGreaterThanOrEqual(4 * 5 + 4);
    expect(report.records).toBeGreaterThanOrEqual(4 * hashes.length + 4);
    for (const hash of hashes) expect(textOf(path)).toContain(`,"hash":"${hash}"}\n`);
  });
});

describe('a writer killed at any moment', () => {
  test.each([
    ['single runs', '1', 6],
    ['half a megabyte at a time', '700', 6],
  ])(
    '%s: loses nothing that was confirmed, and the chain goes on',
    async (_, calls, rounds) => {
      const path = scratchFile();
      let confirmed = 0;
      let hash = await writeRun(path, 'first');
      for (let round = 0; round < rounds; round += 1) {
        const writer = startWriter('write', path, calls);
        await writer.hears(1 + (round % 4));
        await pause((round * 7) % 23);
        writer.process.kill('SIGKILL');
        await writer.ended;
        const heads = writer.said.filter((line) => line.length === 64);
        confirmed += heads.length;
        hash = heads.at(-1) ?? hash;
        const kinds = verifyFile(path, { expectHead: hash }).problems.map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind !== 'torn')).toEqual([]);
        hash = await writeRun(path, `round${round}`);
        expect(verifyFile(path, { expectHead: hash }).problems).toEqual([]);
      }
      expect(confirmed).toBeGreaterThan(rounds / 2);
    },
    60_000,
  );
});
