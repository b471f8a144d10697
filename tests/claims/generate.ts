/**
 * Writes the generated documents: `npm run docs:generate`. Removes pages of codes that no longer
 * exist.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, projectRoot } from '../project.js';
import { generatedDocs } from './generated-docs.js';

const docs = generatedDocs();
mkdirSync(join(projectRoot, 'docs/errors'), { recursive: true });
for (const stale of listFiles('docs/errors', '.md').filter((file) => !docs.has(file))) {
  rmSync(join(projectRoot, stale));
}
for (const [file, text] of docs) writeFileSync(join(projectRoot, file), text);
process.stdout.write(`${docs.size} documents written\n`);
