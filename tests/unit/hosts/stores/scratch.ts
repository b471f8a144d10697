/** A private folder a test, removed after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty folder with mode 0700 and returns its path. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-'));
  made.push(folder);
  return folder;
}

/** Makes a folder and returns the path of a file in it that does not exist. */
export function scratchFile(): string {
  return join(scratchFolder(), 'audit.jsonl');
}
