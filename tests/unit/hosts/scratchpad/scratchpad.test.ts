// The scratchpad in its file: what is kept, who may read it, for how long, and what is refused.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  HostError,
  isLarge,
  openRulesStore,
  openScratchpad,
  type Scratchpad,
  type ScratchpadEntry,
  type ScratchpadOptions,
  type ScratchpadSlice,
  summaryOf,
} from '../../../../hosts/index.js';
import type { Json } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { seeded } from '../../../property/seed.js';
import { scratchFolder } from '../stores/scratch.js';

const opened: Scratchpad[] = [];

afterEach(() => {
  for (const scratchpad of opened.splice(0)) scratchpad.close();
  vi.unstubAllEnvs();
});

function open(options: ScratchpadOptions = {}, path = join(scratchFolder(), 's.db')): Scratchpad {
  const scratchpad = openScratchpad(path, options);
  opened.push(scratchpad);
  return scratchpad;
}

const alice = { turn: 'turn-1', principal: 'user:alice@example.com' };
const long = 'A page. '.repeat(1000);

function putIn(scratchpad: Scratchpad, value: Json = long, owner = alice): ScratchpadEntry {
  const entry = scratchpad.put({ ...owner, step: 1, value });
  if (entry === null) throw new Error('it was not large');
  return entry;
}

function refusal(ask: () => unknown): { readonly code: string; readonly message: string } {
  try {
    ask();
  } catch (error) {
    if (error instanceof HostError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('it was given');
}

/** A clock that a test moves. */
function movable(): { now: () => number; at: number } {
  const clock = { at: 1_000_000, now: () => clock.at };
  return clock;
}

describe('a value', () => {
  verifies('T-21', 'is large with more than 4,096 characters of JSON', () => {
    // Two quotation marks are characters of the JSON.
    expect([isLarge('x'.repeat(4094)), isLarge('x'.repeat(4095))]).toEqual([false, true]);
    expect([isLarge('😀'.repeat(4094)), isLarge('😀'.repeat(4095))]).toEqual([false, true]);
    expect(isLarge(new Array<number>(2047).fill(1))).toBe(false);
    expect(isLarge(new Array<number>(2048).fill(1))).toBe(true);
    const scratchpad = open();
    expect(scratchpad.put({ ...alice, step: 1, value: 'x'.repeat(4094) })).toBeNull();
    expect(scratchpad.has(alice)).toBe(false);
  });

  verifies(['T-22', 'T-24'], 'gets an id, a size, a kind and a summary', () => {
    const scratchpad = open();
    const entry = putIn(scratchpad, 'é'.repeat(5000));
    expect(entry).toMatchObject({ bytes: 10_000, kind: 'text' });
    expect(entry.id).toMatch(/^[0-9a-f]{16}$/);
    expect(entry.summary).toBe(
      `${'é'.repeat(500)}\n[... 4000 characters left out ...]\n${'é'.repeat(500)}`,
    );
    expect(scratchpad.has(alice)).toBe(true);
    expect(scratchpad.has({ ...alice, turn: 'turn-2' })).toBe(false);
    expect(scratchpad.has({ ...alice, principal: 'user:bob@example.org' })).toBe(false);
  });

  verifies('T-22', 'is summed up by both ends, by its digest, or by count and field names', () => {
    expect(summaryOf('x'.repeat(1080))).toBe('x'.repeat(1080));
    expect(summaryOf(`${'x'.repeat(1080)}y`)).toMatch(
      /\n\[\.\.\. 81 characters left out \.\.\.\]\n/,
    );
    expect(summaryOf('a\u0000b')).toMatch(/^\[BINARY: 3 bytes, sha256=[0-9a-f]{16}\.\.\.\]$/);
    expect(summaryOf('\u0001\u0002\ufffd'.repeat(50))).toMatch(/^\[BINARY: 250 bytes/);
    expect(summaryOf('tabs\tand\nlines')).toBe('tabs\tand\nlines');
    const mails = [
      { from: 'eve', body: 'PIN-4711' },
      { from: 'bob', cc: [] },
    ];
    expect(summaryOf(mails)).toBe('[LIST: 2 items: from, body, cc]');
    expect(summaryOf({ total: 3, mails })).toBe('[RECORD: 2 fields: total, mails]');
    expect(summaryOf([])).toBe('[LIST: 0 items]');
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, i]));
    expect(summaryOf(wide)).toMatch(/^\[RECORD: 50 fields: field0, .*field31, \.\.\.\]$/);
  });
});

describe('a slice', () => {
  const text = `${'0123456789'.repeat(500)}é😀`;
  const cases: readonly (readonly [ScratchpadSlice, string])[] = [
    [{ mode: 'full' }, text],
    [{ mode: 'head' }, text.slice(0, 2000)],
    [{ mode: 'head', n: 3 }, '012'],
    [{ mode: 'head', n: 0 }, ''],
    [{ mode: 'tail', n: 3 }, '9é😀'],
    [{ mode: 'tail', n: 99_999 }, text],
    [{ mode: 'range', start: 4998, end: 5001 }, '89é'],
    [{ mode: 'range', start: 5001, end: 5009 }, '😀'],
    [{ mode: 'range', start: 5002, end: 5009 }, ''],
    [{ mode: 'range', start: 9999, end: 99_999 }, ''],
    [{ mode: 'range', start: 5, end: 5 }, ''],
    [{ mode: 'range', start: 6, end: 5 }, ''],
  ];

  verifies('T-23', 'is all, a head, a tail or a range, and empty past the end', () => {
    const scratchpad = open();
    const { id } = putIn(scratchpad, text);
    for (const [slice, part] of cases) expect(scratchpad.read(id, alice, slice)).toBe(part);
    expect(scratchpad.read(id, alice)).toBe(text.slice(0, 2000));
    for (const wrong of [{ mode: 'all' }, { mode: 'head', n: -1 }, { mode: 'range', start: 1 }])
      expect(() => scratchpad.read(id, alice, wrong as ScratchpadSlice)).toThrow(/a slice/);
  });

  seeded(
    'is what the list of characters says, and never half of one',
    fc.property(
      fc.string({ unit: 'binary', minLength: 0, maxLength: 40 }),
      fc.nat(45),
      fc.nat(45),
      (end, start, count) => {
        const whole = `${end}${'x'.repeat(4200)}${end}`;
        const chars = [...whole];
        const scratchpad = shared();
        const { id } = putIn(scratchpad, whole);
        const read = (slice: ScratchpadSlice): string => scratchpad.read(id, alice, slice);
        expect(read({ mode: 'full' })).toBe(whole);
        expect(read({ mode: 'head', n: count })).toBe(chars.slice(0, count).join(''));
        expect(read({ mode: 'tail', n: count })).toBe(
          chars.slice(chars.length - Math.min(count, chars.length)).join(''),
        );
        expect(read({ mode: 'range', start, end: count })).toBe(chars.slice(start, count).join(''));
        scratchpad.confirm(id, alice, whole);
      },
    ),
    { claims: 'T-23', runs: 200 },
  );

  let one: Scratchpad | null = null;
  function shared(): Scratchpad {
    one ??= open();
    return one;
  }
});

verifies(['C31', 'T-23', 'T-24'], 'all who may not read get one and the same answer', () => {
  const clock = movable();
  const scratchpad = open({ clock });
  const { id } = putIn(scratchpad);
  const bob = { ...alice, principal: 'user:bob@example.org' };
  const later = { ...alice, turn: 'turn-2' };
  expect(scratchpad.read(id, alice, { mode: 'head', n: 6 })).toBe('A page');
  scratchpad.confirm(id, alice, long);
  const answers = [
    refusal(() => scratchpad.read('0'.repeat(16), alice)),
    refusal(() => scratchpad.read("' OR 1=1 --", alice)),
    refusal(() => scratchpad.read(id, bob)),
    refusal(() => scratchpad.read(id, later)),
    refusal(() => scratchpad.confirm(id, bob, long)),
    refusal(() => scratchpad.confirm(id, alice, `${long}.`)),
  ];
  clock.at += 3_600_000;
  answers.push(refusal(() => scratchpad.read(id, alice)));
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['scratchpad_refused']));
});

test('a value is the one that was put, whatever the order of its keys, and nothing like it', () => {
  const scratchpad = open();
  const rows = Array.from({ length: 500 }, (_, i) => ({ a: i, b: 'x' }));
  const turned = rows.map(({ a, b }) => ({ b, a }));
  const { id } = putIn(scratchpad, rows);
  expect(() => scratchpad.confirm(id, alice, turned)).not.toThrow();
  expect(() => scratchpad.confirm(id, alice, JSON.stringify(rows))).toThrow(/may not read/);
  expect(scratchpad.read(id, alice, { mode: 'full' })).toBe(JSON.stringify(rows));
});

verifies('T-24', 'an entry goes after an hour, at the next opening or when it is asked for', () => {
  const clock = movable();
  const path = join(scratchFolder(), 's.db');
  const scratchpad = open({ clock }, path);
  putIn(scratchpad);
  clock.at += 3_599_999;
  putIn(scratchpad, 'B page. '.repeat(1000));
  expect([scratchpad.has(alice), scratchpad.collect()]).toEqual([true, 0]);
  clock.at += 1;
  expect([scratchpad.collect(), scratchpad.collect()]).toEqual([1, 0]);
  expect(scratchpad.has(alice)).toBe(true);
  clock.at += 3_600_000;
  const again = open({ clock }, path);
  expect([again.has(alice), again.collect()]).toEqual([false, 0]);
  // Nothing of it is left where it was written.
  scratchpad.close();
  again.close();
  const files = ['', '-wal'].map((ending) => `${path}${ending}`).filter((file) => existsSync(file));
  for (const file of files) expect(readFileSync(file).includes('A page. A page')).toBe(false);
});

test('the oldest make room, and what is larger than everything is refused', () => {
  const scratchpad = open({ maxBytes: 20_000 });
  const [first, second, third] = ['1', '2', '3'].map((char) =>
    putIn(scratchpad, char.repeat(8000)),
  );
  const read = (entry: ScratchpadEntry | undefined): string =>
    scratchpad.read(entry?.id ?? '', alice, { mode: 'head', n: 1 });
  expect(() => read(first)).toThrow(/may not read/);
  expect([read(second), read(third)]).toEqual(['2', '3']);
  expect(() => putIn(scratchpad, 'x'.repeat(20_001))).toThrow(/longer than 20000 bytes/);
  expect(() => putIn(scratchpad, ['\ud800'.repeat(5000)])).toThrow(/no plain JSON/);
});

test('ids that repeat are refused instead of written over', () => {
  const scratchpad = open({ random: { id: () => 'same' } });
  putIn(scratchpad);
  expect(() => putIn(scratchpad, 'B page. '.repeat(1000))).toThrow(/repeats itself/);
});

describe('the file', () => {
  test('is closed to others, and made with its folders where nobody names it', () => {
    const path = join(scratchFolder(), 's.db');
    open({}, path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const home = scratchFolder();
    vi.stubEnv('HOME', home);
    const usual = openScratchpad();
    opened.push(usual);
    expect(usual.path).toBe(join(home, '.local/share/sluice/scratchpad.db'));
    expect(statSync(join(home, '.local/share/sluice')).mode & 0o777).toBe(0o700);
  });

  test('is refused where it is a link, damaged, or another store', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'real'), '');
    symlinkSync('real', join(folder, 'link'));
    expect(refusal(() => open({}, join(folder, 'link'))).code).toBe('scratchpad_unavailable');
    writeFileSync(join(folder, 'junk'), 'no database '.repeat(100));
    expect(refusal(() => open({}, join(folder, 'junk'))).code).toBe('scratchpad_malformed');
    openRulesStore(join(folder, 'rules')).close();
    expect(refusal(() => open({}, join(folder, 'rules')))).toMatchObject({
      code: 'scratchpad_malformed',
      message: expect.stringContaining('is no store of a scratchpad'),
    });
    chmodSync(folder, 0o777);
    expect(refusal(() => open({}, join(folder, 'new'))).code).toBe('scratchpad_unavailable');
    chmodSync(folder, 0o700);
  });

  test('answers nothing once it is closed', () => {
    const scratchpad = open();
    const { id } = putIn(scratchpad);
    scratchpad.close();
    expect(refusal(() => scratchpad.read(id, alice)).code).toBe('scratchpad_unavailable');
  });
});
