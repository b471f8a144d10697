/** Chooses vectors among generated ones, so that every kind of run has its share. */
import fc from 'fast-check';
import { examples } from '../example.js';
import { coreSteps, type Takes } from '../subject.js';
import { makeVector } from './make-vector.js';
import type { Vector } from './vector.js';

const core: Takes = Object.freeze<Takes>({
  steps: coreSteps,
  schemas: 'checking',
  parallel: false,
  inProcess: false,
  exact: true,
});

/** Runs drawn for each that is kept. */
const DRAWN = 5;
/** Longer ones are left, so that a file stays readable. */
const MAX_TEXT = 9000;

/**
 * Vectors of the core: the same seed and count, the same vectors. Kinds of runs take turns, the
 * rare ones too; of each kind the short ones come first.
 */
export function chooseVectors(seed: number, count: number): readonly Vector[] {
  const some = Math.ceil((count * DRAWN) / 2);
  const drawn = [95, 70].flatMap((care, i) =>
    fc.sample(examples(core, { core: true, rules: 3, care }), { seed: seed + i, numRuns: some }),
  );
  const kinds = new Map<string, Sized[]>();
  for (const example of drawn) {
    const vector = makeVector(example, '');
    const { length } = JSON.stringify(vector);
    if (length > MAX_TEXT) continue;
    const kind = kindOf(vector);
    kinds.set(kind, [...(kinds.get(kind) ?? []), { vector, length }]);
  }
  const queues = [...kinds.values()].map((all) => all.sort((a, b) => a.length - b.length));
  return inTurn(queues, count).map(({ vector }, i) => ({ ...vector, id: `CV-${i + 1}` }));
}

interface Sized {
  readonly vector: Vector;
  readonly length: number;
}

/** The first of each queue, then the second of each, until there are enough. */
function inTurn<T>(queues: readonly (readonly T[])[], count: number): readonly T[] {
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  );
  return turns.flat().slice(0, count);
}

/** How it ends, who denies, and what it is made of. */
function kindOf({ case: { situation }, exchange, expect }: Vector): string {
  const steps = new Set(situation.plan?.steps.map(({ kind }) => kind));
  const denied = expect.decisions.flatMap(({ outcome, stage }) =>
    outcome === 'deny' ? stage : [],
  );
  const rulings = exchange.flatMap((one) => (one.ask === 'rule' ? one.answer : []));
  const effects = Math.min(expect.calls.length, 3);
  return JSON.stringify([expect.status, denied, [...new Set(rulings)].sort(), effects, steps.size]);
}
