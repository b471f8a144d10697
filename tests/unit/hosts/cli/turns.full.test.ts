// `sluice turns` as a user starts it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openTurnLog, redactTurn, usualTurnFolder } from '../../../../hosts/index.js';
import { stepReport, turnReport } from '../../../fakes/turn-reports.js';
import { scratchFolder } from '../stores/scratch.js';
import { runCli } from './cli-process.js';

afterEach(() => vi.unstubAllEnvs());

const first = turnReport();
const second = turnReport({
  turn: 'b2',
  started: Date.UTC(2026, 2, 5, 8),
  ended: Date.UTC(2026, 2, 5, 9),
  kind: 'cap_steps',
  query: 'Escape \u001b[31mred\nline',
  steps: [
    stepReport({ args: { content: '{{step1.text}}', eve: 1 }, scratchpad: '0123456789abcdef' }),
  ],
  final: null,
});

/** A home with two turns in its log. */
function makeHome(): string {
  const home = scratchFolder();
  vi.stubEnv('HOME', home);
  const log = openTurnLog();
  log.write(first);
  log.write(second);
  log.close();
  expect(log.dropped).toBe(0);
  return home;
}

test('list shows turns in order, by day, and as JSON', async () => {
  makeHome();
  const plain = await runCli('turns', 'list');
  expect(plain.stdout.split('\n')).toEqual([
    '2026-03-04T23:59:58.000Z  3f2a90c1  answer             local/fast     1  ' +
      'Read notes.txt and mail it to bob@example.org',
    '2026-03-05T08:00:00.000Z  b2  cap_steps          local/fast     1  ' +
      'Escape [U+001B][31mred line',
    '',
  ]);
  const day = await runCli('turns', 'list', '--day', '2026-03-05', '--json');
  expect(JSON.parse(day.stdout)).toEqual({
    turns: [redactTurn(second)],
    unread: [],
    unreadCount: 0,
  });
  expect([plain.exitCode, day.exitCode]).toEqual([0, 0]);
});

test('show says what a turn did, and as JSON', async () => {
  makeHome();
  const plain = await runCli('turns', 'show', 'b2');
  expect(plain).toMatchObject({ exitCode: 0, stderr: '' });
  expect(plain.stdout).toContain(
    'Mode       local, fast model: ollama/qwen3:8b; fast and middle are',
  );
  expect(plain.stdout).toContain('1. file_reader(content={{step1.text}}, 1 of other names)');
  expect(plain.stdout).toContain(
    'committed, call 5b1c9f0c.1, result in scratchpad 0123456789abcdef',
  );
  expect(plain.stdout).toContain('Answer     not kept');
  const json = await runCli('turns', 'show', '3f2a90c1', '--json');
  expect(JSON.parse(json.stdout)).toEqual(redactTurn(first));
});

test('what is not there or cannot be read is said', async () => {
  makeHome();
  const unknown = await runCli('turns', 'show', 'b', '--json');
  expect(unknown.exitCode).toBe(1);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'turn_unknown' } });
  const day = await runCli('turns', 'list', '--day', 'today');
  expect([day.exitCode, day.stdout]).toEqual([1, '']);
  appendFileSync(join(usualTurnFolder(), '2026-03-04.jsonl'), '{"torn');
  const torn = await runCli('turns', 'list');
  expect(torn.stderr).toBe(
    '1 line holds no turn that can be read; the first is line 2 of 2026-03-04.jsonl\n',
  );
  const empty = await runCli('turns', 'list', '--folder', scratchFolder());
  expect(empty).toEqual({ exitCode: 0, stdout: '', stderr: 'no turn is recorded\n' });
});
