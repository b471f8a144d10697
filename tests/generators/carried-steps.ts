/**
 * Computations over a parse whose every answer can be tried: closed fields of few values, and one
 * of open text.
 */
import type fc from 'fast-check';
import { z } from 'zod';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { Arg, ComputeStep, JsonObject } from '../../schemas/index.js';
import { compare, compute, record, ref } from '../fakes/plan-steps.js';

/** Values of each field; of open text, some. */
const domains: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  sure: [true, false],
  mood: ['good', 'bad', '1'],
  score: [0, 1, 2, 3],
  text: ['good', 'PIN-4711', '', '7'],
};
const FIELDS = Object.keys(domains);
/** What the parser fills. */
export const closedSchema: z.ZodType = z.strictObject({
  sure: z.boolean(),
  mood: z.enum(['good', 'bad', '1']),
  score: z.int().min(0).max(3),
  text: z.string(),
});

/** Every answer that the parser can give; of open text, some. */
export const everyAnswer: readonly JsonObject[] = FIELDS.reduce<readonly JsonObject[]>(
  (all, name) =>
    all.flatMap((one) => (domains[name] ?? []).map((value) => ({ ...one, [name]: value }))),
  [{}],
);

/** A part of the parse, an earlier step, or a word of the plan. */
function drawArg(draws: Draws, made: readonly string[]): Arg {
  const kind = draws.below(10);
  if (kind < 4) return ref('got', draws.pick(['sure', 'mood', 'score', 'score']));
  if (kind < 5) return ref('got', 'text');
  if (kind < 8 && made.length > 0) return ref(draws.pick(made));
  return draws.pick(['yes', 'no', 7, 2, '{a}', ', ']);
}

function drawStep(draws: Draws, id: string, made: readonly string[]): ComputeStep {
  const arg = (): Arg => drawArg(draws, made);
  const fn = draws.pick([
    ...(['template', 'template', 'join', 'choose', 'choose'] as const),
    ...(['add', 'multiply', 'format', 'round', 'split'] as const),
  ]);
  switch (fn) {
    case 'template': {
      const text = draws.chance(80) ? draws.pick(['{a}', '{a} and {b}', '{b}{a}{a}']) : arg();
      return compute(id, fn, { text, fields: record({ a: arg(), b: arg() }) });
    }
    case 'join':
      return compute(id, fn, {
        list: [arg(), arg(), arg()],
        separator: draws.chance(80) ? '-' : arg(),
      });
    case 'choose': {
      const where = compare(
        ref('got', draws.pick(FIELDS)),
        'equals',
        draws.pick([true, 'good', 2]),
      );
      return compute(id, fn, { yes: arg(), no: arg() }, { where });
    }
    case 'format':
      return compute(id, fn, { value: arg(), form: draws.pick(['money', 'integer']) });
    case 'round':
      return compute(id, fn, { number: arg() });
    case 'split':
      return compute(id, fn, { text: arg(), separator: '-' });
    default:
      return compute(id, fn, { left: arg(), right: arg() });
  }
}

/** A few steps that compute with a parse `got` and with each other. */
export const anySteps: fc.Arbitrary<readonly ComputeStep[]> = drawn(90, (draws) => {
  const made: string[] = [];
  return Array.from({ length: 1 + draws.below(5) }, (_, i) => {
    const step = drawStep(draws, `s${i}`, made);
    made.push(step.id);
    return step;
  });
});

/** How many values a field can have. */
export function choicesOf(path: string | undefined): number {
  if (path === undefined || path === 'text') return Number.POSITIVE_INFINITY;
  return domains[path]?.length ?? Number.NaN;
}
