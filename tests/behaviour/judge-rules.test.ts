// Family V, items 1 to 10, 22 to 30, 48 to 57, 63: guard, rules and verdict on their own.
import { afterEach, expect, test, vi } from 'vitest';
import { createKernel, openVaglio } from '../../hosts/index.js';
import type { JudgeVerdict } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeNotebook } from '../fakes/notebook.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const HOME = '/home/alice';
const NOW = 1_700_000_000_500;

type Asked = readonly [intent: string, tool: string, args?: unknown, context?: unknown];

function vaglio(threshold?: number) {
  const options = { home: HOME, log: null, clock: { now: () => NOW } };
  return openVaglio(threshold === undefined ? options : { ...options, threshold });
}

function verdictOn(...[intent, tool, args = {}, context]: Asked): JudgeVerdict {
  return vaglio()(intent, tool, args, context);
}

function scoreOf(...asked: Asked): number {
  return verdictOn(...asked).score;
}

afterEach(() => vi.unstubAllEnvs());

verifies(['V-4', 'V-6', 'V-48'], 'a harmless path passes, with every field of a verdict', () => {
  expect(vaglio()('keep it', 'write_files', { path: '/tmp/x' })).toEqual({
    approved: true,
    reason: 'approved: score 0.70 (base score)',
    ts: NOW / 1000,
    judge_kind: 'rule-based-v1',
    score: 0.7,
    blocked_by: null,
    degraded: false,
    outcome: 'allow',
    code: null,
  });
  const read = verdictOn('list my files', 'read_files', { path: '/tmp/x' });
  expect(read.approved).toBe(true);
  expect(read.score).toBeGreaterThanOrEqual(0);
  expect(read.score).toBeLessThanOrEqual(1);
});

const blocked: readonly (readonly [id: 'V-49' | 'V-50' | 'V-51', path: string])[] = [
  ['V-49', '~/.ssh/id_rsa'],
  ['V-50', '/etc/passwd'],
  ['V-51', '~/.config/sluice/credentials.env'],
];
for (const [id, path] of blocked) {
  verifies([id, 'V-8'], `the guard blocks ${path}`, () => {
    const verdict = verdictOn('read it', 'read_files', { path });
    expect(verdict).toMatchObject({ approved: false, score: 0, blocked_by: 'guard' });
    expect(verdict).toMatchObject({ outcome: 'deny', code: 'guard_forbidden_path' });
    expect(verdict.reason).toContain('guard: forbidden path');
  });
}

const commands: readonly (readonly [id: 'V-52' | 'V-53', command: string])[] = [
  ['V-52', 'rm -rf /'],
  ['V-53', ':(){ :|:& };:'],
];
for (const [id, command] of commands) {
  verifies([id, 'V-8'], `the guard blocks the command of ${id}`, () => {
    const verdict = verdictOn('tidy up', 'shell_exec', { command });
    expect(verdict).toMatchObject({ approved: false, score: 0, blocked_by: 'guard' });
    expect(verdict).toMatchObject({ judge_kind: 'rule-based-v1', code: 'guard_dangerous_command' });
  });
}

verifies('V-54', 'the guard lets a harmless command pass', () => {
  const verdict = verdictOn('look around', 'shell_exec', { command: 'ls -la /tmp' });
  expect(verdict).toMatchObject({ approved: true, blocked_by: null });
});

verifies('V-2', 'no score outweighs the guard', () => {
  const context = { critical: false };
  const fine = verdictOn('write files', 'write_files', { path: '/tmp/x' }, context);
  expect(fine.score).toBeCloseTo(0.85);
  const bad = vaglio(0)('write files', 'write_files', { path: '/etc/shadow' }, context);
  expect(bad).toMatchObject({ approved: false, blocked_by: 'guard', score: 0 });
});

verifies(
  ['V-5', 'V-3'],
  'the same question has the same answer, at any threshold of the judge',
  () => {
    const ask = (threshold: number) => [
      vaglio(threshold)('x', 'shell_exec', { command: 'mkfs /dev/sda' }),
      vaglio(threshold)('x', 'write_files', { path: '/root/x' }),
    ];
    expect(ask(0)).toEqual(ask(1));
    expect(ask(0.3)).toEqual(ask(0.3));
  },
);

verifies('V-7', 'a verdict names one of three kinds', () => {
  vi.stubEnv('SLUICE_JUDGE_KIND', 'llm-v1');
  const model = vaglio()('x', 'write_files', {});
  vi.unstubAllEnvs();
  const kinds = [verdictOn('x', 'write_files'), verdictOn('x', 'read_files'), model];
  expect(kinds.map(({ judge_kind }) => judge_kind)).toEqual([
    'rule-based-v1',
    'safe-verb-shortcut',
    'llm-v1',
  ]);
});

verifies(['V-9', 'V-57'], 'below the threshold the judge blocks and says by how much', () => {
  const args = { 'bad-key': '/tmp/../x' };
  const low = vaglio(0.99)('do it', 'write_files', args);
  expect(low).toMatchObject({ approved: false, blocked_by: 'judge', code: 'judge_denied' });
  expect(low.reason).toBe(
    "judge: score 0.40 < threshold 0.99 (possible path traversal ('..' in path); " +
      "odd args key: 'bad-key')",
  );
  expect(vaglio(0.4)('do it', 'write_files', args).reason).toMatch(/^approved: score 0\.40 \(poss/);
});

verifies('V-10', 'a safe verb is approved with score 1 and says so', () => {
  expect(verdictOn('x', 'read_files', { path: '/tmp/x' })).toMatchObject({
    approved: true,
    score: 1,
    blocked_by: null,
    judge_kind: 'safe-verb-shortcut',
    reason: 'safe-verb: read (read-only/pure-compute)',
  });
});

verifies(['V-23', 'V-24'], 'four signals move the score, each once, and three leave a note', () => {
  const table: readonly (readonly [Asked, number, string])[] = [
    [['x', 'write_files', {}], 0.7, 'base score'],
    [['please write it', 'write_files', {}], 0.8, "intent mentions 'write'"],
    [['WRITE the Files', 'write_files', {}], 0.8, "intent mentions 'write'"],
    // A token is not put into small letters, and needs three of them.
    [['write it', 'Write_it', {}], 0.7, 'base score'],
    [['do it now', 'do_it', {}], 0.7, 'base score'],
    [['move it', 'mv move', {}], 0.8, "intent mentions 'move'"],
    [
      ['x', 'write_files', { a: ['..', { b: 'x/../y' }], c: '/..' }],
      0.5,
      'possible path traversal',
    ],
    [['x', 'write_files', { a: '..', b: '/' }], 0.7, 'base score'],
    [['x', 'write_files', { a: '~/..' }], 0.5, 'possible path traversal'],
    [['x', 'write_files', { 'a b': 1, 'c-d': 2 }], 0.6, "odd args key: 'a b'"],
    [['x', 'write_files', { '1a': 1 }], 0.6, "odd args key: '1a'"],
    [['x', 'write_files', { 'a\n': 1 }], 0.6, "odd args key: 'a\\u{a}'"],
    [['x', 'write_files', { a: { 'b-c': 1 }, _1: 2 }], 0.7, 'base score'],
    [['x', 'write_files', {}, { critical: false }], 0.75, 'base score'],
    [['x', 'write_files', {}, { critical: 0 }], 0.7, 'base score'],
    [['x', 'write_files', {}, { critical: true }], 0.7, 'base score'],
  ];
  for (const [asked, score, note] of table) {
    const verdict = verdictOn(...asked);
    expect(verdict.score, JSON.stringify(asked)).toBeCloseTo(score, 10);
    expect(verdict.reason).toContain(note);
  }
});

verifies('V-55', 'an intent that mentions the tool raises the score', () => {
  expect(scoreOf('send it by email', 'post_email')).toBeGreaterThan(scoreOf('x', 'post_email'));
});

verifies('V-56', 'a path that climbs lowers the score', () => {
  const climbing = scoreOf('x', 'write_files', { path: '/tmp/../etc/foo' });
  expect(climbing).toBeLessThan(scoreOf('x', 'write_files', { path: '/tmp/foo' }));
});

verifies('V-27', 'the two examples come out at 0.7 and 0.5', () => {
  const intent = 'leggi le mie note in /tmp/n.txt';
  const one = verdictOn(intent, 'write_files', { paths: ['/tmp/n.txt'] });
  expect([one.score, one.reason]).toEqual([0.7, 'approved: score 0.70 (base score)']);
  const two = verdictOn(intent, 'write_files', { path: '/tmp/../etc/foo' });
  expect(two).toMatchObject({ approved: true, score: 0.5, outcome: 'allow' });
  // Just 0.5, and not a hair below: a threshold of 0.5 lets it pass.
  expect(vaglio(0.5)(intent, 'write_files', { path: '/tmp/../etc/foo' }).approved).toBe(true);
});

verifies('V-26', 'no combination of signals is refused at the default threshold', () => {
  const scores = [];
  for (const intent of ['x', 'write']) {
    for (const args of [{}, { 'a-b': 1 }, { p: '/../' }, { 'a-b': '/../' }]) {
      for (const context of [{}, { critical: false }, { critical: true }]) {
        const verdict = verdictOn(intent, 'write_files', args, context);
        expect(verdict.approved).toBe(true);
        scores.push(verdict.score);
      }
    }
  }
  expect(Math.min(...scores)).toBeCloseTo(0.4);
  expect(Math.max(...scores)).toBeCloseTo(0.85);
});

verifies(
  ['V-25', 'V-63'],
  'the threshold is 0.30, or what the host or the environment says',
  () => {
    const passes = (): boolean => vaglio()('x', 'write_files', { 'a-b': '/../' }).approved;
    expect(passes()).toBe(true);
    vi.stubEnv('SLUICE_JUDGE_THRESHOLD', '0.41');
    expect(passes()).toBe(false);
    vi.stubEnv('SLUICE_JUDGE_THRESHOLD', '0.4');
    expect(passes()).toBe(true);
    // What the host says goes before the environment.
    vi.stubEnv('SLUICE_JUDGE_THRESHOLD', '1');
    expect(vaglio(0)('x', 'write_files', {}).approved).toBe(true);
  },
);

verifies(['V-25', 'V-63'], 'a threshold or a kind that makes no sense builds nothing', () => {
  const odd = ['', ' ', 'NaN', 'Infinity', '1e-1', '0x1', '-0.1', '1.1', '0,3', '.', '0.3 ', 'abc'];
  const malformed = expect.objectContaining({ name: 'KernelFault', code: 'config_malformed' });
  for (const value of odd) {
    vi.stubEnv('SLUICE_JUDGE_THRESHOLD', value);
    expect(() => vaglio(), value).toThrow(malformed);
    expect(() => makeNotebook(), value).toThrow(malformed);
  }
  vi.unstubAllEnvs();
  for (const threshold of [
    Number.NaN,
    -0.01,
    1.01,
    Number.POSITIVE_INFINITY,
    '0.3' as never,
    null,
  ]) {
    expect(() => vaglio(threshold as number)).toThrow(malformed);
    expect(() => makeNotebook({ judge: { threshold: threshold as number } })).toThrow(malformed);
    expect(() => makeNotebook({ judge: { llmThreshold: threshold as number } })).toThrow(malformed);
  }
  vi.stubEnv('SLUICE_JUDGE_KIND', 'none');
  expect(() => makeNotebook()).toThrow(malformed);
  vi.stubEnv('SLUICE_JUDGE_KIND', '');
  expect(() => createKernel({ tools: [], principal: 'user:a@example.com' })).toThrow(malformed);
});

verifies('V-63', 'no variable reaches the guard', async () => {
  for (const name of ['SLUICE_GUARD', 'SLUICE_JUDGE_PATTERNS', 'VAGLIO_GUARD', 'SLUICE_HOME']) {
    vi.stubEnv(name, '0');
  }
  vi.stubEnv('SLUICE_JUDGE_THRESHOLD', '0');
  expectBlocked(await makeNotebook().note('/etc/passwd'), 'guard_forbidden_path', 'guard');
});

verifies('V-28', 'eleven verbs skip the judge, and no other', () => {
  const verbs = 'read find get list filter describe classify compute compare sort group'.split(' ');
  for (const verb of verbs) {
    for (const tool of [verb, `${verb}_things`, `${verb}_a_b`]) {
      expect(verdictOn('x', tool).judge_kind, tool).toBe('safe-verb-shortcut');
    }
  }
  for (const tool of ['write', 'reads_x', 'Read_x', 'read-x', 'x_read', '_read', '', 'getx']) {
    expect(verdictOn('x', tool).judge_kind, tool).toBe('rule-based-v1');
  }
  // After the guard, not before it.
  expect(verdictOn('x', 'read_files', { path: '/etc/shadow' }).blocked_by).toBe('guard');
});

verifies('V-29', 'a safe verb is approved at any threshold; other verbs are not', () => {
  const strict = vaglio(0.99);
  expect(strict('x', 'read_files', { path: '/tmp/../x' }).approved).toBe(true);
  expect(strict('x', 'write_files', { path: '/tmp/x' }).approved).toBe(false);
});

verifies(['V-30', 'C6'], 'a tool that sends out or reads secrets has no safe verb', () => {
  const asked: readonly Asked[] = [
    ['x', 'get_urls'],
    ['x', 'find_urls'],
    ['x', 'read_secret'],
    ['x', 'get_web_page'],
    ['x', 'get_page', {}, { capability: 'networkEgress' }],
    ['x', 'get_key', {}, { capability: 'secretAccess' }],
    ['x', 'get_page', {}, { argsLeaveBoundary: true }],
    ['x', 'get_page', {}, { critical: true }],
  ];
  for (const one of asked) expect(verdictOn(...one).judge_kind, one[1]).toBe('rule-based-v1');
});

verifies(['V-22', 'V-61'], 'rules judge by default, in a kernel too', async () => {
  expect(verdictOn('x', 'write_files').judge_kind).toBe('rule-based-v1');
  const result = await makeNotebook().note();
  expectCommitted(result);
  expect(JSON.stringify(result.trace)).toContain('"kind":"rule-based-v1"');
});

test('what is no plain record is refused, and nothing throws', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['a'] = cyclic;
  const proxy = new Proxy({}, { ownKeys: () => assertUnread() });
  const odd = [null, 'text', [], 7, () => 1, cyclic, { a: Number.NaN }, proxy, { a: 'x\ud800' }];
  for (const args of odd) {
    const verdict = verdictOn('x', 'read_files', args);
    expect(verdict).toMatchObject({ approved: false, outcome: 'deny', blocked_by: 'guard' });
    expect(verdict.code).toMatch(/^snapshot_/);
    expect(verdictOn('x', 'read_files', {}, args ?? 1).approved).toBe(false);
  }
});

function assertUnread(): never {
  throw new Error('read');
}
