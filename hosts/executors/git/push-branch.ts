/**
 * Pushes one commit to one branch of one remote, forward only, and says what became of it. The
 * commit is read first and pushed by its id, so what is reported is what was sent.
 */
import type { Reach } from '../paths/place.js';
import type { Ended } from '../process/run-program.js';
import { quoted, Refusal } from '../protocol/refusal.js';
import { assertBranchName, assertRemoteName } from './plain-name.js';
import { type RemotePlace, readRemoteUrl } from './remote-url.js';
import { openBareRepository, openWorkRepository, type Repository } from './repository.js';
import { localReceivePack, runGit } from './run-git.js';

const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export interface PushOrder {
  readonly repo: string;
  readonly remote: string;
  readonly branch: string;
}

export interface Pushed {
  readonly remote: string;
  /** The URL without a password. */
  readonly url: string;
  readonly branch: string;
  /** The commit that the remote had; null where it had none, or where it was not told. */
  readonly before: string | null;
  readonly after: string;
  readonly outcome: 'created' | 'updated' | 'up_to_date';
}

/** Pushes; throws a `Refusal` if anything is not as plain as it must be, or git says no. */
export async function pushBranch(order: PushOrder, reach: Reach): Promise<Pushed> {
  const { repo, remote, branch } = order;
  assertRemoteName(remote);
  assertBranchName(branch);
  const repository = await openWorkRepository(repo, reach);
  const place = await placeOf(repository, remote, reach);
  const after = await commitOf(repository, branch);
  const ref = `refs/heads/${branch}`;
  const receive = place.kind === 'file' ? localReceivePack : 'git-receive-pack';
  const ended = await runGit([
    `--git-dir=${repository.gitFolder}`,
    'push',
    '--porcelain',
    '--no-verify',
    '--no-follow-tags',
    '--no-signed',
    '--no-progress',
    '--recurse-submodules=no',
    `--receive-pack=${receive}`,
    '--',
    remote,
    `${after}:${ref}`,
  ]);
  const { outcome, before } = await reportOf(ended, ref, repository);
  return { remote, url: place.shown, branch, before, after, outcome };
}

async function placeOf({ config }: Repository, remote: string, reach: Reach): Promise<RemotePlace> {
  const urls = config.get(`remote.${remote}.url`) ?? [];
  const [url] = urls;
  if (url === undefined || urls.length !== 1) {
    const what = urls.length === 0 ? 'is not configured' : 'has several URLs';
    throw new Refusal(`the remote ${quoted(remote)} ${what}; give it one with \`git remote\``);
  }
  const place = readRemoteUrl(url);
  // A remote on this machine runs here: it must be within reach, and as plain as the repository.
  if (place.kind === 'file') await openBareRepository(place.path, reach);
  return place;
}

async function commitOf(repository: Repository, branch: string): Promise<string> {
  const id = await idOf(repository, `refs/heads/${branch}^{commit}`);
  if (id !== null) return id;
  throw new Refusal(`the repository has no branch ${quoted(branch)}; look with \`git branch\``);
}

/** Reads the one line of the report that is about the ref: flag, refs, summary. */
async function reportOf(
  { code, stdout }: Ended,
  ref: string,
  repository: Repository,
): Promise<Pick<Pushed, 'outcome' | 'before'>> {
  const lines = stdout.toString('utf8').split('\n');
  const line = lines.map((text) => text.split('\t')).find(([, refs]) => refs?.endsWith(`:${ref}`));
  const [flag, , summary = ''] = line ?? [];
  if (flag === '=') return { outcome: 'up_to_date', before: null };
  if (flag === '*' && code === 0) return { outcome: 'created', before: null };
  if (flag === ' ' && code === 0) {
    return { outcome: 'updated', before: await fullId(summary.split('..')[0] ?? '', repository) };
  }
  if (flag === '!') {
    throw new Refusal('the remote did not take the branch; fetch, merge what is new, try again');
  }
  throw new Refusal('git could not push; try it by hand to see why, with no prompt it can answer');
}

async function fullId(short: string, repository: Repository): Promise<string | null> {
  return /^[0-9a-f]{4,64}$/.test(short) ? idOf(repository, short) : null;
}

/** The whole id of what a name stands for; null if there is no such thing. */
async function idOf({ gitFolder }: Repository, name: string): Promise<string | null> {
  const args = [`--git-dir=${gitFolder}`, 'rev-parse', '--verify', '--quiet', '--end-of-options'];
  const { code, stdout } = await runGit([...args, name]);
  const id = stdout.toString('latin1').trim();
  return code === 0 && OBJECT_ID.test(id) ? id : null;
}
