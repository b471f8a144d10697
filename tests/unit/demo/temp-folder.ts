/** A folder of its own for each test that writes, removed afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export async function tempFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sluice-mail-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
