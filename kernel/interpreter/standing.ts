/**
 * Where a run stands that needs a ruling: whether it can be taken up there later, and what it goes
 * on with. Only a step of the run's own plan can: all before it have their values, and nothing of
 * it has happened. Upholds INV-U6.
 */
import type { InnerStep, Step } from '../../schemas/index.js';
import { openPlan, type VerifiedPlan } from '../plan/verified-plan.js';
import { createRecord, freeze } from '../primordials.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import type { SuspendedRun } from '../suspension/suspended-run.js';
import { mintSuspension, type Suspension } from '../suspension/suspension.js';
import type { Engine } from './engine.js';
import { groupAt } from './group.js';
import type { Session } from './session.js';

/** What a root session follows, for which words of the user. */
export interface Followed {
  readonly session: Session;
  readonly plan: VerifiedPlan;
  readonly query: TrustedQuery;
}

/** What is left of a run whose call asked: where, and what it would go on with. */
export function suspensionAt(followed: Followed): Suspension {
  const { session, plan } = followed;
  const { steps } = openPlan(plan);
  const at = steps.findIndex(({ id }) => !session.has(id));
  const step = steps[at]?.id ?? '';
  return mintSuspension({
    engine: session.state.engine,
    step,
    obstacle: obstacleAt(steps, at, session),
    capture: () => capture(followed, step),
  });
}

/** Why a run cannot be taken up at a step that asked; null if it can. */
function obstacleAt(steps: readonly Step[], at: number, session: Session): string | null {
  const step = steps[at];
  if (step === undefined) return 'no step of the plan waits';
  // INV-U6: what ran inside it has no value of its own, and would run again.
  if (step.kind !== 'tool' && step.kind !== 'when')
    return `the question came from inside step \`${step.id}\`, a ${step.kind}`;
  if (groupAt(steps, at, session).length > 1)
    return `the question came while steps overlapped, from \`${step.id}\` on`;
  return null;
}

function capture({ session, plan, query }: Followed, step: string): SuspendedRun {
  const { state, grant } = session;
  const { run, facts, budget, desk, effects, events, counts } = state;
  const raw = openPlan(plan);
  const asked = { steps: 1, effects: 1 };
  return {
    progress: {
      run,
      calls: counts.calls,
      events: counts.eventsBefore + events.length,
      // The call that asked is paid for when it is made.
      used: budget.usedWithout(asked),
      spent: { ...desk.spent },
      drawn: { ...desk.drawn.run },
      keys: new Map(desk.keys),
      effects: freeze([...effects]),
    },
    query,
    facts,
    plan: raw,
    step,
    grant,
    definitions: definitionsOf(raw.steps, state.engine),
    selection: state.engine.selection,
    values: raw.steps
      .filter(({ id }) => session.has(id))
      .map(({ id }) => freeze([id, session.value(id)] as const)),
  };
}

/** The digest of each tool that a plan names, as the engine has it; null for one that it lacks. */
export function definitionsOf(
  steps: readonly (Step | InnerStep)[],
  engine: Engine,
): Readonly<Record<string, string>> {
  const { definitions } = engine.dispatcher;
  const out: Record<string, string> = createRecord();
  for (const step of steps) {
    if (step.kind === 'map') Object.assign(out, definitionsOf(step.steps, engine));
    if (step.kind === 'tool' || step.kind === 'when')
      out[step.tool] = definitions[step.tool]?.digest ?? '';
  }
  return freeze(out);
}
