/** Verification of audit chains: what it accepts, what it finds, and where. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditLine } from '../../../../kernel/audit/audit-line.js';
import { verifyAudit } from '../../../../kernel/audit/verify.js';
import { sha256 } from '../../../../kernel/snapshot/digest.js';
import { GENESIS } from '../../../../schemas/index.js';
import { seeded } from '../../../property/seed.js';
import { anyChain } from './any-chain.js';
import { type Chain, chainOf, runParts, segmentLine } from './chains.js';

const chain = chainOf([...runParts('r1', 2), ...runParts('r2', 1)]);
const { lines, heads } = chain;
const LENGTH = lines.length;

function line(index: number): string {
  return lines[index] ?? '';
}

function found(text: readonly string[]): string[] {
  return verifyAudit(text).problems.map(({ line: at, kind }) => `${at} ${kind}`);
}

function replaced(all: readonly string[], index: number, text: string): string[] {
  return all.map((old, i) => (i === index ? text : old));
}

function swapped(first: number, second: number): string[] {
  const copy = [...lines];
  copy[first] = line(second);
  copy[second] = line(first);
  return copy;
}

/** What a record would be if its writer had meant it: changed, and hashed anew. */
function rehashed(record: string, from: string, to: string): string {
  const text = record.slice(0, -75).replace(from, to);
  return `${text},"hash":"${sha256(text)}"}`;
}

describe('a whole chain', () => {
  test('verifies, with its head, its one segment and no open call', () => {
    expect(verifyAudit(lines)).toEqual({
      ok: true,
      records: LENGTH,
      begins: { seq: 0, hash: GENESIS },
      head: heads[LENGTH],
      carried: null,
      segments: [{ line: 1, torn: null, bytes: 0 }],
      problems: [],
      problemCount: 0,
      origin: heads[1]?.hash,
      open: [],
      unsettled: [],
      tail: null,
      afterExpected: null,
      signed: null,
    });
  });

  test('an empty one too', () => {
    const report = verifyAudit([]);
    expect(report.ok).toBe(true);
    expect(report.head).toEqual({ seq: 0, hash: GENESIS });
    expect(report.segments).toEqual([]);
  });

  test('a part of one, from the head that it continues', () => {
    const from = heads[3];
    if (from === undefined) throw new Error('the chain is too short');
    const report = verifyAudit(lines.slice(3), { from });
    expect(report.ok).toBe(true);
    expect(report.head).toEqual(heads[LENGTH]);
  });

  test('calls without a terminal record are open, by run and call', () => {
    expect(verifyAudit(lines.slice(0, 4)).open).toEqual([{ run: 'r1', call: 'c1' }]);
    expect(verifyAudit(lines.slice(0, 8)).open).toEqual([{ run: 'r2', call: 'c0' }]);
  });

  test('is read once, line by line', () => {
    const pulled: number[] = [];
    function* slowly(): Generator<string> {
      for (const [index, text] of lines.entries()) {
        pulled.push(index);
        yield text;
      }
    }
    expect(verifyAudit(slowly()).records).toBe(LENGTH);
    expect(pulled).toEqual([...lines.keys()]);
  });
});

describe('an expected head', () => {
  test('is found at the end, inside and at the beginning', () => {
    for (const [index, head] of heads.entries()) {
      const report = verifyAudit(lines, { expectHead: head.hash });
      expect(report.ok).toBe(true);
      expect(report.afterExpected).toBe(LENGTH - index);
    }
  });

  test('shows the loss of the last records, which the chain alone cannot', () => {
    const cut = lines.slice(0, -1);
    expect(verifyAudit(cut).ok).toBe(true);
    const report = verifyAudit(cut, { expectHead: heads.at(-1)?.hash ?? '' });
    expect(report.ok).toBe(false);
    expect(report.problems.map(({ kind }) => kind)).toEqual(['head_mismatch']);
  });

  test('shows that the whole chain was written anew', () => {
    const other = chainOf([...runParts('r1', 2), ...runParts('r2', 1)], heads[0], 2_000);
    expect(verifyAudit(other.lines).ok).toBe(true);
    expect(verifyAudit(other.lines, { expectHead: heads.at(-1)?.hash ?? '' }).ok).toBe(false);
  });

  test('is missed in an empty chain, at line 0', () => {
    const { problems } = verifyAudit([], { expectHead: 'b'.repeat(64) });
    expect(problems).toEqual([
      { line: 0, kind: 'head_mismatch', message: 'no record has the expected hash' },
    ]);
  });
});

describe('damage has a kind and a place', () => {
  const other = chainOf([...runParts('x1', 2), ...runParts('x2', 1)]);

  test('an edited value', () => {
    const copy = replaced(lines, 2, line(2).replace('committed', 'withdrawn'));
    expect(found(copy)).toEqual(['3 edit']);
  });

  test('an edited value under a new hash', () => {
    const copy = replaced(lines, 2, rehashed(line(2), 'committed', 'withdrawn'));
    expect(found(copy)).toEqual(['4 splice']);
  });

  test.each([
    ['a first line that is dropped', lines.slice(1), ['1 gap']],
    ['an inner line that is dropped', lines.filter((_, i) => i !== 3), ['4 gap']],
    ['two lines that changed places', swapped(2, 3), ['3 gap', '4 reorder']],
    ['far lines that changed places', swapped(1, 6), ['2 gap', '3 reorder', '7 reorder']],
    ['a line that stands twice', [...lines.slice(0, 3), ...lines.slice(2)], ['4 duplicate']],
    ['a line that comes again later', [...lines, line(2)], [`${LENGTH + 1} reorder`]],
    [
      'a chain that continues another',
      [...lines.slice(0, 4), ...other.lines.slice(4)],
      ['5 splice'],
    ],
    ['a chain after another', [...lines, ...other.lines], [`${LENGTH + 1} reorder`]],
    ['a line of nothing', [...lines.slice(0, 2), '', ...lines.slice(2)], ['3 malformed']],
    ['a line of something else', [...lines.slice(0, 2), '{}', ...lines.slice(3)], ['3 malformed']],
    ['text after the last record', [...lines, '{"v":1,"se'], [`${LENGTH + 1} torn`]],
  ])('%s', (_, copy, expected) => {
    expect(found(copy)).toEqual(expected);
  });

  test('a terminal record of a call that was never admitted', () => {
    const parts = runParts('r1', 1).filter(({ body }) => body.kind !== 'admission');
    expect(found(chainOf(parts).lines)).toEqual(['2 unadmitted']);
  });

  test('another spelling of the same record', () => {
    const copies = [
      rehashed(line(0), '"depth":0', '"depth":0.0'),
      rehashed(line(0), '"depth":0', '"depth":0,"depth":0'),
      rehashed(line(0), '"at":', '"at": '),
      rehashed(line(0), '"run_started"', '"run\\u005fstarted"'),
      rehashed(line(0), '"kind":"run_started","run":"r1"', '"run":"r1","kind":"run_started"'),
      `${line(0)} `,
      `\ufeff${line(0)}`,
    ];
    for (const copy of copies) expect(found([copy])).toEqual(['1 torn']);
  });

  test('a record of another version, kind or shape', () => {
    const copies = [
      rehashed(line(0), '"v":1', '"v":2'),
      rehashed(line(0), 'run_started', 'toString'),
      rehashed(line(0), '"seq":0', '"seq":-1'),
      rehashed(line(0), '"seq":0', '"seq":"0"'),
      rehashed(line(0), '"run":"r1"', '"run":1'),
      rehashed(line(0), GENESIS, '0'),
      rehashed(line(0), '"data":{', '"more":1,"data":{'),
      rehashed(line(0), 'run_started', 'checkpoint'),
      segmentLine({ seq: 0, hash: GENESIS }, { torn: 'x', bytes: 0 }),
      segmentLine({ seq: 0, hash: GENESIS }, { torn: null, bytes: -1 }),
      '['.repeat(100_000),
      '['.repeat(20_000) + ']'.repeat(20_000),
      'null',
      '7',
    ];
    for (const copy of copies) expect(found([copy])).toEqual(['1 torn']);
  });

  test('messages hold no content', () => {
    const copy = [...lines, 'canary', line(1).replace('send_mail', 'canary'), 'canary'];
    const { problems } = verifyAudit(copy);
    expect(problems.length).toBeGreaterThan(2);
    expect(JSON.stringify(problems)).not.toContain('canary');
  });

  test('ten thousand faults are counted, a hundred are told', () => {
    const report = verifyAudit(Array.from({ length: 10_000 }, () => line(4)));
    expect(report.problems).toHaveLength(100);
    expect(report.problemCount).toBeGreaterThan(5_000);
  });
});

describe('a torn tail', () => {
  const torn = '{"v":1,"seq":4,"pre';
  const head = heads[4] ?? { seq: 0, hash: '' };
  const tail = { torn: sha256(torn), bytes: torn.length };
  const segment = segmentLine(head, tail);
  const rest = chainOf(runParts('r3', 1), {
    seq: head.seq + 1,
    hash: segment.slice(-66, -2),
  }).lines;
  const mended = [...lines.slice(0, 4), torn, segment, ...rest];

  test('is told by digest and length, as a segment must name it', () => {
    const report = verifyAudit([...lines.slice(0, 4), torn]);
    expect(report.ok).toBe(false);
    expect(report.tail).toEqual(tail);
    expect(report.head).toEqual(head);
  });

  test('is no fault once a segment names it', () => {
    const report = verifyAudit(mended);
    expect(report.ok).toBe(true);
    expect(report.records).toBe(4 + 1 + rest.length);
    expect(report.segments).toEqual([
      { line: 1, torn: null, bytes: 0 },
      { line: 6, ...tail },
    ]);
  });

  test('may span lines: a segment record that was itself torn', () => {
    const text = `${torn}\n${segment.slice(0, 40)}`;
    const both = { torn: sha256(text), bytes: text.length };
    const whole = [...lines.slice(0, 4), ...text.split('\n'), segmentLine(head, both)];
    expect(verifyAudit(whole).ok).toBe(true);
  });

  test('counts bytes, not characters', () => {
    const text = '{"v":1,"é李😀';
    const report = verifyAudit([text]);
    expect(report.tail).toEqual({ torn: sha256(text), bytes: Buffer.byteLength(text) });
  });

  test.each([
    ['is changed', replaced(mended, 4, `${torn}x`), ['6 segment', '5 malformed']],
    ['is dropped', mended.filter((_, i) => i !== 4), ['5 segment']],
    [
      'moves',
      [...mended.slice(0, 2), torn, ...mended.slice(2, 4), segment],
      ['3 malformed', '6 segment'],
    ],
    ['loses its segment', [...mended.slice(0, 5), ...rest], ['5 malformed']],
    [
      'is called nothing',
      [...lines.slice(0, 4), torn, segmentLine(head, { torn: null, bytes: 0 })],
      ['5 malformed'],
    ],
  ])('is a fault where it %s', (_, copy, expected) => {
    expect(found(copy)).toEqual(expected);
  });

  test('a record is never taken for one', () => {
    const edited = line(3).replace('c1', 'c9');
    const named = segmentLine(heads[3] ?? head, { torn: sha256(edited), bytes: edited.length });
    expect(found([...lines.slice(0, 3), edited, named])).toContain('4 edit');
    expect(verifyAudit([...lines.slice(0, 3), edited]).tail).toBe(null);
  });

  test('more text than a write can hold is damage', () => {
    const report = verifyAudit([...lines, 'x'.repeat(8_388_608)]);
    expect(report.tail).toBe(null);
    expect(report.problems.map(({ kind }) => kind)).toEqual(['malformed']);
  });
});

test('no verification while a built-in prototype has a toJSON', () => {
  Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'forged', configurable: true });
  try {
    expect(() => verifyAudit(lines)).toThrow('toJSON');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'toJSON');
  }
  expect(verifyAudit(lines).ok).toBe(true);
});

/** Changed lines may pass only if they are the first lines of the chain, unchanged. */
function isFoundUnlessPrefix(original: Chain, copy: readonly string[]): void {
  const isPrefix = copy.every((text, index) => text === original.lines[index]);
  expect(verifyAudit(copy).ok).toBe(isPrefix);
}

describe('any single change is found', () => {
  const claims = 'INV-T3';
  seeded(
    'a character written over, put in or cut out',
    fc.property(
      anyChain,
      fc.nat(),
      fc.integer({ min: 0, max: 1 }),
      fc.oneof(fc.constantFrom('', '0', '1', 'a', '"', ' ', '\n', '}', '\ufffd'), fc.string()),
      (original, place, cut, piece) => {
        const text = original.lines.join('\n');
        const at = place % text.length;
        const copy = (text.slice(0, at) + piece + text.slice(at + cut)).split('\n');
        isFoundUnlessPrefix(original, copy);
      },
    ),
    { runs: 3_000, claims },
  );
  seeded(
    'a line dropped, moved, repeated, or two changed over',
    fc.property(anyChain, fc.nat(), fc.nat(), fc.nat(3), (original, a, b, way) => {
      const copy = [...original.lines];
      const from = a % copy.length;
      const to = b % copy.length;
      const moved = original.lines[from] ?? '';
      const other = original.lines[to] ?? '';
      if (way === 0) copy.splice(from, 1);
      else if (way === 1) copy.splice(to, 0, moved);
      else if (way === 2) copy.splice(to, 0, ...copy.splice(from, 1));
      else {
        copy[from] = other;
        copy[to] = moved;
      }
      isFoundUnlessPrefix(original, copy);
    }),
    { runs: 3_000, claims },
  );
  seeded(
    'lines of another chain put in or instead',
    fc.property(anyChain, anyChain, fc.nat(), fc.nat(), fc.nat(), (one, two, at, start, cut) => {
      const piece = two.lines.slice(start % two.lines.length);
      const copy = [...one.lines];
      copy.splice(at % (copy.length + 1), cut % (copy.length + 1), ...piece);
      isFoundUnlessPrefix(one, copy.length === piece.length ? one.lines : copy);
    }),
    { claims },
  );
  seeded(
    'a rewritten record under its own new hash',
    fc.property(anyChain, fc.nat(), (original, place) => {
      const at = place % (original.lines.length - 1);
      const copy = [...original.lines];
      copy[at] = rehashed(copy[at] ?? '', '"run":"', '"run":"f');
      expect(verifyAudit(copy).ok).toBe(false);
    }),
    { claims },
  );
});

test('what the chain writes is what verification reads', () => {
  const entry = {
    body: runParts('r1', 1)[1]?.body,
    run: 'r1',
    call: 'c0',
    at: Number.MAX_SAFE_INTEGER,
  };
  const { body } = entry;
  if (body === undefined) throw new Error('no body');
  const start = { seq: 0, hash: GENESIS };
  expect(verifyAudit([auditLine({ ...entry, body }, start).line]).ok).toBe(true);
});
