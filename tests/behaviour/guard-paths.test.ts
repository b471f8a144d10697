// Family V, items 11 to 15: the forbidden paths of the coded core. What the layer over it adds:
// guard-spelling.test.ts.
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { createKernel } from '../../hosts/index.js';
import { codedFinding, type GuardFinding } from '../../kernel/vaglio/coded-core.js';
import type { JsonObject } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked } from '../fakes/refusal.js';

const HOME = '/home/alice';

function find(args: JsonObject, home: string | null = HOME): GuardFinding | null {
  return codedFinding({ tool: 'read_file', capabilities: ['file.read'], args, home });
}

/** The pattern that a text is reported for; null if it passes. */
function patternOf(text: string, home: string | null = HOME): string | null {
  return find({ text }, home)?.pattern ?? null;
}

function passing(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => patternOf(text) === null);
}

verifies('V-11', 'every string is looked at, at any depth, in whatever argument', () => {
  const bad = '/etc/passwd';
  const deep: readonly JsonObject[] = [
    { path: bad },
    { exclude: bad },
    { note: ['x', [{ y: bad }]] },
    { a: { b: { c: { d: [bad] } } } },
    { path: '/tmp/x', glob: 'see .ssh/config'.slice(4) },
  ];
  expect(deep.filter((args) => find(args) === null)).toEqual([]);
  expect(find({ '/etc/passwd': 'x', nested: { '.ssh': 1 } })).toBeNull();
  expect(find({ n: 1, b: true, nothing: null, empty: [] })).toBeNull();
});

verifies('V-11', 'a mention blocks like a use, also in text that is only carried', () => {
  expect(patternOf('please read /home/bob/.ssh/id_rsa')).not.toBeNull();
  expect(patternOf('# docs\nput the key into ~/.aws/credentials\n')).not.toBeNull();
  // An anchored pattern speaks of how a text begins.
  expect(patternOf('please read /etc/passwd')).toBeNull();
});

verifies('V-12', 'a leading tilde stands for the home of the user, and only there', () => {
  expect(patternOf('~/x', '/root')).toBe('^/root(/|$)');
  expect(patternOf('~', '/root')).toBe('^/root(/|$)');
  expect(patternOf('~/x', '/home/alice')).toBeNull();
  expect(patternOf('a ~/x', '/root')).toBeNull();
  expect(patternOf('~root/x', '/root')).toBeNull();
  expect(patternOf('~/x', null)).toBeNull();
});

/** For each pattern, as the design writes it: what it denies and what stands just beside it. */
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['(^|/)\\.ssh(/|$)', ['~/.ssh/id', '.ssh', 'a/.ssh/', '.ssh\n'], ['.sshx', 'a.ssh', 'x.ssh/y']],
  [
    '^/etc/(passwd|shadow|sudoers)',
    ['/etc/passwd', '/etc/passwd-', '/etc/sudoers.d/x', '/etc/shadow'],
    ['/etc/group', '/ETC/passwd', 'x/etc/passwd', '/etc/'],
  ],
  [
    '^/etc/ssh(/|$)',
    ['/etc/ssh', '/etc/ssh/sshd_config', '/etc/ssh\n'],
    ['/etc/sshd', '/etc/ssh2'],
  ],
  ['^/root(/|$)', ['/root', '/root/x', '/root\n'], ['/rootfs', 'a/root/b']],
  ['^/boot(/|$)', ['/boot', '/boot/vmlinuz'], ['/bootx', 'x/boot']],
  ['^/sys(/|$)', ['/sys', '/sys/kernel'], ['/system', '/sysx']],
  ['^/proc(/[0-9]|$)', ['/proc', '/proc/1/environ', '/proc\n'], ['/proc/', '/proc/self/environ']],
  ['^/dev/(sd|nvme|mmcblk|loop)', ['/dev/sda', '/dev/nvme0n1', '/dev/loop0'], ['/dev/null']],
  ['\\.aws/credentials', ['~/.aws/credentials', 'x.aws/credentials.bak'], ['~/.aws/config']],
  [
    '\\.config/[^/]+/credentials\\.env',
    ['~/.config/sluice/credentials.env', '.config/a b/credentials.env'],
    ['.config/credentials.env', '.config/a/b/credentials.env'],
  ],
  ['\\.gnupg(/|$)', ['~/.gnupg', '~/.gnupg/x', '.gnupg\n', 'a.gnupg'], ['.gnupg2']],
];

for (const [source, denied, beside] of table) {
  verifies('V-13', `${source} denies what it names and nothing beside it`, () => {
    expect(denied.map((text) => [text, patternOf(text)])).toEqual(
      denied.map((text) => [text, source]),
    );
    expect(passing(beside)).toEqual(beside);
  });
}

verifies('V-13', 'there are eleven, and the first that matches is reported', () => {
  expect(table).toHaveLength(11);
  expect(patternOf('/root/.ssh/x')).toBe('(^|/)\\.ssh(/|$)');
  expect(patternOf('/root/.aws/credentials')).toBe('^/root(/|$)');
  expect(find({ a: '/sys', b: '/boot' })?.pattern).toBe('^/sys(/|$)');
});

verifies(
  'V-13',
  'a final newline counts as the end, as it does where the design was written',
  () => {
    const ends = ['.ssh', '/etc/ssh', '/root', '/boot', '/sys', '/proc', '.gnupg'];
    expect(passing(ends.map((text) => `${text}\n`))).toEqual([]);
  },
);

verifies('V-13', 'no answer depends on what was asked before', () => {
  for (let i = 0; i < 5; i += 1) {
    expect(patternOf('/etc/passwd')).not.toBeNull();
    expect(patternOf('~/.gnupg/x')).not.toBeNull();
    expect(patternOf('/tmp/x')).toBeNull();
  }
});

/** A kernel that would read any file, with everything allowed that can be allowed. */
function readingKernel() {
  const canaries = makeCanaries();
  const approver = approverThat('allow');
  const tool = canaries.tool(
    {
      name: 'read_file',
      description: 'Reads a file.',
      effect: 'read',
      capabilities: ['file.read'],
      input: z.strictObject({ path: z.string() }),
      output: z.string(),
    },
    'x',
  );
  const kernel = createKernel({
    tools: [tool],
    grant: ['file.read'],
    declassify: () => 'release',
    layers: [{ stage: 'rules', answer: () => ({ stage: 'rules', outcome: 'allow' }) }],
    ports: { approver },
    principal: alice,
    home: HOME,
  });
  return { canaries, approver, kernel };
}

verifies('V-14', 'no grant, rule, layer, ruling or environment lets a path through', async () => {
  vi.stubEnv('SLUICE_GUARD', 'off');
  const { canaries, approver, kernel } = readingKernel();
  const plan = planOf(call('read', 'read_file', { path: '~/.ssh/id_rsa' }));
  const result = await kernel.run('Read ~/.ssh/id_rsa', { plan });
  const denial = expectBlocked(result, 'guard_forbidden_path', 'guard');
  expect(denial?.reason).toBe('guard: forbidden path: pattern `(^|/)\\.ssh(/|$)` in args');
  expect(denial?.remedies).toEqual([]);
  expect(approver.asked).toEqual([]);
  expect(canaries.calls).toEqual([]);
});

verifies(
  'V-14',
  'the guard looks again at what the input schema made of the arguments',
  async () => {
    const canaries = makeCanaries();
    const tool = canaries.tool(
      {
        name: 'read_file',
        description: 'Reads a file of the host.',
        effect: 'pure',
        capabilities: [],
        input: z.strictObject({ path: z.string().default('/etc/shadow') }),
        output: z.string(),
      },
      'x',
    );
    const kernel = createKernel({ tools: [tool], principal: alice, home: HOME });
    const plan = planOf(call('read', 'read_file', {}));
    expectBlocked(await kernel.run('Read', { plan }), 'guard_forbidden_path', 'guard');
    expect(canaries.calls).toEqual([]);
  },
);

verifies('V-15', 'a plain spelling of the path is matched too', async () => {
  const spelt = [
    '//etc/passwd',
    '/etc//passwd',
    '/etc/../etc/passwd',
    '/tmp/../../etc/./shadow',
    '/../etc/shadow',
    'file:///etc/passwd',
    'FILE://localhost/etc/passwd',
    'file:/etc/passwd',
    ' /etc/passwd',
    '\t/root/x\n',
    '/root\n\n',
    '/tmp/../proc',
    '~/../../etc/shadow',
    '~/.aws//credentials',
    '~/.config/./sluice/credentials.env',
    '/etc/x/../ssh/../ssh',
  ];
  const { kernel, canaries } = readingKernel();
  for (const path of spelt) {
    const plan = planOf(call('read', 'read_file', { path }));
    expectBlocked(await kernel.run('Read it', { plan }), 'guard_forbidden_path', 'guard');
  }
  expect(canaries.calls).toEqual([]);
});

verifies('V-15', 'what the patterns alone let pass, as measured', () => {
  const measured = [
    '/proc/',
    '/proc/self/environ',
    '~/.aws/config',
    '/etc/%70asswd',
    'C:\\Users\\a\\.ssh\\id',
    '/ETC/PASSWD',
    'cat /etc/passwd',
    'http://host/etc/passwd',
    '/etc/cron.d/x',
    'a//b',
    '../x',
    '..',
    '',
  ];
  expect(passing(measured)).toEqual(measured);
});
