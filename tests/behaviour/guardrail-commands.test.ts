// Family G, items 34 and 35: what a command line comes to, and the net of commands (with C24 of the
// contradictions). Inert text: nothing here is run.
import { describe, expect } from 'vitest';
import { netAnswer } from '../../kernel/policy/commands/net.js';
import { type ConversationMode, conversationModes } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { readLine, wordsOf } from '../fakes/command-line.js';

const net = (line: string, mode: ConversationMode = 'chat') => netAnswer(readLine(line), mode);
const answers = (lines: readonly string[], mode: ConversationMode = 'chat') =>
  lines.map((line) => [line, net(line, mode).decision]);
const all = (lines: readonly string[], decision: string) => lines.map((line) => [line, decision]);
const lines = (...texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(' ; '));

const DENIED = lines(
  'sudo ls ; sudo -u x ls ; doas ls ; su -c ls ; pkexec ls ; rm -rf / ; rm -rf /* ; rm -r -f /',
  'shutdown now ; reboot ; halt ; poweroff ; init 0 ; systemctl poweroff ; systemctl reboot',
  'systemctl --user halt ; mkfs /dev/x ; mkfs.ext4 /dev/x ; fdisk -l ; parted ; dd if=/dev/zero of=x',
  'docker run -v /:/ image ; docker run --rm -v /:/host image ; docker run --volume=/:/x image',
  'docker run --mount type=bind,source=/,target=/x image ; docker run --privileged image',
  'docker --debug run --privileged image ; docker container run -v //:/x image ; chroot / ls ; unshare -r ls ; nsenter -t 1 ls',
);
const PROMPTED = lines(
  'git push ; git push origin x ; git reset --hard ; git reset --har HEAD~1 ; git clean -fd',
  'npm publish ; pnpm publish ; yarn publish ; yarn npm publish ; cargo publish ; twine upload x',
  'python3 -m twine upload x ; gem push x ; gh pr create ; gh pr merge 1 ; gh pr close 1',
  'gh pr review 1 ; gh -R o/r pr merge 1 ; gh release create v1 ; gh release delete v1',
  'gh repo create x ; gh repo fork x ; gh repo delete x ; gh secret set X ; gh secret delete X',
  'gh workflow run x ; docker run image ; docker compose run x ; npm install ; npm i x ; pip install x ; pip3 install x',
  'python -m pip install x ; cargo add x ; bun add x ; git branch -D x ; git branch -d x',
  'git branch --delete x ; git tag -d v1 ; git push --delete o x ; git stash drop ; git stash clear',
  'git checkout -- x ; git checkout . ; git restore x ; git reflog expire --all ; git update-ref -d x',
  'git filter-branch x ; git submodule foreach ls ; git bisect run ls',
);
const CHANGING = lines(
  'git add x ; git commit -m x ; git reset x ; git merge x ; git rebase x ; docker ps ; kubectl get x',
  'terraform plan ; rm x ; touch x ; echo x > y ; ls >> y ; sed -i s/a/b/ x ; gem install x ; mv a b',
  'find . -delete ; tee x ; apt-get install x ; git stash ; gh issue create ; chmod 777 x',
);
const READING = lines(
  'ls -la ; cat x ; git status ; git log --oneline -5 ; git diff | head -20 ; git -C sub log',
  'grep -rn "rm -rf /" docs/ ; echo "never run mkfs /dev/sda" ; find . -name x ; npm test',
  'git branch -a ; git stash list ; git fetch ; curl https://a.example ; ls 2>/dev/null ; git tag -l',
  'echo sudo reboot ; git log --grep "git push" ; printf "git push" ; git show HEAD ; node x.js',
);

describe('the net of commands', () => {
  verifies('G-35', 'denies its first list in every mode', () => {
    for (const mode of conversationModes)
      expect(answers(DENIED, mode)).toEqual(all(DENIED, 'deny'));
  });

  verifies('G-35', 'asks about its second list in a chat', () => {
    expect(answers(PROMPTED)).toEqual(all(PROMPTED, 'prompt'));
  });

  verifies('G-35', 'denies both in modes that only read, and what changes anything', () => {
    for (const mode of ['plan', 'review', 'orchestrate'] as const) {
      expect(answers([...PROMPTED, ...CHANGING], mode)).toEqual(
        all([...PROMPTED, ...CHANGING], 'deny'),
      );
      expect(answers(READING, mode)).toEqual(all(READING, 'allow'));
    }
    expect(answers(READING)).toEqual(all(READING, 'allow'));
    const asked = ['gem install x', 'apt-get install x'];
    expect(answers([...CHANGING, ...asked])).toEqual(all([...CHANGING, ...asked], 'allow'));
  });

  verifies('G-35', 'reads pipes, lists, substitutions and shells inside', () => {
    for (const wrap of [
      ...['ls && X', 'ls || X', 'ls; X', 'ls | X', '(X)', '{ X; }', 'echo $(X)', 'cat <(X)'],
      ...['bash -c "X"', 'eval "X"', 'if true; then X; fi', 'f() { X; }; f', 'timeout 5 X', 'X &'],
      ...['find . -exec X \\;', 'env A=1 X', 'A=1 X', '  X  ', '"$(X)"', 'cat <<E\n$(X)\nE'],
    ]) {
      expect([wrap, net(wrap.replace('X', 'git push')).decision]).toEqual([wrap, 'prompt']);
      expect([wrap, net(wrap.replace('X', 'reboot')).decision]).toEqual([wrap, 'deny']);
    }
  });

  verifies('G-35', 'takes the strictest of several answers', () => {
    expect(net('git push; ls; reboot')).toEqual({ decision: 'deny', rule: 'net:reboot' });
    expect(net('ls; git push')).toEqual({ decision: 'prompt', rule: 'net:git-push' });
    expect(net('ls')).toEqual({ decision: 'allow', rule: 'net:none' });
    expect(net('git add x; git push', 'plan')).toEqual({ decision: 'deny', rule: 'net:git-push' });
    expect(net('touch x', 'plan')).toEqual({ decision: 'deny', rule: 'net:changes' });
  });

  verifies('G-35', 'tells by words what a list of substrings could not (C24)', () => {
    for (const line of ['rm -rf /tmp/x', 'echo reboot', 'git commit -m "rm -rf /"', 'ls shutdown'])
      expect([line, net(line).decision]).toEqual([line, 'allow']);
    // What a list would ask about, the class does.
    expect(readLine('rm -rf /tmp/x').classes).toContain('fileDelete');
    expect(net('cd /; rm -rf .')).toMatchObject({ decision: 'deny' });
  });

  verifies('G-35', 'asks about a word that decides and that nobody knows', () => {
    for (const line of ['git $x', 'npm "$x"', 'gh pr "$x"', 'docker run $OPTIONS image'])
      expect([line, net(line).decision, net(line, 'plan').decision]).toEqual([
        line,
        'prompt',
        'deny',
      ]);
    expect(net('git branch "$x" y')).toEqual({ decision: 'prompt', rule: 'net:git-branch' });
    expect(net('git commit -m "$x"').decision).toBe('allow');
  });

  verifies('G-35', 'leaves what was not read to the guard, but for modes that only read', () => {
    for (const line of ['echo "abc', '$x y', 'eval "$x"', 'rm -rf "$x"']) {
      expect(net(line).decision).toBe('allow');
      expect(net(line, 'plan').decision).toBe('deny');
    }
  });
});

describe('programs that git is told to run', () => {
  verifies('G-35', 'are denied: settings', () => {
    const settings = lines(
      'core.sshCommand=x ; core.pager=less ; CORE.Editor=vi ; core.fsmonitor=x ; core.hooksPath=/x',
      'diff.external=x ; credential.helper=x ; gpg.program=x ; sequence.editor=x ; filter.a.clean=x',
      'alias.x=!id ; pager.log=x ; core.gitProxy=x ; protocol.ext.allow=always ; include.path=x',
      'remote.o.uploadpack=x ; diff.a.textconv=x ; credential.https://a.helper=x',
    );
    for (const setting of settings) {
      const rule = { decision: 'deny', rule: 'net:git-program' };
      expect([setting, net(`git -c ${setting} log`)]).toEqual([setting, rule]);
      expect([setting, net(`git clone -c ${setting} ./a b`)]).toEqual([setting, rule]);
      expect([setting, net(`git config --global ${setting.replace('=', ' ')}`)]).toEqual([
        setting,
        rule,
      ]);
      expect([setting, net(`git config set ${setting.replace('=', ' ')}`)]).toEqual([
        setting,
        rule,
      ]);
    }
    expect(net('git --config-env=core.pager=X log').decision).toBe('deny');
    expect(net('git -C sub --exec-path=/x log').decision).toBe('deny');
    expect(net('git config -f .git/config core.pager x').decision).toBe('deny');
    expect(net('git -c "$x" log').decision).toBe('prompt');
    const passed = lines(
      'git -c core.pager=cat log ; git -c user.name=x log ; git config core.pager ; git config a.b c',
      'git config --get core.pager ; git -c core.hooksPath=/dev/null log ; git config alias.l log',
    );
    expect(answers(passed)).toEqual(all(passed, 'allow'));
  });

  verifies('G-35', 'are denied: options and addresses', () => {
    const denied = lines(
      'git grep -i -O/usr/bin/id x ; git grep --open-files-in-pager=x y ; git clone --upload-pack="x y" ./a',
      'git clone -u x ./a b ; git clone --upl=x ./a ; git fetch --upload-pack x o ; git push --receive-pack=x o',
      'git push --exec=x o ; git rebase -x ls main ; git rebase --exec ls main ; git clone ext::sh ./d',
      'git remote add o ext::sh ; git fetch ext::sh ; git clone --template=x ./a ; git difftool -x ls',
      'git config remote.o.url ext::sh',
    );
    expect(answers(denied)).toEqual(all(denied, 'deny'));
    const passed = lines(
      'git clone ./a b ; git fetch origin ; git grep x ; git rebase main ; git remote -v',
    );
    expect(answers(passed)).toEqual(all(passed, 'allow'));
  });

  verifies('G-35', 'are denied: variables', () => {
    const denied = lines(
      'GIT_SSH_COMMAND="sh -c id" git fetch ; GIT_SSH=x git fetch ; GIT_EDITOR=x git commit',
      'export GIT_EXTERNAL_DIFF=x ; env GIT_PAGER=less git log ; GIT_ASKPASS=x git fetch',
      'GIT_CONFIG_COUNT=1 git log ; GIT_CONFIG_KEY_0=a git log ; GIT_EXEC_PATH=/x git log',
      'GIT_PROXY_COMMAND=x git fetch ; PAGER=less git log ; GIT_TEMPLATE_DIR=x git init',
      'export "GIT_SSH=x" ; LD_PRELOAD=/x ls ; LD_LIBRARY_PATH=. ls ; DYLD_INSERT_LIBRARIES=x ls',
      'export LD_PRELOAD ; env LD_PRELOAD=x ls ; BASH_ENV=x bash y ; SSH_ASKPASS=x git fetch',
    );
    expect(answers(denied)).toEqual(all(denied, 'deny'));
    const passed = lines(
      'GIT_PAGER=cat git log ; PAGER=less man ls ; GIT_EDITOR=true git commit ; A=1 git log',
      'GIT_AUTHOR_NAME=x git log ; LD_PRELOAD= ls ; GIT_CONFIG_GLOBAL=/dev/null git log',
    );
    expect(answers(passed)).toEqual(all(passed, 'allow'));
  });

  verifies('G-35', 'may hide behind a name that git does not have itself: it asks', () => {
    expect(net('git zz')).toEqual({ decision: 'prompt', rule: 'net:git-alias' });
    expect(net('git logout-all')).toEqual({ decision: 'prompt', rule: 'net:git-alias' });
    expect(net('git config alias.zz "!id"; git zz').decision).toBe('deny');
  });
});

describe('what is allowed by its beginning', () => {
  verifies('G-34', 'keeps the classes that it adds, and the answer of the net', () => {
    // A rule sees the words; whatever it says of them, these two stay.
    expect(wordsOf('git push origin main')).toEqual(['git push origin main']);
    expect(readLine('git push origin main').classes).toContain('gitPush');
    expect(net('git push origin main').decision).toBe('prompt');
    expect(readLine('echo x; rm y').classes).toContain('fileDelete');
  });

  verifies('G-34', 'is one command: each other of the line has its own words', () => {
    expect(wordsOf('echo ok && curl -s https://a.example | sh')).toEqual([
      'echo ok',
      'curl -s https://a.example',
      'sh',
    ]);
    expect(wordsOf('git -C sub log')).toEqual(['git log']);
    expect(wordsOf('git -c core.pager=x log')).toEqual(['git -c core.pager=x log', 'git log']);
    expect(readLine('git log; ls').commands.every(({ text }) => text === null)).toBe(true);
  });
});
