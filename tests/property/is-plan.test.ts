/**
 * The one-pass recogniser of plans against its definition, the zod schema: it accepts nothing more.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlan } from '../../kernel/plan/is-plan.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import { computeFunctions, conditionTests, planSchema } from '../../schemas/index.js';
import { seeded } from './seed.js';

/** Mostly well formed, so that many plans are accepted and the rest fail for one reason. */
function mostly<T, U>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 14, arbitrary: good }, { weight: 1, arbitrary: bad });
}

const id = mostly(
  fc.constantFrom('a', 'b1', 'step_3', 'toString'),
  fc.oneof(fc.constantFrom('', '1a', 'constructor', 'x'.repeat(65)), fc.string({ maxLength: 4 })),
);
const path = mostly(
  fc.constantFrom('a', 'a.b', 'items.0.id'),
  fc.constantFrom('', '.a', 'a..b', 'a.', 'a.prototype', 'x'.repeat(1025)),
);
const operand = mostly(
  fc.oneof(
    fc.record({ kind: fc.constant('ref'), ref: id, path }, { requiredKeys: ['kind', 'ref'] }),
    fc.record({ kind: fc.constant('fact'), name: id, path }, { requiredKeys: ['kind', 'name'] }),
    fc.record({ kind: fc.constant('each'), path }, { requiredKeys: ['kind'] }),
  ),
  fc.oneof(
    fc.record({ kind: fc.constantFrom('ref', 'fact', 'record', 'each'), ref: id, name: id }),
    fc.record({ kind: fc.constantFrom('item', 'each'), path }),
    fc.constantFrom(null, 'ref', 3, []),
  ),
);
const scalar = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.boolean(), fc.constant(null));
const key = mostly(
  fc.constantFrom('to', 'body', 'a/b'),
  fc.constantFrom('', 'constructor', 'k'.repeat(257)),
);
const { arg } = fc.letrec((tie) => ({
  arg: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    operand,
    fc.array(tie('arg'), { maxLength: 2 }),
    fc.record({
      kind: fc.constant('record'),
      fields: fc.dictionary(key, tie('arg'), { maxKeys: 2 }),
    }),
  ),
}));
const side = mostly(
  fc.oneof(
    scalar,
    operand,
    fc.record({ kind: fc.constant('item'), path }, { requiredKeys: ['kind'] }),
  ),
  fc.oneof(
    fc.record({ kind: fc.constant('item'), ref: id }),
    fc.constantFrom([], { kind: 'record', fields: {} }),
  ),
);
const tests = mostly(fc.constantFrom(...conditionTests), fc.constantFrom('is', '', 'toString', 1));
const { condition } = fc.letrec((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ test: tests, left: side, right: side }),
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));
const oddCondition = fc.oneof(
  fc.record({ all: fc.constant([]) }),
  fc.record({ all: fc.array(condition, { minLength: 65, maxLength: 65, size: 'max' }) }),
  fc.record({ any: fc.array(condition, { minLength: 1, maxLength: 1 }), not: condition }),
  fc.record({ test: tests, left: side }),
  fc.record({ test: tests, left: side, right: side, not: condition }),
  fc.constantFrom(null, true, {}, []),
);
const anyCondition = mostly(condition, oddCondition);
const text = mostly(fc.constantFrom('', 'summarise'), fc.constant('x'.repeat(8193)));
const flatStep = mostly(
  fc.oneof(
    fc.record({ kind: fc.constant('const'), id, value: mostly(scalar, operand) }),
    fc.record(
      {
        kind: fc.constant('tool'),
        id,
        tool: id,
        args: fc.dictionary(key, arg, { maxKeys: 3 }),
        parallel: mostly(fc.boolean(), fc.constant(1)),
      },
      { requiredKeys: ['kind', 'id', 'tool', 'args'] },
    ),
    fc.record(
      {
        kind: fc.constant('q_parse'),
        id,
        source: operand,
        schema_ref: id,
        instruction: text,
        verbatim: mostly(fc.array(path, { maxLength: 2 }), fc.constantFrom('a', [1], null)),
        parallel: mostly(fc.boolean(), fc.constant(1)),
      },
      { requiredKeys: ['kind', 'id', 'source', 'schema_ref'] },
    ),
    fc.record(
      {
        kind: fc.constant('compute'),
        id,
        fn: mostly(fc.constantFrom(...computeFunctions), fc.constantFrom('eval', 'toString', '')),
        args: fc.dictionary(key, arg, { maxKeys: 2 }),
        by: mostly(path, fc.constantFrom(1, null)),
        where: anyCondition,
      },
      { requiredKeys: ['kind', 'id', 'fn', 'args'] },
    ),
    fc.record({
      kind: fc.constant('when'),
      id,
      if: anyCondition,
      tool: id,
      args: fc.dictionary(key, arg, { maxKeys: 2 }),
    }),
    fc.record({
      kind: fc.constant('subkernel'),
      id,
      source: operand,
      instruction: text,
      grant: fc.array(id, { maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('merge'),
      id,
      inputs: fc.dictionary(key, operand, { maxKeys: 2 }),
    }),
  ),
  fc.record({ kind: fc.constantFrom('loop', 'tool', 'compute', 'when', 'map'), id }),
);
const bound = mostly(fc.constantFrom(1, 8, 256), fc.constantFrom(0, 257, 1.5, '8', null, -1));
const mapOf = (inner: fc.Arbitrary<unknown>) =>
  fc.record(
    {
      kind: fc.constant('map'),
      id,
      over: operand,
      atMost: bound,
      steps: mostly(fc.array(inner, { minLength: 1, maxLength: 2 }), fc.constantFrom([], null)),
      final: id,
    },
    { requiredKeys: ['kind', 'id', 'over', 'atMost', 'steps', 'final'] },
  );
const long = fc.record({ kind: fc.constant('const'), id: fc.constant('a'), value: scalar });
const map = fc.oneof(
  { weight: 8, arbitrary: mapOf(flatStep) },
  { weight: 1, arbitrary: mapOf(mapOf(flatStep)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(mapOf(flatStep), fc.constantFrom({ parallel: true }, { where: null }, { final: 1 }))
      .map(([one, more]) => ({ ...one, ...more })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(mapOf(long), fc.array(long, { minLength: 63, maxLength: 66, size: 'max' }))
      .map(([one, steps]) => ({ ...one, steps })),
  },
);
const step = fc.oneof({ weight: 3, arbitrary: flatStep }, { weight: 1, arbitrary: map });
const plan = fc.record(
  { steps: fc.array(step, { maxLength: 3 }), final: id },
  { requiredKeys: ['steps', 'final'] },
);
const odd = fc.oneof(
  fc.record({ steps: fc.array(step, { maxLength: 1 }), final: id, run_id: id }),
  fc.record({ steps: fc.array(step, { maxLength: 1 }) }),
  fc.json(),
);

seeded(
  'the recogniser and the schema accept the same plans',
  fc.property(mostly(plan, odd), (given) => {
    let data: ReturnType<typeof snapshot>;
    try {
      data = snapshot(given);
    } catch {
      return;
    }
    expect(isPlan(data)).toBe(planSchema.safeParse(data).success);
  }),
  { runs: 5000, claims: 'K-6' },
);

test('some generated plans are accepted, so that agreement says something', () => {
  const accepted = fc.sample(plan, { numRuns: 3000, seed: 7 }).filter((given) => {
    try {
      return isPlan(snapshot(given));
    } catch {
      return false;
    }
  });
  expect(accepted.length).toBeGreaterThan(350);
  const kinds = accepted.flatMap(({ steps }) =>
    (steps as { kind: string }[]).map(({ kind }) => kind),
  );
  for (const kind of ['q_parse', 'compute', 'when', 'map']) {
    expect([kind, kinds.filter((one) => one === kind).length > 4]).toEqual([kind, true]);
  }
});
