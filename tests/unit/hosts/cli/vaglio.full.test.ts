// `sluice vaglio` as a user starts it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scratchFolder } from '../stores/scratch.js';
import { runCli } from './cli-process.js';

afterEach(() => vi.unstubAllEnvs());

const asked = ['vaglio', '--intent', 'Keep it', '--tool'] as const;
const write = [...asked, 'write_files', '--args'] as const;

interface Kind {
  readonly tool: string;
  readonly args: object;
  readonly context?: object;
  readonly outcome: string;
  readonly code: string | null;
}

interface Line {
  readonly id: unknown;
  readonly verdict: { readonly approved: boolean; readonly judge_kind: string } | null;
  readonly outcome: string;
  readonly code: string | null;
  readonly line?: number;
  readonly message?: string;
}

describe('one call', () => {
  test('is judged for people and as JSON, and leaves nothing behind', async () => {
    const home = scratchFolder();
    vi.stubEnv('HOME', home);
    const plain = await runCli(...write, '{"path": "/tmp/x"}');
    expect(plain).toEqual({
      exitCode: 0,
      stdout: 'allow  approved: score 0.70 (base score)\n',
      stderr: '',
    });
    const json = await runCli(
      ...write,
      '{"path": "/tmp/x"}',
      '--context',
      '{"critical": false}',
      '--json',
    );
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      verdict: { approved: true, score: 0.75, judge_kind: 'rule-based-v1', blocked_by: null },
      outcome: 'allow',
      code: null,
    });
    expect(readdirSync(home)).toEqual([]);
  });

  test('has an exit code by its outcome', async () => {
    vi.stubEnv('HOME', '/home/alice');
    const guard = await runCli(...write, '{"path": "~/.ssh/id_rsa"}', '--json');
    expect(guard.exitCode).toBe(2);
    expect(JSON.parse(guard.stdout)).toMatchObject({
      verdict: { approved: false, blocked_by: 'guard', score: 0 },
      outcome: 'deny',
      code: 'guard_forbidden_path',
    });
    const shell = ['shell_exec', '--args', '{"command": "rm -rf /"}'] as const;
    expect((await runCli(...asked, ...shell)).exitCode).toBe(2);
    vi.stubEnv('SLUICE_JUDGE_THRESHOLD', '0.9');
    const judge = await runCli(...write, '{}');
    expect(judge).toMatchObject({ exitCode: 2, stderr: '' });
    expect(judge.stdout).toBe('deny  judge: score 0.70 < threshold 0.90 (base score)\n');
    vi.stubEnv('SLUICE_JUDGE_KIND', 'llm-v1');
    const unsure = await runCli(...write, '{}');
    expect(unsure.exitCode).toBe(3);
    expect(unsure.stdout).toMatch(/^require_user {2}ask the user: score 0\.50 /);
  });

  test('is refused where it is no question', async () => {
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['vaglio'], 'usage_malformed'],
      [[...asked, 'x'], 'usage_malformed'],
      [[...write, '[]'], 'usage_malformed'],
      [[...write, '{'], 'json_malformed'],
      [[...write, '{"a":1,"a":2}'], 'json_duplicate_key'],
      [[...write, '{}', '--context', '1'], 'usage_malformed'],
      [[...write, '{}', '--context', '{"crtical": true}'], '`crtical` is none of these'],
      [[...write, '{}', '--context', '{"critical": "yes"}'], '`critical` is none of these'],
      [['vaglio', '--intent', 'x', '--tool', '', '--args', '{}'], '`--tool` takes the name'],
      [['vaglio', '--batch', 'x', '--tool', 'y'], 'usage_malformed'],
      [['vaglio', '--batch', '/nowhere/x'], 'input_unreadable'],
    ];
    const outcomes = await Promise.all(cases.map(([args]) => runCli(...args)));
    for (const [i, { exitCode, stderr }] of outcomes.entries()) {
      const [args = [], code = ''] = cases[i] ?? [];
      expect([exitCode, stderr.includes(code)], args.join(' ')).toEqual([1, true]);
    }
    vi.stubEnv('SLUICE_JUDGE_THRESHOLD', 'NaN');
    expect(await runCli(...write, '{}')).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('a file of calls', () => {
  async function batch(lines: readonly string[]): Promise<readonly Line[]> {
    vi.stubEnv('HOME', '/home/alice');
    const file = join(scratchFolder(), 'calls.jsonl');
    writeFileSync(file, lines.join('\n'));
    const { exitCode, stdout, stderr } = await runCli('vaglio', '--batch', file);
    expect([exitCode, stderr]).toEqual([0, '']);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  }

  test('5,000 lines come out in their order, each with its outcome', async () => {
    const kinds: readonly Kind[] = [
      { tool: 'write_files', args: { path: '/tmp/x' }, outcome: 'allow', code: null },
      {
        tool: 'read_files',
        args: { path: '/etc/passwd' },
        outcome: 'deny',
        code: 'guard_forbidden_path',
      },
      {
        tool: 'shell_exec',
        args: { command: 'mkfs /dev/sda' },
        outcome: 'deny',
        code: 'guard_dangerous_command',
      },
      { tool: 'shell_exec', args: { command: 'ls -la /tmp' }, outcome: 'allow', code: null },
      {
        tool: 'run',
        args: { cmd: ['rm', '-rf', '/'] },
        context: { capability: 'code:exec' },
        outcome: 'deny',
        code: 'guard_dangerous_command',
      },
    ];
    const cases = Array.from({ length: 1000 }).flatMap((_, i) =>
      kinds.map((kind, at) => ({ id: i * kinds.length + at, ...kind })),
    );
    const lines = await batch(
      cases.map(({ id, tool, args, context }) =>
        JSON.stringify({ id, intent: `Do ${id}`, tool, args, ...(context ? { context } : {}) }),
      ),
    );
    expect(lines.map(({ id, outcome, code }) => ({ id, outcome, code }))).toEqual(
      cases.map(({ id, outcome, code }) => ({ id, outcome, code })),
    );
    expect(
      lines.filter(({ verdict, outcome }) => verdict?.approved !== (outcome === 'allow')),
    ).toEqual([]);
  });

  test('a line that cannot be read is refused with its code, and the rest go on', async () => {
    const good = '{"id":"x","intent":"a","tool":"write_x","args":{}}';
    const lines = await batch([
      '{"id": 1',
      '',
      '[]',
      '{"id":2,"intent":"a","tool":"t"}',
      '{"id":3,"intent":1,"tool":"t","args":{}}',
      '{"id":4,"intent":"a","tool":"t","args":{"a":1,"a":2}}',
      '{"id":5,"intent":"a","tool":"t","args":{"__proto__":{}}}',
      '{"id":6,"intent":"a","tool":"t","args":[]}',
      '{"id":7,"intent":"a","tool":"t","args":{},"context":[]}',
      `{"id":8,"intent":"a","tool":"t","args":${'['.repeat(100)}${']'.repeat(100)}}`,
      '{"id":9,"intent":"a","tool":"t","args":{},"context":{"critical":1}}',
      `${good}\r`,
    ]);
    expect(lines.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
      [null, 'deny', 'json_malformed'],
      [null, 'deny', 'usage_malformed'],
      [2, 'deny', 'usage_malformed'],
      [3, 'deny', 'usage_malformed'],
      [null, 'deny', 'json_duplicate_key'],
      [null, 'deny', 'json_reserved_key'],
      [6, 'deny', 'snapshot_refused'],
      [7, 'deny', 'snapshot_refused'],
      [null, 'deny', 'json_too_deep'],
      [9, 'deny', 'usage_malformed'],
      ['x', 'allow', null],
    ]);
    expect(lines.map(({ line }) => line)).toEqual([
      1,
      3,
      4,
      5,
      6,
      7,
      undefined,
      undefined,
      10,
      11,
      undefined,
    ]);
    expect(lines[1]?.message).toBe('no JSON object');
    expect(lines[2]?.message).toBe('no `intent`, `tool` or `args`');
  });

  test('an empty file gives no line', async () => {
    const file = join(scratchFolder(), 'empty.jsonl');
    writeFileSync(file, '\n\n');
    expect(await runCli('vaglio', '--batch', file)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toBe('\n\n');
  });
});
