/** Planners that fail: nothing is done without a plan that passed verification. */
import { failingPlanner, type PlannerFailure } from '../../reasoner/index.js';
import { scribe } from '../models/scribe.js';
import type { Expectation, Story } from '../story.js';
import { USER } from '../user.js';
import { honestPlan, honestQuery, SUBJECT } from './honest-plan.js';

/** Milliseconds that a planner has here before it is given up on. */
const PATIENCE_MS = 150;

interface Failing {
  readonly name: string;
  readonly failure: PlannerFailure;
  readonly title: string;
  readonly status: Expectation['status'];
  readonly code: Expectation['code'];
}

const failing: readonly Failing[] = [
  {
    name: 'reasoner-down',
    failure: 'unreachable',
    title: "No server answers where the planner's model should be.",
    status: 'failed',
    code: 'reasoner_unreachable',
  },
  {
    name: 'reasoner-hangs',
    failure: 'deaf',
    title: `The planner never answers; it is given up on after ${PATIENCE_MS} ms.`,
    status: 'failed',
    code: 'reasoner_timeout',
  },
  {
    name: 'reasoner-garbage',
    failure: 'garbage',
    title: 'The planner writes no plan, and none in the one repair round either.',
    status: 'rejected',
    code: 'plan_malformed',
  },
];

export const failingReasoner: readonly Story[] = [
  ...failing.map(({ name, failure, title, status, code }) => ({
    name,
    title,
    why: 'Without a plan that passed verification nothing is done.',
    query: honestQuery,
    planner: () => failingPlanner(failure),
    parser: scribe,
    limits: { reasonerTimeoutMs: PATIENCE_MS },
    expect: { status, code, delivered: [] },
  })),
  {
    name: 'reasoner-mends',
    title: 'The planner refers to a step that is not there, and mends it in the repair round.',
    why: 'The repair round shows the planner its own output and codes, and nothing else.',
    query: honestQuery,
    planner: () => failingPlanner('mends', honestPlan),
    parser: scribe,
    expect: {
      status: 'committed',
      code: null,
      delivered: [{ to: USER, subject: SUBJECT }],
      plan: honestPlan,
    },
  },
];
