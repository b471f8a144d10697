/**
 * Plans over a toolbox, shaped so that most pass verification: references go backwards to values
 * that are likely to have what the path names, literals are often quotes of the query.
 */
import type { Arg, InnerStep, Operand, Plan, Step } from '../../../schemas/index.js';
import { drawCompute, drawCondition, drawMap, type Parts } from './draw-inner-step.js';
import type { Draws } from './draws.js';
import { type Made, madeBy } from './made.js';
import { CAPABILITIES, type FieldSketch, type ToolSketch } from './tool-sketch.js';

/** What a plan can build on. */
export interface PlanGround {
  readonly tools: readonly ToolSketch[];
  readonly facts: readonly string[];
  /** Texts and numbers that the query holds as tokens. */
  readonly quotes: readonly (string | number)[];
  /** Without sub-kernels, for the plans of sub-kernels of the last depth. */
  readonly isFlat: boolean;
  /** With steps that compute, guard and repeat, and with fields taken word for word. */
  readonly isWide: boolean;
  /** Percent of tool and parse steps marked as parallel. */
  readonly parallel: number;
  /** Percent of arguments chosen so that the call may pass. */
  readonly care: number;
}

/** A step that no plan has. */
const NOTHING: Made = { id: 'nothing', paths: [], lists: [] };
/** The item at hand of a map, among what can be referred to. */
const EACH: Made = { id: 'each', paths: ['id', 'text', 'from'], lists: [] };

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
  const step = draws.pick(made.length === 0 ? [NOTHING] : made);
  return withPath(operandFor(step), drawPath(draws, step.paths));
}

function operandFor(made: Pick<Made, 'id'>): Operand {
  return made === EACH ? { kind: 'each' } : { kind: 'ref', ref: made.id };
}

/** Picks something that is likely to be a list. */
function drawList(draws: Draws, ground: PlanGround, made: readonly Made[]): Operand {
  const lists = made.flatMap((one) => one.lists.map((path) => ({ one, path })));
  const names: readonly Operand[] = ground.facts.includes('names')
    ? [{ kind: 'fact', name: 'names' }]
    : [];
  if (lists.length === 0 || draws.chance(8)) {
    return names.length > 0 ? draws.pick(names) : drawOperand(draws, ground, made);
  }
  const { one, path } = draws.pick(lists);
  return withPath(operandFor(one), path === '' ? undefined : path);
}

function partsFrom(draws: Draws, ground: PlanGround, made: readonly Made[]): Parts {
  return {
    operand: () => drawOperand(draws, ground, made),
    list: () => drawList(draws, ground, made),
    literal: () => drawLiteral(draws, ground),
  };
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
        .map((path): Arg => withPath(operandFor(id === EACH.id ? EACH : { id }), path)),
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

interface Call {
  readonly tool: string;
  readonly args: Record<string, Arg>;
}

function drawCall(draws: Draws, ground: PlanGround, made: readonly Made[]): Call {
  const tool = draws.pick(ground.tools);
  const named = (tool.spec.recipients ?? []).map(({ from }) => from.split('/')[1]);
  const fields = tool.fields.filter(({ name }) => {
    return named.includes(name) || draws.chance(name === 'opts' ? 20 : 75);
  });
  const args = fields.map((field) => {
    return [field.name, drawArg(draws, { ground, made, tool, field })] as const;
  });
  const extra: [string, Arg][] = draws.chance(1) ? [['unknown', 1]] : [];
  return { tool: tool.spec.name, args: Object.fromEntries([...args, ...extra]) };
}

const VERBATIM: Readonly<Record<string, readonly (readonly string[])[]>> = {
  words: [['text'], ['text'], ['sure'], []],
  any: [['*'], ['text'], []],
};

function drawParse(draws: Draws, ground: PlanGround, source: Operand, id: string): InnerStep {
  const marks = draws.chance(ground.parallel) ? { parallel: true } : {};
  const schema = draws.pick(['any', 'words']);
  const instruction = draws.pick(INSTRUCTIONS);
  const copied =
    ground.isWide && draws.chance(30) ? { verbatim: [...draws.pick(VERBATIM[schema] ?? [])] } : {};
  return { kind: 'q_parse', id, source, schema_ref: schema, instruction, ...copied, ...marks };
}

/** A step that may stand inside a map. */
function drawInner(
  draws: Draws,
  ground: PlanGround,
  made: readonly Made[],
  id: string,
): InnerStep | null {
  const kind = draws.below(ground.isWide ? 28 : 20);
  const parts = partsFrom(draws, ground, made);
  if (kind < 12) {
    const marks = draws.chance(ground.parallel) ? { parallel: true } : {};
    return { kind: 'tool', id, ...drawCall(draws, ground, made), ...marks };
  }
  if (kind < 14) {
    const value = drawLiteral(draws, ground);
    return { kind: 'const', id, value: typeof value === 'object' ? null : value };
  }
  if (kind < 16) return drawParse(draws, ground, parts.operand(), id);
  if (kind < 18) {
    return { kind: 'merge', id, inputs: { x: parts.operand(), y: parts.operand() } };
  }
  if (!ground.isWide) return null;
  if (kind < 22) return drawCompute(draws, id, parts);
  if (kind < 24) {
    const condition = drawCondition(draws, parts, false);
    return { kind: 'when', id, if: condition, ...drawCall(draws, ground, made) };
  }
  return null;
}

function drawStep(draws: Draws, ground: PlanGround, made: readonly Made[], id: string): Step {
  const step = drawInner(draws, ground, made, id);
  if (step !== null) return step;
  const parts = partsFrom(draws, ground, made);
  if (ground.isWide && draws.chance(50)) {
    return drawMap(draws, id, parts, (inner, before) => {
      const inside = [...made];
      for (const one of before) inside.push(madeBy(one, inside));
      const drawn = drawInner(draws, ground, [...inside, EACH, EACH], inner);
      return drawn ?? { kind: 'const', id: inner, value: null };
    });
  }
  const source = parts.operand();
  if (ground.isFlat) return drawParse(draws, ground, source, id);
  const grant = draws.some(CAPABILITIES, 85);
  return { kind: 'subkernel', id, source, instruction: draws.pick(INSTRUCTIONS), grant };
}

/** Draws a plan of one to `most` steps; its last step is its result. */
export function drawPlan(draws: Draws, ground: PlanGround, most: number): Plan {
  const made: Made[] = [];
  const steps: Step[] = [];
  const count = 1 + draws.below(most);
  for (let i = 0; i < count; i += 1) {
    const step = drawStep(draws, ground, made, `s${i}`);
    steps.push(step);
    made.push(madeBy(step, made));
  }
  return { steps, final: `s${count - 1}` };
}
