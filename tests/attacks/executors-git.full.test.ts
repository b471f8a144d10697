/** Names that are options, and repositories that would run something or lead elsewhere. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answered,
  bundled,
  type Executors,
  put,
  scratchFolder,
} from '../unit/executors/executor-process.js';
import { git, makeRepository, type TestRepository } from '../unit/executors/git-repository.js';

const home = scratchFolder();
const canary = join(home, 'canary');
const touch = join(home, 'touch.sh');

let executors: Executors;
beforeAll(async () => {
  executors = await bundled('git_push');
  put(home, 'touch.sh', `#!/bin/sh\necho ran >> ${canary}\n`);
  chmodSync(touch, 0o755);
});

function push(repo: string, more: object = {}): Promise<Answered> {
  const args = { repo, remote: 'origin', branch: 'main', ...more };
  return executors.call('git_push', { args, scope: { 'git.push': ['~/**'] }, home });
}

function expectNothingRan(): void {
  expect(existsSync(canary)).toBe(false);
}

describe('names', () => {
  let made: TestRepository;
  beforeAll(() => {
    made = makeRepository(home, 'names');
  });

  test.each([
    '--upload-pack=touch',
    '--receive-pack=touch x',
    '-f',
    '--mirror',
    '--',
    '.',
    '..',
    '../names.git',
    '/tmp/x',
    'https://evil.example/x.git',
    'ext::sh',
    'git@evil.example:x',
    'origin\n',
    'origin other',
    'origin\0',
    '',
  ])('`%s` is no remote', async (remote) => {
    const { error } = await push(made.work, { remote });
    expect(error).toMatch(/is no plain name of a remote|do not fit at `\/remote`/);
    expectNothingRan();
  });

  test.each([
    '--force',
    '-d',
    '+main',
    ':main',
    'main:other',
    'main:refs/heads/other',
    'refs/heads/main',
    'HEAD',
    'main^{}',
    'main~1',
    '@',
    '@{u}',
    'a..b',
    'a/../b',
    'main.lock',
    'main.',
    'a//b',
    '/main',
    'main/',
    'ma in',
    'main\n',
    'main\0',
    '*',
    '',
  ])('`%s` is no branch', async (branch) => {
    const { error } = await push(made.work, { branch });
    expect(error).toMatch(/is no plain name of a branch|do not fit at `\/branch`/);
    expectNothingRan();
  });

  test.each(['--exec-path=/tmp', '-c', 'names', '../names', '~/names/../names', '~/names\0'])(
    '`%s` is no repository',
    async (repo) => {
      expect((await push(repo)).ok).toBe(false);
    },
  );
});

describe('settings', () => {
  const settings: readonly (readonly [string, string])[] = [
    ['core.sshCommand', 'CANARY'],
    ['core.gitProxy', 'CANARY'],
    ['core.fsmonitor', 'CANARY'],
    ['core.hooksPath', 'HOOKS'],
    ['core.askPass', 'CANARY'],
    ['core.alternateRefsCommand', 'CANARY'],
    ['core.worktree', '/'],
    ['credential.helper', '!CANARY'],
    ['credential.https://example.com.helper', '!CANARY'],
    ['remote.origin.receivepack', 'CANARY'],
    ['remote.origin.uploadpack', 'CANARY'],
    ['remote.origin.vcs', 'CANARY'],
    ['remote.origin.pushurl', 'ext::CANARY'],
    ['remote.origin.push', '+refs/*:refs/*'],
    ['remote.origin.mirror', 'true'],
    ['remote.origin.proxy', 'http://127.0.0.1:1'],
    ['remote.origin.promisor', 'true'],
    ['remote.pushdefault', 'other'],
    ['url.ext::CANARY .insteadof', '/'],
    ['url.ext::CANARY .pushinsteadof', '/'],
    ['protocol.ext.allow', 'always'],
    ['include.path', '/etc/hosts'],
    ['includeif.gitdir:/.path', '/etc/hosts'],
    ['gpg.program', 'CANARY'],
    ['push.gpgsign', 'true'],
    ['push.recursesubmodules', 'on-demand'],
    ['http.sslverify', 'false'],
    ['http.proxy', 'http://127.0.0.1:1'],
    ['extensions.worktreeconfig', 'true'],
    ['alias.push', '!CANARY'],
    ['filter.x.clean', 'CANARY'],
    ['submodule.x.update', '!CANARY'],
  ];

  test.each(settings)('`%s` of the repository is refused by its name', async (name, value) => {
    const { work, bare } = makeRepository(
      home,
      `set-${settings.findIndex(([one]) => one === name)}`,
    );
    git(work, 'config', name, value.replace('CANARY', touch).replace('HOOKS', home));
    const { error } = await push(work);
    expect(error).toMatch(/^the setting `.+` may start or read more; take it out or push by hand$/);
    expect(error.toLowerCase()).toContain(name.slice(0, 8).toLowerCase());
    expect(git(bare, 'for-each-ref')).toBe('');
    expectNothingRan();
  });

  test('a setting of a remote on this machine is refused too', async () => {
    const { work, bare } = makeRepository(home, 'far-setting');
    git(bare, 'config', 'core.alternateRefsCommand', touch);
    expect((await push(work)).error).toMatch(/^the setting `core\.alternaterefscommand`/);
    expectNothingRan();
  });

  test('a configuration that is no text, a link or gone is refused', async () => {
    const { work } = makeRepository(home, 'odd-config');
    const config = join(work, '.git/config');
    put(work, '.git/config', Buffer.from([0, 1, 2, 255]));
    expect((await push(work)).error).toMatch(/cannot be read; mend it/);
    rmSync(config);
    expect((await push(work)).error).toMatch(/is no repository/);
    symlinkSync('/etc/hosts', config);
    expect((await push(work)).error).toMatch(/is no repository/);
  });

  test('the configuration of the user and of the machine is not read', async () => {
    const { work } = makeRepository(home, 'global');
    put(
      home,
      '.gitconfig',
      `[core]\n\thooksPath = ${home}\n[url "ext::${touch} "]\n\tinsteadOf = /\n`,
    );
    expect((await push(work)).ok).toBe(true);
    expectNothingRan();
  });
});

describe('hooks', () => {
  test('neither those of the repository nor those of a remote on this machine run', async () => {
    const { work, bare } = makeRepository(home, 'hooks');
    const names = ['pre-push', 'reference-transaction', 'post-update', 'post-receive'];
    for (const folder of [join(work, '.git/hooks'), join(bare, 'hooks')]) {
      for (const name of [...names, 'pre-receive', 'update', 'proc-receive', 'push-to-checkout']) {
        put(folder, name, `#!/bin/sh\necho ${name} >> ${canary}\n`);
        chmodSync(join(folder, name), 0o755);
      }
    }
    expect((await push(work)).value['outcome']).toBe('created');
    expectNothingRan();
    // The hooks would run: git itself runs them.
    git(work, 'push', '--quiet', 'origin', 'main:other');
    expect(existsSync(canary)).toBe(true);
    rmSync(canary);
  });
});

describe('repositories that lead elsewhere', () => {
  test('a `.git` that is a file, a link, or has a link for its objects', async () => {
    const { work } = makeRepository(home, 'pointer');
    const hidden = join(home, 'hidden.git');
    renameSync(join(work, '.git'), hidden);
    put(work, '.git', `gitdir: ${hidden}\n`);
    expect((await push(work)).error).toMatch(/is no repository/);
    rmSync(join(work, '.git'));
    symlinkSync(hidden, join(work, '.git'));
    expect((await push(work)).error).toMatch(/is no repository/);
    rmSync(join(work, '.git'));
    renameSync(hidden, join(work, '.git'));
    renameSync(join(work, '.git/objects'), join(home, 'objects'));
    symlinkSync(join(home, 'objects'), join(work, '.git/objects'));
    expect((await push(work)).error).toMatch(/is no repository/);
  });

  test('borrowed objects', async () => {
    const { work } = makeRepository(home, 'borrowed');
    put(work, '.git/objects/info/alternates', `${home}/names/.git/objects\n`);
    expect((await push(work)).error).toMatch(
      /leads elsewhere by `.+alternates`; push from a clone/,
    );
  });

  test('a folder without a repository is not that of the folder above it', async () => {
    const { work } = makeRepository(home, 'above');
    mkdirSync(join(work, 'below'));
    expect((await push(join(work, 'below'))).error).toMatch(/is no repository/);
  });

  test('a link to a repository', async () => {
    const { work } = makeRepository(home, 'linked');
    symlinkSync(work, join(home, 'link'));
    expect((await push('~/link')).ok).toBe(false);
  });

  test('a remote that nobody answers for ends in an answer, and asks nobody', async () => {
    const { work } = makeRepository(home, 'silent');
    git(work, 'remote', 'set-url', 'origin', 'https://127.0.0.1:1/a.git');
    expect((await push(work)).error).toMatch(/^git could not push; try it by hand to see why/);
    git(work, 'remote', 'set-url', 'origin', 'ext::sh -c touch% x');
    expect((await push(work)).error).toMatch(/neither https, ssh nor a folder but `ext`/);
  });
});
