/** Where tests of the demo write. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder, gone when the running test has ended. */
export async function tempFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sluice-mail-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
