/** What the documents must not say, and which ids they may name. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claims } from '../../claims/claims.js';
import { listFiles, projectRoot } from '../../project.js';

/**
 * Words of a promise that nobody can keep. Within backticks, quotation marks or the address of a
 * link they are only mentioned.
 */
const PROMISES =
  /\b(secure(ly)?|unbreakable|bulletproof|impossible|foolproof|prevents? prompt[- ]injections?)\b/i;
const MENTIONED = /`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g;
const ID = /\bINV-[A-Z]\d+\b/g;

/** Every document, by path from the root. */
export function documents(): readonly string[] {
  const top = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  return [
    ...top.filter((file) => existsSync(join(projectRoot, file))),
    ...listFiles('docs', '.md'),
  ];
}

/** Lines of a text that promise too much. */
export function promises(text: string): readonly number[] {
  return text
    .split('\n')
    .map((line, i) => (PROMISES.test(line.replaceAll(MENTIONED, '')) ? i + 1 : 0))
    .filter((line) => line > 0);
}

/** Ids of claims that a text names and that do not exist. */
export function unknownIds(text: string): readonly string[] {
  return [...text.matchAll(ID)].map(([id]) => id).filter((id) => !Object.hasOwn(claims, id));
}
