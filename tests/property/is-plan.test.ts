/**
 * The one-pass recogniser of plans against its definition, the zod schema: it accepts nothing more.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlan } from '../../kernel/plan/is-plan.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import { planSchema } from '../../schemas/index.js';
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
  ),
  fc.oneof(
    fc.record({ kind: fc.constantFrom('ref', 'fact', 'record'), ref: id, name: id }),
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
const text = mostly(fc.constantFrom('', 'summarise'), fc.constant('x'.repeat(8193)));
const step = mostly(
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
      { kind: fc.constant('q_parse'), id, source: operand, schema_ref: id, instruction: text },
      { requiredKeys: ['kind', 'id', 'source', 'schema_ref'] },
    ),
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
  fc.record({ kind: fc.constantFrom('loop', 'tool'), id }),
);
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
  expect(accepted.length).toBeGreaterThan(600);
});
