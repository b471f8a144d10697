// Family V, items 39 to 43, 58, 59; C2, C36: the log of verdicts.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import { openVaglio, openVaglioLog } from '../../hosts/index.js';
import type { VerdictLog } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeNotebook } from '../fakes/notebook.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const HOME = '/home/alice';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

function lines(folder: string): readonly Record<string, unknown>[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function judging(folder: string, now = Date.now()) {
  const log = openVaglioLog({ folder });
  return { log, judge: openVaglio({ home: HOME, log, clock: { now: () => now } }) };
}

verifies(['V-39', 'V-58'], 'one line a verdict, one file a month by local time', () => {
  const folder = join(scratchFolder(), 'a', 'vaglio');
  const march = new Date(2026, 2, 31, 23, 59, 59).getTime();
  const april = new Date(2026, 3, 1, 0, 0, 0).getTime();
  const log = openVaglioLog({ folder });
  expect(existsSync(folder)).toBe(false);
  for (const now of [march, april, april, march]) {
    const judge = openVaglio({ home: HOME, log, clock: { now: () => now } });
    judge('MARKER Grüße 你好', 'write_files', { path: '/tmp/x' });
  }
  expect(readdirSync(folder).sort()).toEqual(['2026-03.jsonl', '2026-04.jsonl']);
  expect(lines(folder)).toHaveLength(4);
  const text = readFileSync(join(folder, '2026-03.jsonl'), 'utf8');
  // UTF-8, and nothing of it escaped.
  expect(text).toContain('MARKER Grüße 你好');
  expect(text.endsWith('}\n')).toBe(true);
});

verifies('V-40', 'a line has ten fields, its keys sorted', () => {
  const folder = scratchFolder();
  const { judge } = judging(folder, 1_700_000_000_000);
  judge('do it', 'write_files', { b: 1, a: 2 }, { step: 1, critical: false, capability: 'x' });
  expect(lines(folder)).toEqual([
    {
      approved: true,
      reason: 'approved: score 0.75 (base score)',
      ts: 1_700_000_000,
      judge_kind: 'rule-based-v1',
      score: 0.75,
      blocked_by: null,
      intent: 'do it',
      executor: 'write_files',
      args_keys: ['a', 'b'],
      context_keys: ['capability', 'critical', 'step'],
    },
  ]);
});

verifies(
  ['V-41', 'V-59', 'C36'],
  'keys are logged, values are not, and the intent is scrubbed',
  () => {
    const folder = scratchFolder();
    const { judge } = judging(folder);
    const intent = 'save it: my password is hunter2, file /home/alice/secret.txt MARKER';
    judge(intent, 'write_files', { api_key: 'PASSWORD_segreto_1', deep: { inner: 'VALUE_2' } });
    judge('x', 'write_files', { path: '/etc/shadow', note: 'VALUE_3' });
    const text = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
    expect(text).toContain('api_key');
    expect(text).toContain('MARKER');
    expect(text).not.toMatch(/PASSWORD_segreto|VALUE_|inner|hunter2|secret\.txt/);
  },
);

verifies(['V-42', 'C2'], 'a log that cannot be written changes no verdict', () => {
  const ask = (log: VerdictLog | null) =>
    openVaglio({ home: HOME, log, clock: { now: () => 0 } })('x', 'write_files', { a: '/tmp' });
  const expected = ask(null);
  const throwing: VerdictLog = {
    write: () => {
      throw new Error('disk full');
    },
  };
  expect(ask(throwing)).toEqual(expected);
  const folder = scratchFolder();
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const log = openVaglioLog({ folder: blocked });
  expect(ask(log)).toEqual(expected);
  expect(log.dropped).toBe(1);
  // Once the place is free again, it is used.
  rmSync(blocked);
  expect(ask(log)).toEqual(expected);
  expect([log.dropped, lines(blocked).length]).toEqual([1, 1]);
});

verifies(['V-42', 'C2'], 'a kernel runs on where its log throws', async () => {
  const verdictLog: VerdictLog = {
    write: () => {
      throw new Error('disk full');
    },
  };
  expectCommitted(await makeNotebook({ ports: { verdictLog } }).note());
});

verifies(['V-39', 'V-46'], 'a kernel writes one line a call, guard or judge', async () => {
  const folder = scratchFolder();
  const verdictLog = openVaglioLog({ folder });
  const notebook = makeNotebook({ ports: { verdictLog } });
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id, 'note', { text: 'milk' }));
  expectCommitted(await notebook.kernel.run('Note milk.', { plan: planOf(...five) }));
  expectBlocked(await notebook.note('/etc/shadow'), 'guard_forbidden_path', 'guard');
  const written = lines(folder);
  expect(written).toHaveLength(6);
  expect(written[0]).toMatchObject({
    intent: 'Note milk.',
    executor: 'note',
    args_keys: ['text'],
    context_keys: ['capability', 'critical', 'step'],
    score: 0.8,
  });
  expect(written[5]).toMatchObject({ approved: false, blocked_by: 'guard', score: 0 });
});

verifies('V-43', 'no variable moves the log, and a test may', () => {
  const variables = ['VAGLIO_LOG_DIR', 'SLUICE_VAGLIO_LOG_DIR', 'XDG_DATA_HOME', 'SLUICE_LOG'];
  const elsewhere = scratchFolder();
  const home = scratchFolder();
  for (const name of variables) vi.stubEnv(name, elsewhere);
  vi.stubEnv('HOME', home);
  expect(homedir()).toBe(home);
  openVaglio({ home: HOME })('x', 'write_files', {});
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(lines(join(home, '.local', 'share', 'sluice', 'vaglio'))).toHaveLength(1);
});

verifies('V-39', 'folder and file are closed to others, and no link is followed', () => {
  const folder = join(scratchFolder(), 'vaglio');
  const { judge, log } = judging(folder);
  const ask = () => judge('x', 'write_files', {});
  ask();
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  // A file that was taken away is made anew.
  renameSync(file, join(folder, 'old'));
  rmSync(join(folder, 'old'));
  ask();
  expect(lines(folder)).toHaveLength(1);
  log.close();
  rmSync(file);
  const target = join(scratchFolder(), 'target');
  writeFileSync(target, '');
  symlinkSync(target, file);
  ask();
  expect([readFileSync(target, 'utf8'), log.dropped]).toEqual(['', 1]);
  const open = join(scratchFolder(), 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  const unsafe = judging(open);
  unsafe.judge('x', 'write_files', {});
  expect([readdirSync(open), unsafe.log.dropped]).toEqual([[], 1]);
});
