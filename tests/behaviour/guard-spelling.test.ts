// Family V, item 15 and C22: forbidden paths in other spellings, and what is no path.
import { expect } from 'vitest';
import { guardAnswer } from '../../kernel/vaglio/guard.js';
import type { JsonObject } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';

const HOME = '/home/alice';

interface Place {
  readonly home?: string | null;
  readonly cwd?: string | null;
}

function patternOf(
  args: JsonObject,
  { home = HOME, cwd = '/work/app' }: Place = {},
): string | null {
  const tool = { tool: 'read_file', capabilities: ['file.read'] };
  return guardAnswer({ ...tool, args, home, cwd, shell: null }).finding?.pattern ?? null;
}

function passing(texts: readonly string[], place?: Place, key = 'text'): readonly string[] {
  return texts.filter((text) => patternOf({ [key]: text }, place) === null);
}

/** By the pattern that names it, other spellings of a path. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  '^/etc/(passwd|shadow|sudoers)': [
    '//etc/passwd',
    '/etc//passwd',
    '/etc/./passwd',
    '/etc/../etc/passwd',
    '/tmp/../../etc/shadow',
    '/workspace/my files/../../etc/passwd',
    '../../etc/passwd',
    '../../../../../etc/passwd',
    'x/../../../etc/passwd',
    'file:///etc/passwd',
    'FILE://localhost/etc/passwd',
    'file:/etc/passwd',
    'file://etc/passwd',
    'file:///etc/passwd?x#y',
    'file:///etc/%70asswd',
    'file:///docs/..%2F..%2Fetc%2Fpasswd',
    '/etc/%70asswd',
    '/etc%2fpasswd',
    '%2fetc%2fpasswd',
    '/docs/%2e%2e/etc/passwd',
    '/docs/..%c0%afetc/passwd',
    '/docs/%c0%ae%c0%ae/etc/passwd',
    '/docs/..%5c..%5cetc/passwd',
    ' /etc/passwd',
    '\t/etc/passwd\n\n',
    '\u00a0/etc/passwd',
    '/etc /passwd',
    '/etc./passwd',
    '/etc/x/.. /passwd',
    '/ETC/PASSWD',
    '/Etc/Passwd',
    '/etc\\passwd',
    '\\etc\\passwd',
    'C:\\..\\etc\\passwd',
    '/\0etc/passwd',
    '/tmp/x\0/../../etc/passwd',
    '/etc\u2044passwd',
    '/etc\u2215passwd',
    '\u29f8etc\u29f8passwd',
    '\uff0fetc\uff0fpasswd',
    '/docs/\u2025/etc/passwd',
    '/etc/pass\u200bwd',
    '/\ufeffetc/passwd',
    '/etc/p\uff41sswd',
    '/etc/pa\u017f\u017fwd',
    '/private/etc/passwd',
    '~/../../etc/shadow',
    '$HOME/../../etc/shadow',
    '~+/../../etc/passwd',
    '~bob/../../etc/passwd',
  ],
  '^/etc/ssh(/|$)': ['/etc/x/../ssh/../ssh', '/etc/ssh/', '/etc/ssh.', 'file:///etc/ssh#x'],
  '^/root(/|$)': ['//root', '/root.', '~root', '~root/x', '/x/../root/y', '/Root/x'],
  '^/boot(/|$)': ['//boot/x', '/./boot'],
  '^/sys(/|$)': ['//sys/x', '/x/../sys'],
  '^/proc(/[0-9]|$)': [
    '/proc/',
    '/proc/self/environ',
    '/proc/thread-self/environ',
    '/proc/self',
    '/proc//1/environ',
    '/proc/1/task/1/environ',
    '/PROC/SELF/environ',
    '/tmp/../proc',
  ],
  '^/dev/(sd|nvme|mmcblk|loop)': ['//dev/sda', '/dev/./nvme0', '/DEV/sda'],
  '(^|/)\\.ssh(/|$)': [
    '.SSH/id',
    '~/.Ssh',
    '$HOME/.ssh',
    '$' + '{HOME}/.ssh/id',
    '%USERPROFILE%\\.ssh\\id',
    'C:\\Users\\a\\.ssh\\id',
    'C:\\Users\\a\\.ssh.\\id',
    'C:\\Users\\a\\.ssh::$INDEX_ALLOCATION\\id',
    'a/%2essh/id',
    'a/.s\u200csh/id',
    'a\u2215.ssh',
  ],
  '\\.aws/credentials': [
    '~/.aws//credentials',
    '~/.aws/./credentials',
    '~/.aws./credentials',
    '.AWS\\Credentials',
  ],
  '\\.config/[^/]+/credentials\\.env': [
    '~/.config//sluice/credentials.env',
    '~/.config/x/../sluice/credentials%2eenv',
  ],
  '\\.gnupg(/|$)': ['~/.GNUPG', 'a/.gnupg./x'],
};

for (const [pattern, texts] of Object.entries(spellings)) {
  verifies('V-15', `${pattern} holds in other spellings`, () => {
    expect(texts.map((text) => [text, patternOf({ text })])).toEqual(
      texts.map((text) => [text, pattern]),
    );
  });
}

verifies('V-15', 'a mention is no path: prose, parts of names, addresses of other hosts', () => {
  const honest = [
    'cat /etc/passwd',
    'see //etc/passwd and /proc/self',
    'Look at .SSH/config first.',
    'do not use ../../etc/passwd here',
    'line one\nthen /etc/../etc/shadow',
    'http://host/etc/passwd',
    'https://host/%2e%2e/etc/passwd',
    'notes-about-sshd_config.md',
    'configs/foo.sshd_config',
    '/etc/cron.d/x',
    '/etc/hosts',
    '/proc/cpuinfo',
    '/proc/meminfo',
    '/dev/null',
    '/workspace/root/x',
    '/rootfs',
    '/systems',
    '~/.aws/config',
    '~/.sshx',
    'a//b',
    '../x',
    '..',
    '.',
    '/',
    '~',
    '%',
    '%zz',
    '50% of $HOME',
    'alice@example.com',
    '../boot/loader.ts',
    'src/../root/x',
    '',
    ' ',
    '\0',
    '\ud83d\ude00 caf\u00e9',
  ];
  expect(passing(honest)).toEqual(honest);
});

verifies(
  'V-15',
  'an argument that is named for a path holds one, whatever blanks are in it',
  () => {
    const text = 'my files/../../../etc/passwd';
    expect(passing([text])).toEqual([text]);
    for (const key of [
      'path',
      'file',
      'filePath',
      'target_dir',
      'uri',
      'paths',
      'cwd',
      'outputFile',
    ])
      expect(passing([text], {}, key)).toEqual([]);
    for (const key of ['body', 'pathology', 'profile', 'direction'])
      expect(passing([text], {}, key)).toEqual([text]);
    expect(patternOf({ paths: ['x', text] })).not.toBeNull();
    expect(patternOf({ deep: [{ path: text }] })).not.toBeNull();
  },
);

verifies('V-15', 'relative paths climb from the directory that the host names', () => {
  const climbing = ['../etc/passwd', '../../root/x', '../../boot'];
  expect(passing(climbing, { cwd: '/' })).toEqual([]);
  expect(passing(climbing, { cwd: '/a/b/c' })).toEqual(climbing);
  // Where nobody knows it, only names that nothing else has count.
  expect(passing(['../../etc/passwd', '../../../proc/1/x'], { cwd: null })).toEqual([]);
  const usual = ['../boot/x.js', '../root/x', '../sys', 'etc/passwd'];
  expect(passing(usual, { cwd: null })).toEqual(usual);
  // Names below a forbidden directory are not forbidden for it.
  expect(passing(['src/x.ts', './y', 'z'], { cwd: '/root/app' })).toHaveLength(3);
});

verifies('V-15', 'without a home, a tilde stands for no directory', () => {
  expect(passing(['~/x', '~', '$HOME/x'], { home: null })).toHaveLength(3);
  expect(passing(['~/.ssh/x', '~/.SSH/x', '$HOME/.ssh'], { home: null })).toEqual([]);
  expect(passing(['~/x', '$HOME/x'], { home: '/root' })).toEqual([]);
});

verifies('C22', 'content is looked at like any argument, at any depth', () => {
  expect(patternOf({ body: 'page with /home/x/.ssh/id_rsa in it' })).not.toBeNull();
  expect(patternOf({ rows: [{ cells: ['a', '//etc/passwd'] }] })).not.toBeNull();
  expect(patternOf({ '//etc/passwd': 'x' })).toBeNull();
});
