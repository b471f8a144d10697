/**
 * A repository whose parts all lie in it: a folder of this user's, within reach of the hints, with
 * no link, no pointer to another repository and no borrowed objects.
 */
import { lstat } from 'node:fs/promises';
import { type Reach, withPlace } from '../paths/place.js';
import { joinSegments, pathSegments } from '../paths/plain-path.js';
import { kindOf } from '../paths/regular-file.js';
import { quoted, Refusal, systemCode } from '../protocol/refusal.js';
import { type PlainConfig, readPlainConfig } from './plain-config.js';

export interface Repository {
  /** The folder that holds the objects, links followed. */
  readonly gitFolder: string;
  readonly config: PlainConfig;
}

/** What would lead to objects, refs or settings of elsewhere. */
const POINTERS: readonly string[] = [
  'commondir',
  'config.worktree',
  'objects/info/alternates',
  'objects/info/http-alternates',
];
const OWN_FOLDERS: readonly string[] = ['objects', 'refs'];

/** Opens the repository whose work tree is the folder; throws a `Refusal` if it is none. */
export async function openWorkRepository(path: string, reach: Reach): Promise<Repository> {
  const real = await withPlace(path, 'git.push', reach, async (place) => {
    await assertFolder(place.folder.at(place.name), place.path);
    return place.path;
  });
  const hasGit = (await kindAt(`${real}/.git`)) !== null;
  return openRepository(hasGit ? `${real}/.git` : real);
}

/** Opens a repository without a work tree; throws a `Refusal` if it is none. */
export async function openBareRepository(path: string, reach: Reach): Promise<Repository> {
  const plain = joinSegments(pathSegments(path, null));
  const real = await withPlace(plain, 'git.push', reach, (place) => Promise.resolve(place.path));
  return openRepository(real);
}

async function openRepository(gitFolder: string): Promise<Repository> {
  for (const name of ['', ...OWN_FOLDERS]) await assertFolder(join(gitFolder, name), gitFolder);
  for (const name of ['config', 'HEAD']) {
    if ((await kindAt(join(gitFolder, name))) !== 'file') throw notOne(gitFolder);
  }
  for (const name of POINTERS) {
    if ((await kindAt(join(gitFolder, name))) === null) continue;
    const where = quoted(join(gitFolder, name));
    throw new Refusal(`the repository leads elsewhere by ${where}; push from a clone of its own`);
  }
  return { gitFolder, config: await readPlainConfig(join(gitFolder, 'config')) };
}

async function assertFolder(path: string, shown: string): Promise<void> {
  if ((await kindAt(path)) !== 'folder') throw notOne(shown);
  const { uid } = await lstat(path);
  if (uid === process.getuid?.()) return;
  throw new Refusal(`the repository ${quoted(shown)} belongs to another user; push from a clone`);
}

function join(folder: string, name: string): string {
  return name === '' ? folder : `${folder}/${name}`;
}

async function kindAt(path: string): Promise<string | null> {
  try {
    return kindOf(await lstat(path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

function notOne(path: string): Refusal {
  return new Refusal(
    `${quoted(path)} is no repository with all its parts in it; name another folder`,
  );
}
