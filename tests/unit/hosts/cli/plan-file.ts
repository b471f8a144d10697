/** Plans for the office of the tests, as files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../stores/scratch.js';

/** Writes text to a file of its own and returns its path. */
export function fileWith(text: string | Uint8Array): string {
  const path = join(scratchFolder(), 'plan.json');
  writeFileSync(path, text);
  return path;
}

/** Writes a plan that calls one tool. */
export function planOfCall(tool: string, args: Readonly<Record<string, string>> = {}): string {
  const step = { kind: 'tool', id: 's1', tool, args };
  return fileWith(JSON.stringify({ steps: [step], final: 's1' }));
}
