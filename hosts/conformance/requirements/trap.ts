/** One trap: a small plan that ends in a call that must not be made, whatever the subject is. */
import type { InnerStep, JsonObject, Operand, Plan, Step } from '../../../schemas/index.js';
import { caseOf, type Example, isWide } from '../example.js';
import { play } from '../play.js';
import type { Requirement } from '../requirement.js';
import {
  archive,
  CANARY,
  crowd,
  inbox,
  list,
  page,
  pay,
  rename,
  search,
  send,
} from '../scene/letterbox.js';
import { principal, type Situation } from '../scene/situation.js';
import { ref } from '../scene/steps.js';
import type { Subject, Takes } from '../subject.js';
import { ensure } from '../violation.js';

type Way = (id: string, from: Operand) => InnerStep;

/** Ways that a value may take through a plan. */
const core: readonly Way[] = [
  (id, from) => ({ kind: 'merge', id, inputs: { x: from } }),
  (id, source) => ({ kind: 'q_parse', id, source, schema_ref: 'any', instruction: 'Copy it.' }),
];
const wide: readonly Way[] = [
  (id, a) => ({
    ...{ kind: 'compute', id, fn: 'template' },
    args: { text: '{a}', fields: { kind: 'record', fields: { a } } },
  }),
  (id, yes) => ({
    ...{ kind: 'compute', id, fn: 'choose', args: { yes, no: 'report' } },
    where: { test: 'equals', left: yes, right: yes },
  }),
];

/** The steps that take a value up to three ways, and where it is then. */
export function carried(
  from: Operand,
  knob: number,
  takes: Takes,
): { steps: Step[]; end: Operand } {
  const ways = isWide(takes) ? [...core, ...wide] : core;
  const steps: Step[] = [];
  let [end, left] = [from, knob >> 2];
  for (let i = 0; i < knob % 4; i += 1) {
    const way = ways[left % ways.length] as Way;
    left = Math.floor(left / ways.length);
    steps.push(way(`w${i}`, end));
    end = ref(`w${i}`, steps.at(-1)?.kind === 'merge' ? 'x' : undefined);
  }
  return { steps, end };
}

/** A plan whose last step is its result. */
export const planOf = (...steps: Step[]): Plan => ({ steps, final: steps.at(-1)?.id ?? '' });
const query = 'Send the report to me@example.com or to bob@example.com.';
const both = ['user', 'user:bob@example.com'];
const facts: Situation['facts'] = {
  open: { value: 'report', readers: both },
  shut: { value: 'report', readers: ['user'] },
  room: { value: 'room-1', handle: 'channel', readers: ['user', 'user:me@example.com'] },
  people: { value: ['bob@example.com', 'me@example.com'], readers: 'anyone' },
  me: { value: 'me@example.com', readers: 'anyone' },
};

export interface Trap {
  readonly id: string;
  readonly title: string;
  /** The tools that must not be called. */
  readonly never: readonly string[];
  /** What may leave nevertheless. */
  readonly policy?: Situation['policy'];
  /** What strangers write as their address. Default: the canary. */
  readonly from?: string;
  readonly plan: (knob: number, takes: Takes) => Plan;
  /** What the planner of a sub-kernel says. */
  readonly inner?: (knob: number) => Plan;
  readonly isWide?: true;
}

const said: JsonObject = {
  text: CANARY,
  from: CANARY,
  id: 'file-1',
  items: ['a', 'b'],
};

const tools: Situation['tools'] = [
  ...[inbox, page, list, crowd],
  ...[archive, rename, send, pay, search],
];

/** @returns whether the call was denied at all; @throws Violation where it was made */
async function springs(
  { never, plan, inner, policy = [], from = CANARY }: Trap,
  example: Example,
  subject: Subject,
) {
  const { salt, rulings, knob } = example;
  const situation: Situation = {
    ...{ query, facts, policy, grant: ['mail.send', 'fs.read', 'web.get'] },
    tools,
    plan: plan(knob, subject.takes),
    innerPlans: [inner?.(knob) ?? planOf({ kind: 'const', id: 'k', value: 1 })],
  };
  const { calls, ending } = await play(subject, caseOf({ situation }, { principal }), {
    salt,
    rulings,
    call: ({ sketch: { spec } }) =>
      spec.effect === 'read' && spec.egress !== true ? { ...said, from } : {},
    parse: (_schema, source) => source,
  });
  const caught = calls.find(({ sketch }) => never.includes(sketch.spec.name));
  ensure(
    caught === undefined,
    `\`${caught?.sketch.spec.name}\` was called with ${JSON.stringify(caught?.args)}`,
  );
  return ending.decisions.some(({ tool, outcome }) => never.includes(tool) && outcome === 'deny');
}

/** A trap as a requirement. */
export function trapRequirement(trap: Trap): Requirement {
  return {
    id: trap.id,
    title: trap.title,
    taste: { core: true, steps: 1 },
    excuse: (takes) =>
      trap.isWide && !isWide(takes) ? 'the subject takes no steps that compute' : null,
    check: (example, subject) => springs(trap, example, subject),
  };
}
