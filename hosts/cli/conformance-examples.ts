/** Writes examples that show a fault, each to a file of its own. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConformanceReport,
  counterexampleText,
  counterexampleVector,
  type ExampleFile,
} from '../conformance/index.js';
import { codeText } from '../error-code.js';
import { HostError } from '../errors.js';

/**
 * Writes them into a folder, which is made; one of the same requirement and seed is written over.
 * @throws HostError `output_unwritable`
 */
export function keepExamples(
  { subject, seed, findings }: ConformanceReport,
  folder: string,
): ReadonlyMap<string, ExampleFile> {
  const files = new Map<string, ExampleFile>();
  for (const finding of findings) {
    if (finding.result !== 'fail') continue;
    const { id, title, why, example } = finding;
    const vector = counterexampleVector(id, example);
    const text = counterexampleText({
      ...{ requirement: id, title, subject, seed, why, example, vector },
    });
    const file = join(folder, `${id}-seed-${seed}.json`);
    writeOutput(folder, file, text);
    files.set(id, { file, digest: createHash('sha256').update(text).digest('hex') });
  }
  return files;
}

/** Writes a file into a folder, which is made. @throws HostError `output_unwritable` */
export function writeOutput(folder: string, file: string, text: string): void {
  try {
    // Not `recursive`: below /proc Node never comes to an end with it.
    if (!existsSync(folder)) mkdirSync(folder);
    writeFileSync(file, text);
  } catch (cause) {
    const code = codeText(cause);
    throw new HostError('output_unwritable', `cannot write \`${file}\`: ${code}`, { cause });
  }
}
