// A real disk or limit that fills up under a kernel: no effect goes through, and the user is told.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileAudit, verifyAudit } from '../../hosts/index.js';
import { auditLines } from '../../hosts/stores/audit-lines.js';
import { verifies } from '../claims/verifies.js';
import { projectRoot } from '../project.js';
import { scratchFile, scratchFolder } from '../unit/hosts/stores/scratch.js';
import { startCommand } from '../unit/hosts/stores/writer-process.js';

const SCRIPT = join(projectRoot, 'dist/tests/behaviour/full-disk-process.js');

interface Told {
  readonly status: string;
  readonly code: string;
  readonly message: string;
  readonly ran: number;
  readonly admissions: number;
  readonly terminals: number;
}

async function tellOf(command: readonly string[]): Promise<Told> {
  if (!existsSync(SCRIPT)) throw new Error('run `npx tsc -b` first');
  const process = startCommand(command);
  await process.ended;
  expect(process.said).toHaveLength(1);
  return JSON.parse(process.said[0] ?? '') as Told;
}

/** Where the disk was full: before an effect, which then did not run, or after one. */
function expectClosed({ status, code, message, ran, admissions, terminals }: Told): void {
  expect(code).toBe('audit_unavailable');
  expect(ran).toBeGreaterThan(3);
  expect(admissions).toBeGreaterThanOrEqual(ran);
  if (status === 'blocked') {
    expect(message).toMatch(/it is full; delete old audit files, free the disk or raise its quota/);
    expect(terminals).toBe(ran);
  } else {
    // The last effect ran; its end found no room, and the run says so.
    expect(status).toBe('uncertain');
    expect(terminals).toBeGreaterThanOrEqual(ran - 1);
  }
}

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a kernel whose audit has no more room', () => {
  verifies(['A-19', 'A-30'], 'by the limit on file size', async () => {
    const path = scratchFile();
    const limited = ['bash', '-c', 'ulimit -f 24 && exec "$@"', 'bash'];
    expectClosed(await tellOf([...limited, process.execPath, SCRIPT, path]));
    expect(verifyAudit(auditLines(path)).ok).toBe(true);
    const again = openFileAudit(path);
    expect(again.recovered).toBe(null);
    await again.close();
  });

  test.runIf(canMount())('on a disk that is full (needs a mount)', async () => {
    const folder = scratchFolder();
    const script = 'mount -t tmpfs -o size=64k,mode=0700 tmpfs "$1" && shift && exec "$@"';
    const path = join(folder, 'audit.jsonl');
    const command = ['unshare', '-m', 'sh', '-c', script, 'sh', folder];
    expectClosed(await tellOf([...command, process.execPath, SCRIPT, path]));
  });
});
