/** Everything that a run is made of, as data: the query, facts, tools, grant, rules and plans. */
import type fc from 'fast-check';
import type { Fact } from '../../../kernel/index.js';
import type { DeclassRule, Plan } from '../../../schemas/index.js';
import { drawPlan, type PlanGround } from './draw-plan.js';
import { drawRule } from './draw-rules.js';
import { type Draws, drawn } from './draws.js';
import { CAPABILITIES, drawToolbox, type ToolSketch, type ToolTaste } from './tool-sketch.js';

export interface Situation {
  readonly query: string;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly tools: readonly ToolSketch[];
  readonly grant: readonly string[];
  readonly policy: readonly DeclassRule[];
  readonly plan: Plan;
  /** What planners that have read content choose from. */
  readonly innerPlans: readonly Plan[];
}

/** What situations are to be like. */
export interface Taste extends ToolTaste {
  /** At most so many release rules. */
  readonly rules: number;
  readonly parallel: number;
  /** Percent of arguments chosen so that the call may pass. */
  readonly care: number;
  readonly steps: number;
}

export const principal = 'user:me@example.com';

const PHRASES: readonly (readonly [string, string | number])[] = [
  ['Write to bob@example.com', 'bob@example.com'],
  ['mail me@example.com', 'me@example.com'],
  ['the report', 'report'],
  ['at most 7', 7],
  ['mark it "to do"', 'to do'],
  ['it is urgent', 'urgent'],
];

const FACTS: Readonly<Record<string, Fact>> = {
  me: { value: 'me@example.com', readers: ['user', 'user:bob@example.com', 'cap:mail.send'] },
  boss: { value: 'bob@example.com', source: 'user', readers: 'anyone' },
  doc: { value: 'file-1', handle: 'file', readers: ['user', 'user:bob@example.com'] },
  room: { value: 'room-1', handle: 'channel', readers: 'anyone' },
  names: { value: ['bob@example.com', 'me@example.com'], readers: 'anyone' },
  contact: {
    value: { name: 'Bob', email: 'bob@example.com' },
    readers: ['user'],
    subjects: ['user:bob@example.com'],
  },
  note: { value: 'an old note', subjects: ['third_party'] },
};

/** Draws what the host vouches for. */
export function drawFacts(draws: Draws): Readonly<Record<string, Fact>> {
  const kept = Object.entries(FACTS).filter(() => !draws.chance(25));
  return Object.fromEntries(
    kept.map(([name, fact]) => [name, draws.chance(15) ? { ...fact, readers: 'anyone' } : fact]),
  );
}

/** Draws a query, and words of it that a plan may quote. */
export function drawQuery(draws: Draws): {
  readonly query: string;
  readonly quotes: readonly (string | number)[];
} {
  const phrases = PHRASES.filter(() => !draws.chance(30));
  if (phrases.length === 0) return { query: 'Go on.', quotes: ['Go'] };
  const query = `${phrases.map(([text]) => text).join(', ')}.`;
  return { query, quotes: phrases.map(([, quote]) => quote) };
}

function drawSituation(draws: Draws, taste: Taste): Situation {
  const { query, quotes } = drawQuery(draws);
  const tools = drawToolbox(draws, taste);
  const facts = drawFacts(draws);
  const ground: PlanGround = {
    tools,
    facts: Object.keys(facts),
    quotes,
    isFlat: false,
    isWide: true,
    parallel: taste.parallel,
    care: taste.care,
  };
  return {
    query,
    facts,
    tools,
    grant: CAPABILITIES.filter(() => !draws.chance(3)),
    policy: draws.list(taste.rules, drawRule),
    plan: drawPlan(draws, ground, taste.steps),
    innerPlans: Array.from({ length: 3 }, (_, i) =>
      drawPlan(draws, { ...ground, isFlat: i > 0 }, 3),
    ),
  };
}

/** Situations of a taste. */
export function anySituation(taste: Taste): fc.Arbitrary<Situation> {
  return drawn(600, (draws) => drawSituation(draws, taste));
}
