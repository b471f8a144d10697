/** Real repositories with a real bare remote, made by git itself. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { put } from './executor-process.js';

const ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Alice',
  GIT_AUTHOR_EMAIL: 'alice@example.com',
  GIT_COMMITTER_NAME: 'Alice',
  GIT_COMMITTER_EMAIL: 'alice@example.com',
};

/** Runs git in a folder and gives what it printed. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { env: ENV, encoding: 'utf8' }).trim();
}

export interface TestRepository {
  /** The folder with the work tree. */
  readonly work: string;
  /** The bare repository that `origin` names. */
  readonly bare: string;
  /** Commits a change and gives its id. */
  commit(text: string): string;
}

/** Makes `<home>/<name>` with one commit on `main`, and `<home>/<name>.git`. */
export function makeRepository(home: string, name: string): TestRepository {
  const [work, bare] = [join(home, name), join(home, `${name}.git`)];
  git('/', 'init', '--quiet', '--initial-branch=main', work);
  git('/', 'init', '--quiet', '--bare', '--initial-branch=main', bare);
  git(work, 'remote', 'add', 'origin', bare);
  const commit = (text: string): string => {
    put(work, 'a.txt', text);
    git(work, 'add', 'a.txt');
    git(work, 'commit', '--quiet', '--message', text);
    return git(work, 'rev-parse', 'HEAD');
  };
  commit('first');
  return { work, bare, commit };
}
