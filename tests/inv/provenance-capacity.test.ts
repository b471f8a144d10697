// Family P, capacity: a rule may let out few bits of content, in words of the plan, and no more.
import { describe, expect } from 'vitest';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { DeclassRule, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import {
  child,
  compare,
  compute,
  constant,
  each,
  fact,
  map,
  parse,
  planOf,
  ref,
} from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';
import { carries, filled, followVerdict, tellBob } from '../fakes/verdict-mail.js';

/** Steps whose last value is sent as `x`, and the bits that they carry. */
const bounded: Readonly<Record<string, readonly [readonly Step[], number]>> = {
  'a word of the plan': [[constant('x', 'Hello')], 0],
  'a public fact': [[filled('x', '{a}', { a: fact('greeting') })], 0],
  'a boolean': [[filled('x', 'He agrees: {a}', { a: ref('got', 'agrees') })], 1],
  'one of four': [[filled('x', '{a} points', { a: ref('got', 'score') })], 2],
  'one of two words, or none': [[filled('x', '<{a}>', { a: ref('got', 'maybe') })], 2],
  'an item by its place': [[filled('x', '{a}', { a: ref('got', 'list.1') })], 1],
  'two of them': [
    [filled('x', '{a} and {b}', { a: ref('got', 'agrees'), b: ref('got', 'score') })],
    3,
  ],
  'one of them twice': [
    [filled('x', '{a}{b}', { a: ref('got', 'agrees'), b: ref('got', 'agrees') })],
    2,
  ],
  'a number in a form': [
    [compute('x', 'format', { value: ref('got', 'score'), form: 'money' })],
    2,
  ],
  'some in one text': [
    [compute('x', 'join', { list: [ref('got', 'agrees'), 'or', 'not'], separator: ' ' })],
    1,
  ],
  'a sum': [
    [
      compute('n', 'add', { left: ref('got', 'score'), right: 7 }),
      compute('x', 'format', { value: ref('n'), form: 'integer' }),
    ],
    2,
  ],
  'one of two words': [
    [
      compute(
        'x',
        'choose',
        { yes: 'much', no: 'little' },
        {
          where: compare(ref('got', 'amount'), 'more', 1000),
        },
      ),
    ],
    1,
  ],
  'one of two texts that carry some': [
    [
      filled('a', 'points: {s}', { s: ref('got', 'score') }),
      filled('b', '{x} {y}', { x: ref('got', 'agrees'), y: ref('got', 'agrees') }),
      compute(
        'x',
        'choose',
        { yes: ref('a'), no: ref('b') },
        {
          where: compare(ref('got', 'text'), 'contains', '47'),
        },
      ),
    ],
    3,
  ],
};

describe('a value is released where the rule has room for what it carries', () => {
  for (const [name, [steps, bits]] of Object.entries(bounded)) {
    verifies(['INV-P29', 'INV-P31'], `${name}: ${bits} bits`, async () => {
      const last = tellBob(ref('x'));
      const enough = await followVerdict([...steps, last], [carries(bits)]);
      expectCommitted(enough.result);
      expect(enough.bodies).toHaveLength(1);
      if (bits === 0) return;
      const less = await followVerdict([...steps, last], [carries(bits - 1)]);
      expect(less.result.problem?.denial?.stage).toBe('provenance');
      expect(less.bodies).toEqual([]);
    });
  }
});

verifies('INV-P29', 'a rule that bounds the field lets out nothing more than before', async () => {
  const field: DeclassRule = rule('release', { capacity: 4096 });
  const { result, bodies } = await followVerdict([tellBob('Hello')], [field]);
  expectBlocked(result, 'content_to_other');
  expect(bodies).toEqual([]);
});

describe('what is released adds up', () => {
  const verdict = filled('x', 'He agrees: {a}', { a: ref('got', 'agrees') });

  verifies('INV-P31', 'over the calls of a run', async () => {
    const sends = ['one', 'two', 'three'].map((id) => tellBob(ref('x'), id));
    const { result, bodies } = await followVerdict([verdict, ...sends], [carries(2)]);
    expectBlocked(result, 'reader_excluded');
    expect(bodies).toEqual(['He agrees: true', 'He agrees: true']);
  });

  verifies('INV-P31', 'over the items of a map', async () => {
    const one = parse('one', each('body'), 'answers');
    const text = filled('t', '{a}', { a: ref('one', 'score') });
    const steps = [map('all', ref('inbox'), one, text, tellBob(ref('t')))];
    const go = rule('release', always, { id: 'go', argument: 'decision' });
    const few = await followVerdict(steps, [carries(3), go]);
    expectBlocked(few.result, 'reader_excluded');
    expect(few.bodies).toEqual(['2']);
    const enough = await followVerdict(steps, [carries(4), go]);
    expectCommitted(enough.result);
    expect(enough.bodies).toEqual(['2', '2']);
  });

  verifies('INV-P31', 'over a sub-kernel and what follows it', async () => {
    const go = ['/to', 'decision'].map((argument) =>
      rule('release', always, { id: argument.replace('/', ''), argument }),
    );
    const yes = { capacity: 1, of: 'value' } as const;
    const few = rule(
      'release',
      { any: [yes, { equals: { literal: 'yes' } }] },
      {
        ...{ id: 'few', tool: 'send_email', argument: '/body' },
      },
    );
    const steps = [child('sub', ref('inbox', '0.body'), ['mail.send']), verdict, tellBob(ref('x'))];
    const planner = scriptedPlanner([planOf(tellBob('yes'))]);
    const { result, bodies } = await followVerdict(steps, [few, ...go], { planner });
    // What no bound fits is charged all the same: the rule has nothing left.
    expectBlocked(result, 'reader_excluded');
    expect(bodies).toEqual(['yes']);
  });

  verifies('INV-P31', 'under bounds of both kinds, at the larger', async () => {
    const both = rule(
      'release',
      { any: [{ capacity: 1, of: 'value' }, { capacity: 1 }] },
      {
        ...{ id: 'both', tool: 'send_email', argument: '/body' },
      },
    );
    const { result, bodies } = await followVerdict(
      [tellBob('a', 's1'), tellBob('b', 's2')],
      [both],
    );
    expectBlocked(result, 'content_to_other');
    expect(bodies).toEqual(['a']);
  });
});
