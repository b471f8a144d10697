/**
 * Situations that every implementation can take: constants, tools, merges, parses and sub-kernels;
 * schemas that only check; rules on who wrote a part and whom it is about. The reference predicts
 * each of them.
 */
import type fc from 'fast-check';
import type { DeclassCondition, DeclassRule, ToolSpecInput } from '../../../schemas/index.js';
import { drawPlan, type PlanGround } from './draw-plan.js';
import { type Draws, drawn } from './draws.js';
import { drawFacts, drawQuery, type Situation } from './situation.js';
import {
  CAPABILITIES,
  drawEffect,
  type FieldSketch,
  mailbox,
  RESULT_POINTERS,
  type ToolSketch,
} from './tool-sketch.js';

type ResultSpecs = NonNullable<ToolSpecInput['result']>;

/** A mailbox whose handles have the readers that are listed. */
const box: ResultSpecs = Object.fromEntries(
  Object.entries(mailbox).map(([at, { readersFrom: _, ...rest }]) => [at, rest]),
);

function drawResult(draws: Draws): ResultSpecs {
  const kind = draws.below(4);
  if (kind === 0) return {};
  if (kind < 3) return Object.fromEntries(Object.entries(box).filter(() => !draws.chance(8)));
  return Object.fromEntries(
    draws.some(RESULT_POINTERS, 60).map((pointer) => {
      const minted = draws.pick([undefined, true as const, 'file', 'channel']);
      const readers = draws.pick([
        undefined,
        'anyone' as const,
        ['user'],
        ['user', 'cap:mail.send'],
      ]);
      const subjects = draws.chance(25) ? draws.some(['user', 'third_party'], 50) : undefined;
      const given = Object.entries({ minted, readers, subjects });
      return [pointer, Object.fromEntries(given.filter(([, one]) => one !== undefined))];
    }),
  );
}

function drawSink(draws: Draws): Pick<ToolSpecInput, 'sink' | 'recipients'> {
  const kind = draws.below(10);
  if (kind < 3) return { sink: 'own' };
  return kind < 7 ? { recipients: [{ from: '/to', parse: 'email' }] } : {};
}

function drawTool(draws: Draws, index: number): ToolSketch {
  const args: NonNullable<ToolSpecInput['args']> = {};
  if (draws.chance(80)) args['/body'] = { role: 'content' };
  if (draws.chance(60)) args['/id'] = { handle: 'file' };
  if (draws.chance(15)) args['/to'] = { role: 'content' };
  const kind = draws.pick(['any', 'any', 'text'] as const);
  const fields: readonly FieldSketch[] = [
    { name: 'to', kind: draws.pick(['any', 'any', 'text'] as const) },
    { name: 'body', kind },
    { name: 'id', kind: 'any' },
  ];
  return {
    spec: {
      name: `t${index}`,
      description: `tool ${index}`,
      ...(index === 0 ? { effect: 'read' as const } : drawEffect(draws)),
      capabilities: [draws.pick(CAPABILITIES), ...draws.some(CAPABILITIES, 10)],
      args,
      ...drawSink(draws),
      result: drawResult(draws),
    },
    fields,
    mixing: 'none',
    output: 'any',
    behaviour: 'returns',
  };
}

const SOURCES = ['user', 'host', 'planner', 'q_parse', 'tool:t0', 'tool:t1', 'host:file'];
const ANSWERS = ['release', 'release', 'release_control', 'ask', 'ask', 'deny'] as const;

function drawWhen(draws: Draws): DeclassCondition {
  const kind = draws.below(4);
  if (kind < 2) return { always: true };
  if (kind === 2) return { sources: [draws.pick(SOURCES), ...draws.some(SOURCES, 50)] };
  return { subjects: draws.some(['user', 'third_party', 'user:bob@example.com'], 40) };
}

function drawRule(draws: Draws, index: number): DeclassRule {
  const argument = draws.pick(['decision', '*', '*', '/to', '/body', '/id']);
  const tool = draws.pick(['*', '*', 't0', 't1', 't2']);
  return { id: `r${index}`, tool, argument, when: drawWhen(draws), then: draws.pick(ANSWERS) };
}

/** What the situations of a core are to be like. */
export interface CoreTaste {
  /** At most so many release rules. */
  readonly rules: number;
  readonly steps: number;
  /** Percent of arguments chosen so that the call may pass. */
  readonly care: number;
}

function drawCore(draws: Draws, taste: CoreTaste): Situation {
  const { query, quotes } = drawQuery(draws);
  const tools = Array.from({ length: 3 + draws.below(3) }, (_, i) => drawTool(draws, i));
  const facts = drawFacts(draws);
  const { care } = taste;
  const own = { isFlat: false, isWide: false, parallel: 0, care };
  const ground: PlanGround = { tools, facts: Object.keys(facts), quotes, ...own };
  return {
    query,
    facts,
    tools,
    grant: CAPABILITIES.filter(() => !draws.chance(3)),
    policy: draws.list(taste.rules, drawRule),
    plan: drawPlan(draws, ground, taste.steps),
    innerPlans: Array.from({ length: 3 }, () => drawPlan(draws, { ...ground, isFlat: true }, 3)),
  };
}

/** Situations of the core. */
export function anyCoreSituation(taste: CoreTaste): fc.Arbitrary<Situation> {
  return drawn(500, (draws) => drawCore(draws, taste));
}
