/** Writes the files of a first host into a folder. Nothing that is there is written over. */
import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeText } from '../error-code.js';
import { HostError } from '../errors.js';
import { starterFiles } from './starter-files.js';

/**
 * Writes them; without a folder into the one that the process is in, which must be empty then.
 * Answers with their paths.
 * @throws HostError `output_unwritable`, before anything is written where a file is there already
 */
export function writeStarter(given: string | undefined): readonly string[] {
  const folder = given ?? '.';
  if (given === undefined && readdirSync(folder).length > 0)
    throw unwritable('this folder is not empty: name the folder, and nothing in it is replaced');
  makeFolder(folder);
  const files = Object.entries(starterFiles).map(([name, text]) => ({
    path: join(folder, name),
    text,
  }));
  const taken = files.find(({ path }) => isThere(path));
  if (taken !== undefined) throw unwritable(`\`${taken.path}\` is there already`);
  for (const { path, text } of files) write(path, text);
  return files.map(({ path }) => path);
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    // Not `recursive`: a path of which more is missing is likely misspelt.
    mkdirSync(folder);
  } catch (cause) {
    throw unwritable(`cannot make \`${folder}\`: ${codeText(cause)}`, cause);
  }
}

/** A link that leads nowhere is something, too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function write(path: string, text: string): void {
  try {
    // Not writable by others, whatever the mask is: `sluice.toml` would be refused.
    writeFileSync(path, text, { flag: 'wx', mode: 0o644 });
  } catch (cause) {
    throw unwritable(`cannot write \`${path}\`: ${codeText(cause)}`, cause);
  }
}

function unwritable(message: string, cause?: unknown): HostError {
  return new HostError('output_unwritable', message, { cause });
}
