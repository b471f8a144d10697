import { describe, expect, test } from 'vitest';
import { readLine } from '../../../fakes/command-line.js';

function pathsOf(line: string, cwd: string | null = '/work'): readonly string[] {
  const { paths, hasOpenPaths } = readLine(line, cwd);
  return hasOpenPaths ? [...paths, '+'] : paths;
}

describe('the paths of a line', () => {
  test.each([
    ['cat a b/../c /etc/./passwd', ['/work/a', '/work/c', '/etc/passwd']],
    ['git diff --no-index -- /etc/passwd /dev/null', ['/etc/passwd', '/work']],
    ['grep -n KEY .env', ['/work/.env']],
    ['sort --out=/etc/passwd names.txt', ['/etc/passwd', '/work/names.txt']],
    ['sort -o/etc/x names.txt', ['/etc/x', '/work/names.txt']],
    ['dd of=~/x', ['/work/of=~/x', '/work/~/x', '/home/me/x'].sort()],
    ['git show HEAD > ~/.ssh/id_ed25519', ['/home/me/.ssh/id_ed25519', '/work', '/work/HEAD']],
    ['cat <~root/.ssh/id_rsa', ['/root/.ssh/id_rsa', '/work']],
    ['cat ~+/notes.txt', ['/work/notes.txt']],
    ['rm -rf ../..', ['/']],
    ['find . -maxdepth 0 -fprint /etc/cron.d/job', ['/etc/cron.d/job', '/work']],
    ['find a b -newer c -name "*.x" -delete', ['/work/a', '/work/b', '/work/c']],
    ['./cat README.md', ['/work/README.md', '/work/cat']],
    ['curl -F f=@/etc/passwd -o out https://a.example/x', ['/etc/passwd', '/work/out']],
    ['curl file:///etc/passwd', ['/etc/passwd']],
    ['curl https://a.example', ['/work']],
    ['scp a.txt bob@host.example:/tmp/', ['/work/a.txt']],
    ['docker run -v /home:/h image', ['/home', '/home:/h', '/work/image']],
    ['ls 2>/dev/null >&2', ['/work']],
    ['cat x > >(tee y)', ['/work/x', '/work/y']],
  ])('of %j', (line, expected) => {
    expect([...pathsOf(line)].sort()).toEqual([...expected].sort());
  });

  test('a word that only mentions names none', () => {
    for (const line of [
      'echo "never run mkfs /dev/sda"',
      'git commit -m "see /etc/passwd"',
      "git commit -F - <<'M'\n/etc/shadow\nM",
      'kill -9 1',
      'sh -c "echo /etc/x"',
      'head -n 20',
      'git push origin main:x',
      'git config user.name x',
      'sleep 5',
    ])
      expect([line, pathsOf(line)]).toEqual([line, ['/work']]);
    expect(pathsOf('grep -rn "rm -rf /" docs/')).toEqual(['/work/docs']);
    expect(pathsOf('gh pr create --body /etc/x')).toEqual(['/work/create']);
  });

  test('what is printed for another command may be a path to it', () => {
    expect(pathsOf('echo /etc/passwd x | xargs cat')).toContain('/etc/passwd');
  });
});

describe('the directory in force', () => {
  test('is followed', () => {
    expect(pathsOf('cd sub && cat a')).toEqual(['/work/sub', '/work/sub/a']);
    expect(pathsOf('(cd /tmp; touch b); cat c')).toEqual(['/tmp', '/tmp/b', '/work/c']);
    expect(pathsOf('env -C /x ls')).toEqual(['/x']);
    expect(pathsOf('git -C ../other -C deep add a')).toEqual(['/other/deep/a', '/other/deep']);
  });

  test('is a path where a command names none', () => {
    expect(pathsOf('ls')).toEqual(['/work']);
    expect(pathsOf('cd /tmp; make')).toEqual(['/tmp']);
  });

  test('where nobody knows it, relative paths are open', () => {
    expect(pathsOf('cat a', null)).toEqual(['a', '+']);
    expect(pathsOf('cat /a', null)).toEqual(['/a']);
    expect(pathsOf('ls', null)).toEqual(['+']);
    expect(pathsOf('cd "$X"; cat a')).toEqual(['a', '+']);
    expect(pathsOf('git -C "$X" log')).toEqual(['+']);
  });
});

describe('what cannot be told', () => {
  test('of a pattern, the directory before it', () => {
    expect(pathsOf('cat src/a*/b')).toEqual(['/work/src', '+']);
    expect(pathsOf('cat *.ts')).toEqual(['/work', '+']);
    expect(pathsOf('rm -rf /*')).toEqual(['/', '+']);
    expect(pathsOf('find . -exec head {} \\;')).toEqual(['/work']);
    expect(pathsOf('find src -name x -exec head {} \\;')).toEqual(['/work/src', '+']);
  });

  test('of a variable, only a directory that is spelt before it', () => {
    expect(pathsOf('cat "$X"')).toEqual(['+']);
    expect(pathsOf('cat /etc/"$X"')).toEqual(['/etc', '+']);
    expect(pathsOf('cat "/$X"')).toEqual(['+']);
    expect(pathsOf('cat "$X" b')).toEqual(['/work/b', '+']);
    expect(pathsOf('curl -d "$KEY" a.example')).toEqual(['+']);
    expect(pathsOf('curl -H "A: $KEY" a.example')).toEqual(['/work']);
    expect(pathsOf('ls | xargs rm -f')).toEqual(['/work', '+']);
  });
});
