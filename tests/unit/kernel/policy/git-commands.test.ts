import { describe, expect, test } from 'vitest';
import type { Facet } from '../../../../schemas/index.js';
import { readLine, wordsOf } from '../../../fakes/command-line.js';

const refsOf = (line: string): Facet | null => readLine(line).refs;
const listed = (...values: readonly string[]): Facet => ({ values, reach: 'listed' });
const open = (...values: readonly string[]): Facet => ({ values, reach: 'open' });
const every = (...values: readonly string[]): Facet => ({ values, reach: 'every' });

describe('the words of a git command', () => {
  test('stand without what only says where it works', () => {
    for (const options of [
      ...['-C sub', '-C a -C b', '--git-dir=x', '--git-dir x', '--work-tree y', '-P', '-p'],
      ...['--no-pager', '--paginate', '--bare', '--namespace=n', '--no-optional-locks'],
      ...['--literal-pathspecs', '--no-replace-objects', '-C sub --no-pager'],
    ])
      expect([options, wordsOf(`git ${options} log --oneline -5`)]).toEqual([
        options,
        ['git log --oneline -5'],
      ]);
    expect(wordsOf('/usr/bin/git -C sub log')).toEqual(['/usr/bin/git log']);
  });

  test('with a setting stand with and without it', () => {
    expect(wordsOf('git -C sub -c a.b=c log')).toEqual(['git -c a.b=c log', 'git log']);
    expect(wordsOf('git --exec-path=/x log')).toEqual(['git --exec-path=/x log', 'git log']);
    expect(wordsOf('git --config-env a.b=C push')).toEqual([
      'git --config-env a.b=C push',
      'git push',
    ]);
    expect(wordsOf('git --odd push')).toEqual(['git --odd push', 'git push']);
  });

  test('are what they are without a sub-command', () => {
    expect(wordsOf('git')).toEqual(['git']);
    expect(wordsOf('git -C')).toEqual(['git']);
    expect(wordsOf('git --version')).toEqual(['git --version', 'git']);
  });
});

describe('the refs of git push', () => {
  test.each([
    ['git push origin HEAD:refs/heads/main', listed('main')],
    ['git -C ../other push origin HEAD:main', listed('main')],
    ['git push -u origin omnibus/v1', listed('omnibus/v1')],
    ['git push origin main', listed('main')],
    ['git push origin :main', listed('main')],
    ['git push origin +dev:main', listed('main')],
    ['git push -f origin a:b c', listed('b', 'c')],
    ['git push origin --delete main', listed('main')],
    ['git push -d origin main x', listed('main', 'x')],
    ['git push -o ci.skip --repo=r origin main', listed('main')],
    ['git push --push-option ci.skip origin main', listed('main')],
    ['git push origin tag v1', listed('tags/v1')],
    ['git push origin refs/tags/v1', listed('tags/v1')],
    ['git push --force-with-lease=main:abc origin x', listed('x')],
    ['git push', open()],
    ['git push origin', open()],
    ['git push origin HEAD', open()],
    ['git push origin @', open()],
    ['git push origin "$B"', open()],
    ['git push origin HEAD:"$B" x', open('x')],
    ['git push origin a..b', open()],
    ['git push --follow-tags origin main', open('main')],
    ['git push --mirror origin', every()],
    ['git push --mirr origin', every()],
    ['git push --all origin', every()],
    ['git push --branches origin', every()],
    ['git push --tags origin', every()],
    ['git push --prune origin main', every('main')],
    ['git push origin :', every()],
    ['git push origin "refs/heads/*:refs/heads/*"', every()],
    ['git push origin refs/heads/*:refs/heads/*', every()],
    ['git push a x; git push --all b', every('x')],
    ['git push a x; git push b', open('x')],
    ['bash -c "$X"; git push a x', open('x')],
  ])('of %j', (line, expected) => {
    expect(refsOf(line)).toEqual(expected);
  });
});

describe('the refs of other git commands', () => {
  test.each([
    ['git branch -D feat/x', listed('feat/x')],
    ['git branch -d a b', listed('a', 'b')],
    ['git branch x', listed('x')],
    ['git branch -f main HEAD', open('main')],
    ['git branch -m new', open('new')],
    ['git branch -D "$X"', open()],
    ['git branch -a', null],
    ['git branch --list x', null],
    ['git tag -d v1', listed('tags/v1')],
    ['git tag v1 abc', listed('tags/v1')],
    ['git tag -l', null],
    ['git fetch origin dev:main', listed('main')],
    ['git fetch origin', null],
    ['git fetch origin "$X"', open()],
    ['git fetch origin "+refs/heads/*:refs/heads/*"', every()],
    ['git pull origin main', open('main')],
    ['git update-ref refs/heads/main abc', listed('main')],
    ['git update-ref --stdin', open()],
    ['git checkout -B main', listed('main')],
    ['git switch -c x', listed('x')],
    ['git checkout x', null],
    ['git commit -m x', open()],
    ['git merge x', open()],
    ['git $x y', open()],
    ['git log main', null],
    ['ls', null],
  ])('of %j', (line, expected) => {
    expect(refsOf(line)).toEqual(expected);
  });

  test('beyond so many are open', () => {
    const names = Array.from({ length: 600 }, (_, at) => `b${at}`);
    const refs = refsOf(`git push origin ${names.join(' ')}`);
    expect(refs?.reach).toBe('open');
    expect(refs?.values).toEqual(names.slice(0, 512));
  });
});
