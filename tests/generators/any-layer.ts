/** Layers of the gate that answer honestly, wrongly, late, twice, or not at all. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { GateLayer } from '../../kernel/index.js';
import type { Outcome } from '../../schemas/index.js';

export interface LayerSketch {
  readonly name: string;
  readonly layer: GateLayer;
  /** What the gate may make of it: the answer, or a denial where it is none. */
  readonly outcome: Outcome;
}

type Stage = GateLayer['stage'];
type Answer = (stage: Stage) => unknown;

const asks = (stage: Stage, rule: string): unknown => ({
  stage,
  outcome: 'require_user',
  obligations: [{ source: stage, rule, reason: 'a rule asks' }],
});
const denies = (stage: Stage): unknown => ({
  stage,
  outcome: 'deny',
  denial: { code: 'rules_denied', stage, reason: 'a rule denies', mend: '', remedies: [] },
});

/** Answers differently each time it is read. */
function fickle(stage: Stage): unknown {
  let reads = 0;
  return {
    stage,
    get outcome() {
      reads += 1;
      return reads === 1 ? 'deny' : 'allow';
    },
  };
}

function throwing(): never {
  throw new Error('a layer that throws');
}

const honest: readonly (readonly [string, Outcome, Answer])[] = [
  ['allows', 'allow', (stage) => ({ stage, outcome: 'allow' })],
  ['asks', 'require_user', (stage) => asks(stage, 'r1')],
  ['asks for another rule', 'require_user', (stage) => asks(stage, 'r2')],
  ['denies', 'deny', denies],
];

/** Whatever these say, nobody has agreed. */
const wrong: readonly (readonly [string, Answer])[] = [
  ['throws', throwing],
  ['says nothing', () => undefined],
  ['says null', () => null],
  ['says yes', () => true],
  ['says allow', () => 'allow'],
  ['has no outcome', (stage) => ({ stage })],
  ['has another outcome', (stage) => ({ stage, outcome: 'allowed' })],
  ['has a rank for an outcome', (stage) => ({ stage, outcome: 0 })],
  ['is fickle', fickle],
  ['promises', async (stage) => ({ stage, outcome: 'allow' })],
  ['inherits its answer', () => Object.create({ outcome: 'allow' })],
  ['asks nothing', (stage) => ({ stage, outcome: 'require_user', obligations: [] })],
  ['asks no list', (stage) => ({ stage, outcome: 'require_user', obligations: 'r1' })],
  ['asks in the name of the labels', (stage) => ({ ...(asks('rules', 'r1') as object), stage })],
  ['denies without a denial', (stage) => ({ stage, outcome: 'deny' })],
  ['denies by an unknown code', (stage) => ({ stage, outcome: 'deny', denial: { code: 'no' } })],
];

function drawLayer(draws: Draws): LayerSketch {
  const stage = draws.pick(['rules', 'judge', 'review'] as const);
  const sketch = (name: string, outcome: Outcome, answer: Answer): LayerSketch => {
    const layer = { stage, answer: () => answer(stage) as ReturnType<GateLayer['answer']> };
    return { name: `${stage} ${name}`, layer, outcome };
  };
  if (draws.chance(65)) {
    const [name, outcome, answer] = draws.pick(honest);
    return sketch(name, outcome, answer);
  }
  const [name, answer] = draws.pick(
    wrong.filter(([name]) => stage !== 'rules' || !/name/.test(name)),
  );
  return sketch(name, 'deny', answer);
}

export const anyLayer: fc.Arbitrary<LayerSketch> = drawn(8, drawLayer);
