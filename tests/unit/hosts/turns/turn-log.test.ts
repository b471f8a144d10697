// The log of turns: one line a turn, one file a day, and what is written of what was said.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type HostError,
  openTurnLog,
  readTurns,
  redactTurn,
  type TurnReport,
  turnModels,
} from '../../../../hosts/index.js';
import { verifies } from '../../../claims/verifies.js';
import { stepReport, turnReport } from '../../../fakes/turn-reports.js';
import { seeded } from '../../../property/seed.js';
import { scratchFolder } from '../stores/scratch.js';

const folderOf = (): string => join(scratchFolder(), 'deep', 'turns');

/** What is written of some turns, as it stands in the files of a new folder. */
function written(...reports: readonly TurnReport[]): { readonly folder: string; text: string } {
  const folder = folderOf();
  const log = openTurnLog(folder);
  for (const report of reports) log.write(report);
  log.close();
  expect(log.dropped).toBe(0);
  const files = readdirSync(folder).sort();
  return { folder, text: files.map((file) => readFileSync(join(folder, file), 'utf8')).join('') };
}

verifies('T-29', 'a turn is one line of the file of the day on which it began', () => {
  const later = turnReport({ turn: 'b', started: Date.UTC(2026, 2, 5), kind: 'cap_steps' });
  const { folder, text } = written(turnReport(), turnReport({ turn: 'a', kind: 'error' }), later);
  expect(readdirSync(folder).sort()).toEqual(['2026-03-04.jsonl', '2026-03-05.jsonl']);
  expect(text.split('\n')).toHaveLength(4);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, '2026-03-04.jsonl')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({
    v: 1,
    turn: '3f2a90c1',
    started: '2026-03-04T23:59:58.000Z',
    ended: '2026-03-05T00:00:01.000Z',
    mode: 'local',
    tier: 'fast',
    query: 'Read notes.txt and mail it to bob@example.org',
    candidates: ['file_reader', 'mailer', 'scratchpad_read'],
    steps: [
      {
        step: 1,
        latencyMs: 700,
        inputTokens: 512,
        outputTokens: 20,
        tool: 'file_reader',
        args: { name: { said: 'notes.txt' } },
        unknownArgs: 0,
        outcome: 'committed',
        code: null,
        vaglioApproved: true,
        effect: '5b1c9f0c.1',
        execMs: 12,
        scratchpad: null,
      },
    ],
    kind: 'answer',
    finalText: 'I read notes.txt for you.',
    models: {
      fast: 'ollama/qwen3:8b',
      middle: 'ollama/qwen3:8b',
      wise: null,
      same: [['fast', 'middle']],
    },
  });
});

verifies(['T-6', 'T-29'], 'what is read back is what was written, by day and by id', () => {
  const kinds = ['answer', 'cap_steps', 'cap_same_executor', 'error'] as const;
  const reports = kinds.map((kind, day) =>
    turnReport({ turn: `t${day}`, kind, final: null, started: Date.UTC(2026, 2, 4 + day) }),
  );
  const { folder } = written(...reports);
  const ids = (filter = {}): readonly string[] =>
    readTurns(folder, filter).turns.map((t) => t.turn);
  expect(readTurns(folder)).toEqual({ turns: reports.map(redactTurn), unread: [], unreadCount: 0 });
  expect(ids({ day: '2026-03-05' })).toEqual(['t1']);
  expect(ids({ id: 't2' })).toEqual(['t2']);
  expect(ids({ id: 't' })).toEqual([]);
  expect(ids({ limit: 2 })).toEqual(['t2', 't3']);
  expect(readTurns(join(folder, 'nowhere')).turns).toEqual([]);
  expect(() => readTurns(folder, { day: '../x' })).toThrow(/a day is written/);
});

describe('of what was said is written', () => {
  const stepOf = (args: unknown, query = 'Send "see you" to bob@example.org, 3 times'): unknown => {
    const steps = [stepReport({ args, parameters: ['a'] })];
    return redactTurn(turnReport({ query, steps })).steps[0];
  };

  test.each([
    ['bob@example.org', { said: 'bob@example.org' }],
    ['see you', { said: 'see you' }],
    [3, { said: '3' }],
    ['bob', { said: 'bob' }],
    ['ob@example.org', { withheld: 'text' }],
    ['times 3', { withheld: 'text' }],
    ['', { withheld: 'text' }],
    [' ', { withheld: 'text' }],
    [33, { withheld: 'number' }],
    [true, { withheld: 'truth value' }],
    [null, { withheld: 'null' }],
    [{ to: 'bob@example.org' }, { withheld: 'record' }],
    [undefined, { withheld: 'nothing' }],
    ['{{step2.mail.0.from}}', { ref: '{{step2.mail.0.from}}' }],
    [' {{ step12 }} ', { ref: '{{step12}}' }],
    ['{{step2.a}} and more', { withheld: 'text' }],
    ['{{step2.a b}}', { withheld: 'text' }],
    [
      ['bob@example.org', 'eve@evil.com'],
      { list: [{ said: 'bob@example.org' }, { withheld: 'text' }] },
    ],
    [new Array<number>(17).fill(3), { withheld: 'list' }],
  ])('%j as %j', (value, expected) => {
    expect(stepOf({ a: value })).toMatchObject({ args: { a: expected }, unknownArgs: 0 });
  });

  test('no list inside more than four others', () => {
    expect(JSON.stringify(stepOf({ a: [[[[3]]]] }))).toContain('{"said":"3"}');
    const deeper = JSON.stringify(stepOf({ a: [[[[[3]]]]] }));
    expect(deeper).toContain('{"withheld":"list"}');
    expect(deeper).not.toContain('said');
  });

  test('no name that the schema of the tool does not have, and no tool that was not offered', () => {
    expect(stepOf({ a: 3, eve: 1, 'x y': 2 })).toMatchObject({ args: { a: {} }, unknownArgs: 2 });
    expect(stepOf('text')).toMatchObject({ args: {}, unknownArgs: 0 });
    const steps = [stepReport({ tool: 'eve@evil.com' })];
    expect(redactTurn(turnReport({ steps })).steps[0]?.tool).toBe('?');
    expect(redactTurn(turnReport({ candidates: ['eve@evil.com'] })).candidates).toEqual(['?']);
  });

  verifies(['INV-W7', 'T-30'], 'no secret of the query, wherever a model repeats it', () => {
    const { text } = written(
      turnReport({
        query: 'My password is hunter2, read ~/diary.txt with token=abc123xyz',
        steps: [
          stepReport({
            args: { name: 'hunter2', content: '{{step1.hunter2}}', to: '~/diary.txt' },
          }),
        ],
        final: { text: 'Done: hunter2. It was ~/diary.txt', isTainted: false },
      }),
    );
    expect(text).not.toMatch(/hunter2|diary|abc123/);
    expect(text).toContain('My password is <REDACTED:cred>');
  });

  verifies(['INV-W7', 'T-30'], 'no answer that is tainted', () => {
    const [tainted, clean] = [true, false].map((isTainted) =>
      redactTurn(turnReport({ final: { text: 'It is on the door', isTainted } })),
    );
    expect([tainted?.finalText, clean?.finalText]).toEqual([null, 'It is on the door']);
  });
});

/** Words that occur nowhere else. */
const secret = fc.stringMatching(/^zq[0-9a-z]{12}$/);
const leaf = fc.oneof(
  secret,
  secret.map((word) => `see ${word}, ok`),
  secret.map((word) => `{{step1.a}} ${word}`),
);
const { value: content } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(secret, fc.constantFrom('a', 'to')), tie('value'), { maxKeys: 4 }),
  ),
}));

seeded(
  'nothing of a result or of a tainted argument is in a line',
  fc.property(
    fc.record({ name: content, content, more: content, final: leaf, tool: leaf, bad: secret }),
    ({ name, content: body, more, final, tool, bad }) => {
      const extra = typeof more === 'object' && more !== null ? more : { more };
      const { text, folder } = written(
        turnReport({
          steps: [
            stepReport({ args: { ...extra, name, content: body } }),
            stepReport({ step: 2, tool, args: more, parameters: ['a', `x ${bad}`] }),
          ],
          candidates: ['file_reader', `${bad} ${bad}`],
          final: { text: final, isTainted: true },
        }),
      );
      expect(text).not.toMatch(/zq/);
      expect(readTurns(folder).turns).toHaveLength(1);
    },
  ),
  { claims: ['INV-W7', 'T-30'], runs: 300 },
);

describe('a failure', () => {
  verifies(['T-29', 'T-34'], 'changes nothing, is counted, and is told once', () => {
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, 'x');
    const told: HostError[] = [];
    const log = openTurnLog(file, { onFailure: (error) => told.push(error) });
    log.write(turnReport());
    log.write(turnReport());
    expect(log.dropped).toBe(2);
    expect(told.map(({ code }) => code)).toEqual(['turns_unavailable']);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  test('is one too where the report is none, and the one who is told cannot make it worse', () => {
    const folder = folderOf();
    const onFailure = vi.fn(() => {
      throw new Error('no');
    });
    const log = openTurnLog(folder, { onFailure });
    log.write(turnReport({ turn: '../x' }));
    log.write(turnReport({ started: Number.NaN }));
    log.write(null as never);
    log.write(turnReport({ steps: new Array(1001).fill(stepReport()) }));
    expect([log.dropped, onFailure.mock.calls.length]).toEqual([4, 1]);
    expect(readTurns(folder).turns).toEqual([]);
    log.write(turnReport());
    expect(readTurns(folder).turns).toHaveLength(1);
  });

  test('is a folder or a file that others could read or replace', () => {
    const folder = scratchFolder();
    symlinkSync('/dev/null', join(folder, '2026-03-04.jsonl'));
    const log = openTurnLog(folder);
    log.write(turnReport());
    expect(log.dropped).toBe(1);
    expect(() => readTurns(folder)).toThrow(/symbolic link/);
    const open = scratchFolder();
    chmodSync(open, 0o777);
    const other = openTurnLog(open);
    other.write(turnReport());
    expect(other.dropped).toBe(1);
  });
});

describe('reading', () => {
  test('steps over torn and strange lines, and says where they are', () => {
    const { folder, text } = written(turnReport());
    const path = join(folder, '2026-03-04.jsonl');
    const line = text.trimEnd();
    appendFileSync(path, `no JSON\n\n${line.replace('"v":1', '"v":2')}\n`);
    appendFileSync(path, `${line.replace('{"v"', '{"extra":1,"v"')}\n${line.slice(0, 80)}`);
    const found = readTurns(folder);
    expect(found.turns).toHaveLength(1);
    expect(found.unread.map(({ line: at, isLast }) => [at, isLast])).toEqual([
      [2, false],
      [4, false],
      [5, false],
      [6, true],
    ]);
    expect(found.unread[0]?.file).toBe('2026-03-04.jsonl');
  });

  test('finds the next turn after a torn one', () => {
    const { folder } = written(turnReport({ turn: 'first' }));
    const path = join(folder, '2026-03-04.jsonl');
    truncateSync(path, 100);
    const log = openTurnLog(folder);
    log.write(turnReport({ turn: 'second' }));
    log.write(turnReport({ turn: 'third' }));
    log.close();
    const found = readTurns(folder);
    expect(found.turns.map(({ turn }) => turn)).toEqual(['second', 'third']);
    expect(found.unread).toEqual([{ file: '2026-03-04.jsonl', line: 1, isLast: false }]);
  });

  test('leaves other files alone', () => {
    const { folder } = written(turnReport());
    writeFileSync(join(folder, 'notes.txt'), 'x');
    mkdirSync(join(folder, '2026-03-09'));
    expect(readTurns(folder)).toMatchObject({ turns: [{ turn: '3f2a90c1' }], unreadCount: 0 });
  });
});

verifies('C37', 'models are named, and which tiers are one', () => {
  const fast = {
    provider: 'ollama' as const,
    model: 'qwen3:8b',
    think: false,
    host: null,
    contextTokens: null,
    maxTokens: null,
  };
  const models = { fast, middle: fast, wise: { ...fast, model: 'big' } };
  expect(turnModels({ ...models, same: [['fast', 'middle']] })).toEqual({
    fast: 'ollama/qwen3:8b',
    middle: 'ollama/qwen3:8b',
    wise: 'ollama/big',
    same: [['fast', 'middle']],
  });
});
