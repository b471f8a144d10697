/**
 * Plans over a toolbox, shaped so that most pass verification: references go backwards to values
 * that are likely to have what the path names, literals are often quotes of the query.
 */
import type { Arg, Operand, Plan, Step } from '../../schemas/index.js';
import type { Draws } from './draws.js';
import { CAPABILITIES, type FieldSketch, type ToolSketch } from './tool-sketch.js';

/** What a plan can build on. */
export interface PlanGround {
  readonly tools: readonly ToolSketch[];
  readonly facts: readonly string[];
  /** Texts and numbers that the query holds as tokens. */
  readonly quotes: readonly (string | number)[];
  /** Without sub-kernels, for the plans of sub-kernels of the last depth. */
  readonly isFlat: boolean;
  /** Percent of tool and parse steps marked as parallel. */
  readonly parallel: number;
  /** Percent of arguments chosen so that the call may pass. */
  readonly care: number;
}

interface Made {
  readonly id: string;
  readonly paths: readonly string[];
}

const RESULT_PATHS = ['id', 'id', 'text', 'text', 'from', 'items', 'items.0.id', 'items.0.text'];
const FACT_PATHS: Readonly<Record<string, readonly string[]>> = {
  names: ['0', '1'],
  contact: ['email', 'name'],
};
const LITERALS = [
  ...[
    'evil@example.net',
    'Bob',
    'report attached',
    ' bob@example.com ',
    'BOB@example.com',
    'high',
    'example.com',
  ],
  ...['~/.ssh/id', 'file-1', '', 42, true, null],
];
const INSTRUCTIONS = ['report', 'Find what matters.'];

/** Picks a step or fact to refer to, nearly always with a path that it may well have. */
function drawOperand(draws: Draws, ground: PlanGround, made: readonly Made[]): Operand {
  const isFact = made.length === 0 || draws.chance(30);
  if (isFact && ground.facts.length > 0) {
    const name = draws.pick(ground.facts);
    return withPath({ kind: 'fact', name }, drawPath(draws, FACT_PATHS[name] ?? []));
  }
  const step = draws.pick(made.length === 0 ? [{ id: 'nothing', paths: [] }] : made);
  return withPath({ kind: 'ref', ref: step.id }, drawPath(draws, step.paths));
}

function withPath(operand: Operand, path: string | undefined): Operand {
  return path === undefined ? operand : { ...operand, path };
}

function drawPath(draws: Draws, paths: readonly string[]): string | undefined {
  if (draws.chance(1)) return 'items.9.missing';
  return paths.length > 0 && draws.chance(75) ? draws.pick(paths) : undefined;
}

function drawLiteral(draws: Draws, ground: PlanGround): Arg {
  return draws.chance(70) && ground.quotes.length > 0
    ? draws.pick(ground.quotes)
    : draws.pick(LITERALS);
}

/** What suits a field of a tool, so that effects come about. */
function drawFitting(draws: Draws, place: Place): Arg {
  const { ground, made, tool, field } = place;
  const fact = (names: readonly string[]): readonly Arg[] =>
    names.filter((name) => ground.facts.includes(name)).map((name) => ({ kind: 'fact', name }));
  const texts = ground.quotes.filter((quote) => typeof quote === 'string');
  const words: readonly Arg[] = texts.length > 0 ? texts : ['a word of the planner'];
  const isText = field.kind !== 'any';
  const declared = tool.spec.args?.[`/${field.name}`];
  if (declared?.handle !== undefined) {
    const handles = made.flatMap(({ id, paths }) =>
      paths
        .filter((path) => path.endsWith('id'))
        .map((path): Arg => ({ kind: 'ref', ref: id, path })),
    );
    const known = [...fact(['doc', 'doc']), ...handles];
    return known.length === 0 ? draws.pick(words) : draws.pick(known);
  }
  if (field.name === 'to') return draws.pick([...words.slice(0, 2), ...fact(['me', 'boss'])]);
  const isContent = declared?.role === 'content';
  if (!isText && isContent && draws.chance(70)) return drawOperand(draws, ground, made);
  return draws.pick([...words, ...fact(['boss'])]);
}

interface Place {
  readonly ground: PlanGround;
  readonly made: readonly Made[];
  readonly tool: ToolSketch;
  readonly field: FieldSketch;
}

function drawArg(draws: Draws, place: Place): Arg {
  const { ground, made, field } = place;
  if (draws.chance(ground.care)) return drawFitting(draws, place);
  const kind = draws.below(field.name === 'opts' ? 10 : 6);
  if (kind < 2) return drawLiteral(draws, ground);
  if (kind < 6) return drawOperand(draws, ground, made);
  const part = (): Arg => drawArg(draws, { ...place, field: { name: 'id', kind: 'any' } });
  if (kind < 8) return [part(), ...draws.list(1, part)];
  // Fields that are called like the marks of a reference are fields all the same.
  const names = draws.pick([['note'], ['note', 'x'], ['kind', 'ref', 'x'], ['0']]);
  return { kind: 'record', fields: Object.fromEntries(names.map((name) => [name, part()])) };
}

function drawToolStep(draws: Draws, ground: PlanGround, made: readonly Made[], id: string): Step {
  const tool = draws.pick(ground.tools);
  const named = (tool.spec.recipients ?? []).map(({ from }) => from.split('/')[1]);
  const fields = tool.fields.filter(({ name }) => {
    return named.includes(name) || draws.chance(name === 'opts' ? 20 : 75);
  });
  const args = fields.map((field) => {
    return [field.name, drawArg(draws, { ground, made, tool, field })] as const;
  });
  const extra: [string, Arg][] = draws.chance(1) ? [['unknown', 1]] : [];
  return {
    kind: 'tool',
    id,
    tool: tool.spec.name,
    args: Object.fromEntries([...args, ...extra]),
    ...(draws.chance(ground.parallel) ? { parallel: true } : {}),
  };
}

function drawStep(draws: Draws, ground: PlanGround, made: readonly Made[], id: string): Step {
  const kind = draws.below(20);
  if (kind < 12) return drawToolStep(draws, ground, made, id);
  if (kind < 14) {
    const value = drawLiteral(draws, ground);
    return { kind: 'const', id, value: typeof value === 'object' ? null : value };
  }
  const source = drawOperand(draws, ground, made);
  const instruction = draws.pick(INSTRUCTIONS);
  if (kind < 16 || (ground.isFlat && kind < 18)) {
    const marks = draws.chance(ground.parallel) ? { parallel: true } : {};
    const schema = draws.pick(['any', 'words']);
    return { kind: 'q_parse', id, source, schema_ref: schema, instruction, ...marks };
  }
  if (kind < 18) {
    const grant = draws.some(CAPABILITIES, 85);
    return { kind: 'subkernel', id, source, instruction, grant };
  }
  const other = drawOperand(draws, ground, made);
  return { kind: 'merge', id, inputs: { x: source, y: other } };
}

/** Paths that the value of a step may well have. */
function pathsOf(step: Step, made: readonly Made[]): readonly string[] {
  switch (step.kind) {
    case 'const':
    case 'subkernel':
      return [];
    case 'tool':
      return RESULT_PATHS;
    case 'q_parse':
      return step.schema_ref === 'words' ? ['text', 'sure'] : [];
    case 'compute':
    case 'when':
    case 'map':
      return [];
    case 'merge': {
      const below = (name: 'x' | 'y'): readonly string[] => {
        const input = step.inputs[name];
        if (input?.kind !== 'ref' || input.path !== undefined) return [name];
        const inner = made.find(({ id }) => id === input.ref)?.paths ?? [];
        return [name, ...inner.map((path) => `${name}.${path}`)];
      };
      return [...below('x'), ...below('y')];
    }
  }
}

/** Draws a plan of one to `most` steps; its last step is its result. */
export function drawPlan(draws: Draws, ground: PlanGround, most: number): Plan {
  const made: Made[] = [];
  const steps: Step[] = [];
  const count = 1 + draws.below(most);
  for (let i = 0; i < count; i += 1) {
    const step = drawStep(draws, ground, made, `s${i}`);
    steps.push(step);
    made.push({ id: step.id, paths: pathsOf(step, made) });
  }
  return { steps, final: `s${count - 1}` };
}
