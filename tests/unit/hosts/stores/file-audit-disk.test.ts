/**
 * The audit file on a disk that fails: full, limited, read-only, or lying. No half record, no
 * confirmed loss.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AppendDisk, nodeDisk } from '../../../../hosts/stores/append-disk.js';
import { openFileAudit } from '../../../../hosts/stores/file-audit.js';
import { AuditChain, appendAudit } from '../../../../kernel/audit/chain.js';
import { runParts } from '../../kernel/audit/chains.js';
import { scratchFile, scratchFolder } from './scratch.js';
import { appendRun, codeOf, textOf, verifyFile } from './store-checks.js';
import { startCommand, writerCommand } from './writer-process.js';

const isRoot = process.getuid?.() === 0;

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a body as a user whom permissions bind: root becomes `nobody` for its duration. */
function asNobody<T>(body: () => T): T {
  if (!isRoot) return body();
  process.seteuid?.(65_534);
  try {
    return body();
  } finally {
    process.seteuid?.(0);
  }
}

function ownByNobody(...paths: string[]): void {
  if (isRoot) for (const path of paths) chownSync(path, 65_534, 65_534);
}

/** Opens once as this user, so that the addon is loaded before permissions are given up. */
async function warmUp(): Promise<void> {
  await openFileAudit(scratchFile()).close();
}

describe('a full disk', () => {
  test('by the limit on file size: refuses, takes the half write back, stays whole', async () => {
    const path = scratchFile();
    const limited = ['bash', '-c', 'ulimit -f 24 && exec "$@"', 'bash'];
    const writer = startCommand([...limited, ...writerCommand('fill', path)]);
    await writer.ended;
    expect(writer.said).toEqual([
      'error audit_unavailable',
      'true true',
      'error audit_unavailable',
      '0',
    ]);
    expect(textOf(path).endsWith('"}\n')).toBe(true);
    expect(statSync(path).size).toBeLessThanOrEqual(24 * 1024);
    const file = openFileAudit(path);
    expect(file.recovered).toBe(null);
    await appendRun(file, 'after');
    await file.close();
    expect(verifyFile(path).ok).toBe(true);
  });

  test.runIf(canMount())('that is freed again: takes records again (needs a mount)', async () => {
    const folder = scratchFolder();
    const script = [
      'mount -t tmpfs -o size=96k,mode=0700 tmpfs "$1"',
      'head -c 40000 /dev/zero > "$1/filler"',
      'shift',
      'exec "$@"',
    ].join(' && ');
    const command = writerCommand('fill', join(folder, 'audit.jsonl'), join(folder, 'filler'));
    const writer = startCommand(['unshare', '-m', 'sh', '-c', script, 'sh', folder, ...command]);
    await writer.ended;
    expect(writer.said).toEqual(['error audit_unavailable', 'true true', 'error none', '8']);
  });

  test.runIf(canMount())(
    'from the start: nothing is opened, nothing is left (needs a mount)',
    async () => {
      const folder = scratchFolder();
      const script = [
        'mount -t tmpfs -o size=16k,mode=0700 tmpfs "$1"',
        '(cat /dev/zero > "$1/filler" 2> /dev/null || true)',
        'shift',
        '"$@"',
        'ls "$0"',
      ].join('; ');
      const command = writerCommand('write', join(folder, 'audit.jsonl'), '1');
      const writer = startCommand([
        'unshare',
        '-m',
        'sh',
        '-c',
        script,
        folder,
        folder,
        ...command,
      ]);
      await writer.ended;
      expect(writer.said).toEqual(['error audit_unavailable', 'audit.jsonl', 'filler']);
    },
  );
});

describe('a place that may not be written', () => {
  test('a folder', async () => {
    await warmUp();
    const path = scratchFile();
    const folder = dirname(path);
    ownByNobody(folder);
    chmodSync(folder, 0o500);
    expect(await codeOf(() => asNobody(() => openFileAudit(path)))).toBe('audit_unavailable');
    const below = join(folder, 'new', 'audit.jsonl');
    expect(await codeOf(() => asNobody(() => openFileAudit(below)))).toBe('audit_unavailable');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file', async () => {
    const path = scratchFile();
    await openFileAudit(path).close();
    ownByNobody(dirname(path), path, `${path}.key`);
    chmodSync(path, 0o400);
    expect(await codeOf(() => asNobody(() => openFileAudit(path)))).toBe('audit_unavailable');
    chmodSync(path, 0o600);
    chmodSync(`${path}.key`, 0o000);
    expect(await codeOf(() => asNobody(() => openFileAudit(path)))).toBe('audit_unavailable');
  });

  test.runIf(canMount())('a read-only file system (needs a mount)', async () => {
    const folder = scratchFolder();
    const script = [
      'mount -t tmpfs -o mode=0700 tmpfs "$1"',
      '"$2" "$3" takeTurns "$5" 1 > /dev/null',
      'mount -o remount,ro "$1"',
      'shift',
      'exec "$@"',
    ].join(' && ');
    const command = writerCommand('write', join(folder, 'audit.jsonl'), '1');
    const writer = startCommand(['unshare', '-m', 'sh', '-c', script, 'sh', folder, ...command]);
    await writer.ended;
    expect(writer.said).toEqual(['error audit_unavailable']);
  });
});

/** A disk whose calls fail when their turn in `faults` comes; counts its writes. */
function faultyDisk(faults: {
  write?: (bytes: Uint8Array) => number;
  sync?: boolean;
  truncate?: boolean;
}): AppendDisk {
  const fail = (): never => {
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  };
  return {
    ...nodeDisk,
    write: (fd, bytes) => {
      if (faults.write === undefined) return nodeDisk.write(fd, bytes);
      const taken = faults.write(bytes);
      return taken < 0 ? fail() : nodeDisk.write(fd, bytes.subarray(0, taken));
    },
    sync: (fd) => (faults.sync === true ? Promise.reject(new Error('EIO')) : nodeDisk.sync(fd)),
    syncNow: (fd) => (faults.sync === true ? fail() : nodeDisk.syncNow(fd)),
    truncate: (fd, size) => (faults.truncate === true ? fail() : nodeDisk.truncate(fd, size)),
  };
}

describe('a disk with faults', () => {
  test('short writes are continued', async () => {
    const path = scratchFile();
    const file = openFileAudit(path, { disk: faultyDisk({ write: () => 7 }) });
    await appendRun(file, 'r1');
    await file.close();
    expect(verifyFile(path).records).toBe(4);
  });

  test('a write that fails half-way is taken back; the next one may succeed', async () => {
    const path = scratchFile();
    const turns = [100, -1];
    const file = openFileAudit(path, {
      disk: faultyDisk({ write: (bytes) => turns.shift() ?? bytes.length }),
    });
    const before = file.head();
    expect(await codeOf(() => appendRun(file, 'r1'))).toBe('audit_unavailable');
    expect(file.head()).toEqual(before);
    expect(textOf(path)).toBe('');
    await appendRun(file, 'r2');
    await file.close();
    expect(verifyFile(path).records).toBe(4);
  });

  test('a disk that takes no byte does not hang the process', async () => {
    const file = openFileAudit(scratchFile(), { disk: faultyDisk({ write: () => 0 }) });
    expect(await codeOf(() => appendRun(file, 'r1'))).toBe('audit_unavailable');
    await file.close();
  });

  test('half a write that cannot be taken back ends the file; opening names it', async () => {
    const path = scratchFile();
    const turns = [100, -1];
    const disk = faultyDisk({ write: (bytes) => turns.shift() ?? bytes.length, truncate: true });
    const file = openFileAudit(path, { disk });
    expect(await codeOf(() => appendRun(file, 'r1'))).toBe('audit_unavailable');
    expect(await codeOf(() => appendRun(file, 'r2'))).toBe('audit_unavailable');
    expect(textOf(path)).toHaveLength(100);
    await file.close();
    const again = openFileAudit(path);
    expect(again.recovered?.bytes).toBe(100);
    await again.close();
    expect(verifyFile(path).ok).toBe(true);
  });

  test('a sync that fails ends the file, even if the next one would not', async () => {
    const path = scratchFile();
    const faults = { sync: true };
    const first = openFileAudit(path);
    await appendRun(first, 'r0');
    await first.close();
    const file = openFileAudit(path, { disk: faultyDisk(faults) });
    expect(await codeOf(() => appendRun(file, 'r1'))).toBe('audit_unavailable');
    faults.sync = false;
    expect(await codeOf(() => appendRun(file, 'r2'))).toBe('audit_unavailable');
    expect(file.head().seq).toBe(4);
    await file.close();
    expect(verifyFile(path).records).toBe(4);
  });

  test('a tail that cannot be mended refuses the file and leaves its bytes', async () => {
    for (const faults of [{ write: () => -1 }, { sync: true }]) {
      const path = scratchFile();
      await openFileAudit(path).close();
      execFileSync('sh', ['-c', 'printf torn > "$0"', path]);
      expect(await codeOf(() => openFileAudit(path, { disk: faultyDisk(faults) }))).toBe(
        'audit_unavailable',
      );
      expect(textOf(path)).toBe('torn');
      const file = openFileAudit(path);
      expect(file.recovered?.bytes).toBe(4);
      await file.close();
    }
  });

  test('a chain of the kernel goes on after a failed append', async () => {
    const path = scratchFile();
    // Once for all of them together, once for the first of them alone.
    const turns = [-1, -1];
    const file = openFileAudit(path, {
      disk: faultyDisk({ write: (bytes) => turns.shift() ?? bytes.length }),
    });
    const chain = new AuditChain(file);
    const parts = runParts('r1', 1);
    const settled = await Promise.allSettled(
      [...parts, ...runParts('r2', 1)].map(async (part) => appendAudit(chain, { ...part, at: 1 })),
    );
    expect(settled.map(({ status }) => status)).toEqual([
      'rejected',
      ...Array(7).fill('fulfilled'),
    ]);
    await file.close();
    const report = verifyFile(path);
    expect([report.records, report.head]).toEqual([7, chain.head]);
  });
});

test('a fault names the path and no content', async () => {
  const path = join(scratchFolder(), 'no', 'audit.jsonl');
  const file = openFileAudit(path, { disk: faultyDisk({ write: () => -1 }) });
  await expect(appendRun(file, 'canary')).rejects.toThrow(`cannot write \`${path}\``);
  await expect(appendRun(file, 'canary')).rejects.not.toThrow('canary');
  await file.close();
  expect(existsSync(path)).toBe(true);
});
