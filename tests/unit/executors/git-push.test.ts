import { beforeAll, describe, expect, test } from 'vitest';
import { readRemoteUrl } from '../../../hosts/executors/git/remote-url.js';
import { verifies } from '../../claims/verifies.js';
import { type Answered, bundled, type Executors, scratchFolder } from './executor-process.js';
import { git, makeRepository } from './git-repository.js';

const home = scratchFolder();

let executors: Executors;
beforeAll(async () => {
  executors = await bundled('git_push');
});

function push(repo: string, more: object = {}, hints = ['~/**']): Promise<Answered> {
  const args = { repo, remote: 'origin', branch: 'main', ...more };
  return executors.call('git_push', { args, scope: { 'git.push': hints }, home });
}

describe('git_push', () => {
  verifies('T-5', 'pushes one branch forward and says what became of it', async () => {
    const { work, bare, commit } = makeRepository(home, 'forward');
    const first = git(work, 'rev-parse', 'HEAD');
    const about = { remote: 'origin', url: bare, branch: 'main' };
    const created = { ...about, before: null, after: first, outcome: 'created' };
    expect((await push(work)).value).toEqual(created);
    expect(git(bare, 'rev-parse', 'main')).toBe(first);

    const second = commit('second');
    const updated = { ...about, before: first, after: second, outcome: 'updated' };
    expect((await push(work)).value).toEqual(updated);
    expect(git(bare, 'rev-parse', 'main')).toBe(second);
    expect(git(work, 'rev-parse', 'origin/main')).toBe(second);

    expect((await push(work)).value).toMatchObject({ after: second, outcome: 'up_to_date' });
  });

  test('pushes no other branch, no tag, and nothing that is not committed', async () => {
    const { work, bare } = makeRepository(home, 'alone');
    git(work, 'branch', 'other');
    git(work, 'tag', '--annotate', '--message', 'x', 'v1');
    git(work, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
    expect((await push(work)).ok).toBe(true);
    expect(git(bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  test('overwrites nothing that the remote has', async () => {
    const { work, bare, commit } = makeRepository(home, 'behind');
    commit('second');
    await push(work);
    git(work, 'reset', '--quiet', '--hard', 'HEAD~1');
    const other = commit('other');
    const { error } = await push(work);
    expect(error).toMatch(/^the remote did not take the branch; fetch, merge/);
    expect(git(bare, 'rev-parse', 'main')).not.toBe(other);
  });

  verifies('T-33', 'reaches no repository and no remote folder outside of its hints', async () => {
    const { work } = makeRepository(home, 'bounded');
    expect((await push(work, {}, ['~/elsewhere/**'])).error).toMatch(/outside of what `git\.push`/);
    expect((await push(work, {}, ['~/bounded'])).error).toMatch(
      /bounded\.git` is outside of what `git\.push` reaches/,
    );
    expect((await push(work, {}, ['~/bounded', '~/bounded.git'])).ok).toBe(true);
  });

  test('says which name is unknown', async () => {
    const { work } = makeRepository(home, 'names');
    expect((await push(work, { remote: 'upstream' })).error).toMatch(
      /`upstream` is not configured/,
    );
    expect((await push(work, { branch: 'absent' })).error).toMatch(/no branch `absent`; look/);
    expect((await push(home)).error).toMatch(/is no repository with all its parts in it/);
    git(work, 'remote', 'set-url', '--add', 'origin', '/x');
    expect((await push(work)).error).toMatch(/`origin` has several URLs; give it one/);
  });
});

describe('the URL of a remote', () => {
  test.each([
    ['https://token:secret@example.com/a.git', 'https', 'https://example.com/a.git'],
    ['ssh://git@example.com:2222/a.git', 'ssh', 'ssh://git@example.com:2222/a.git'],
    ['git@example.com:a/b.git', 'ssh', 'git@example.com:a/b.git'],
    ['/srv/a.git', 'file', '/srv/a.git'],
    ['file:///srv/a.git', 'file', 'file:///srv/a.git'],
  ])('%s is %s', (url, kind, shown) => {
    expect(readRemoteUrl(url)).toMatchObject({ kind, shown });
  });

  test.each([
    'http://example.com/a.git',
    'git://example.com/a.git',
    'ext::sh -c touch% x',
    'fd::17',
    'ftp://example.com/a',
    '-oProxyCommand=x:y',
    'ssh://-oProxyCommand=x/y',
    'ssh://%2doProxyCommand=x/y',
    'a@-b:c',
    'git@example.com:-x',
    'relative/path',
    '../a.git',
    'file://host/a.git',
    '',
  ])('`%s` is none that is pushed to', (url) => {
    expect(() => readRemoteUrl(url)).toThrow(/neither https, ssh nor a folder/);
  });
});
