/** Makes a vector of an example of the core, with the reference as the oracle. */
import type { Json, Plan } from '../../../schemas/index.js';
import { caseOf, type Example } from '../example.js';
import { predicted } from '../requirements/reference.js';
import { neutralCase } from '../scene/neutral-case.js';
import type { Situation } from '../subject.js';
import { type Exchange, type Expected, traceDigest, type Vector } from './vector.js';

/** The vector of an example of the core; tools and facts that nobody names are left out. */
export function makeVector(example: Example, id: string): Vector {
  const exchange: Exchange[] = [];
  const { decisions, calls, status } = told(example, exchange);
  const trace: Omit<Expected, 'digest'> = {
    status,
    decisions: decisions.map(([tool, verdict]) => {
      if (verdict === 'allow') return { tool, outcome: 'allow', stage: null };
      return { tool, outcome: 'deny', stage: verdict === 'ask' ? 'approval' : verdict };
    }),
    calls: calls.map(([tool, args]) => ({ tool, args })),
  };
  const expect = { ...trace, digest: traceDigest(trace) };
  const situation = withoutIdle(example.situation, exchange);
  return asJson({ id, case: neutralCase(caseOf({ situation })), exchange, expect });
}

/** Asks the reference, and notes what it asks for. */
function told(example: Example, exchange: Exchange[]) {
  const said = predicted(example, (asked) => {
    if (asked.ask === 'rule') exchange.push({ ask: 'rule', tool: '', answer: asked.answer });
    else if (asked.ask === 'plan') exchange.push({ ...asked, answer: asJson(asked.answer) });
    else exchange.push(asked);
  });
  let decided = 0;
  for (const [i, one] of exchange.entries()) {
    // Every call before it was allowed: as many decisions stand before the one that it is about.
    if (one.ask === 'rule') exchange[i] = { ...one, tool: said.decisions[decided]?.[0] ?? '' };
    if (one.ask === 'call') decided += 1;
  }
  return said;
}

/** What no plan of the run and no rule names is left out. */
function withoutIdle(situation: Situation, exchange: readonly Exchange[]): Situation {
  const text = JSON.stringify([situation.plan, exchange.filter(({ ask }) => ask === 'plan')]);
  const { tools, facts, ...rest } = situation;
  const ruled = situation.policy.map(({ tool }) => tool);
  return {
    ...rest,
    tools: tools.filter(({ spec: { name } }) => {
      return text.includes(`"tool":"${name}"`) || ruled.includes(name);
    }),
    facts: Object.fromEntries(
      Object.entries(facts).filter(([name]) => text.includes(`"name":"${name}"`)),
    ),
  };
}

/** As it is written down. */
function asJson<T extends Json | Plan | Vector>(value: T): T & Json {
  return JSON.parse(JSON.stringify(value)) as T & Json;
}
