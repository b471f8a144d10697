import { describe, expect, test, vi } from 'vitest';
import { isPlainLabel, labelParts } from '../../../../demo/report/label-text.js';
import { makePaint } from '../../../../demo/report/paint.js';
import { planLines } from '../../../../demo/report/plan-lines.js';
import { cutTo, joinParts, printable, wrapTo } from '../../../../demo/report/text-lines.js';
import { makeLabel, planSchema } from '../../../../schemas/index.js';
import {
  call,
  compare,
  compute,
  constant,
  copying,
  each,
  fact,
  item,
  map,
  parse,
  ref,
  select,
  when,
} from '../../../fakes/plan-steps.js';

const ESCAPE = String.fromCodePoint(0x1b);

describe('lines', () => {
  test("a stranger's text cannot steer the terminal", () => {
    expect(printable(`a${ESCAPE}[2Jb\u202ec\r\nd\u2028é 漢`)).toBe(
      'a<U+001B>[2Jb<U+202E>c<U+000D><U+000A>d<U+2028>é 漢',
    );
  });

  test('are cut and broken by characters, never within one', () => {
    expect(cutTo('😀😀😀', 3)).toBe('😀😀😀');
    expect(cutTo('😀😀😀😀', 3)).toBe('😀😀…');
    expect(wrapTo('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(joinParts(['aa', 'bb', 'cc cc cc'], 7)).toEqual(['aa · bb', 'cc cc', 'cc']);
  });
});

test('a label in words', () => {
  const sources = ['user', 'tool:read_inbox'];
  const label = makeLabel({
    sources,
    control: sources,
    readers: ['user:alice@example.com', 'user:bob@example.com'],
    subjects: ['third_party', 'user'],
  });
  expect(labelParts(label)).toEqual([
    'by and chosen by tool:read_inbox, user',
    'for the user, bob@example.com',
    'about third parties, the user',
  ]);
  expect(isPlainLabel(label)).toBe(false);
  const plain = makeLabel({ sources: ['user'], control: ['planner'], readers: [] });
  expect(labelParts(plain)).toEqual(['by user', 'chosen by planner', 'for nobody']);
  expect(isPlainLabel(plain)).toBe(true);
});

test('a plan in lines, every kind of step and argument', () => {
  const ref = { kind: 'ref', ref: 'a', path: 'b.0' };
  const fact = { kind: 'fact', name: 'me' };
  const fields = { one: ref, two: ['x', 1, null] };
  const { steps } = planSchema.parse({
    steps: [
      { kind: 'const', id: 'a', value: `${ESCAPE}[2J` },
      {
        kind: 'tool',
        id: 'long',
        tool: 'send',
        args: { to: fact, body: { kind: 'record', fields } },
      },
      { kind: 'q_parse', id: 'c', source: ref, schema_ref: 's', instruction: '' },
      { kind: 'subkernel', id: 'd', source: ref, instruction: '', grant: [] },
      { kind: 'merge', id: 'e', inputs: { x: ref, y: fact } },
    ],
    final: 'e',
  });
  expect(planLines(steps)).toEqual([
    'a    = "\\u001b[2J"',
    'long = send(to: fact me, body: {one: a.b.0, two: ["x", 1, null]})',
    'c    = q_parse(a.b.0 as s)',
    'd    = subkernel(a.b.0, grant: nothing)',
    'e    = merge(x: a.b.0, y: fact me)',
  ]);
});

test('a plan in lines, what is computed, guarded and done for each', () => {
  const mine = compare(item('from'), 'equals', fact('me'));
  const late = compare(item(), 'at_least', '2024-05-15');
  const steps = [
    copying(parse('a', ref('x'), 's'), 'email', 'names.*'),
    compute('b', 'sort', { list: ref('a'), order: 'descending' }, { by: 'date' }),
    select('c', ref('b'), { all: [mine, { not: { any: [late, mine] } }] }),
    when('d', compare(ref('c', 'n'), 'more', 3), 'ring', {}),
    map('f', ref('b'), constant('g', null), call('h', 'send', { to: each('from'), x: each() })),
  ];
  expect(planLines(steps)).toEqual([
    'a = q_parse(x as s, verbatim: email names.*)',
    'b = sort(list: a, order: "descending", by date)',
    'c = select(list: b, where (item.from equals fact me and ' +
      'not (item at least "2024-05-15" or item.from equals fact me)))',
    'd = ring() if c.n more 3',
    'f = h for each of b, at most 8',
    '  g = null',
    '  h = send(to: each.from, x: each)',
  ]);
});

test('colour only where it is wanted, on a terminal that has it', () => {
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('NO_COLOR', '');
  expect(makePaint(true, true).red('x')).toBe(`${ESCAPE}[31mx${ESCAPE}[39m`);
  expect(makePaint(true, false).red('x')).toBe('x');
  expect(makePaint(false, true).red('x')).toBe('x');
  vi.stubEnv('NO_COLOR', '1');
  expect(makePaint(true, true).red('x')).toBe('x');
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('TERM', 'dumb');
  expect(makePaint(true, true).red('x')).toBe('x');
});
