/**
 * The reference: a naive interpreter and gate for the step kinds that every implementation has. It
 * shares shapes with the kernel and no code.
 */
import type { Arg, Json, Operand, Plan, Step } from '../../../schemas/index.js';
import type { Situation } from '../scene/situation.js';
import { decide, type Verdict } from './gate.js';
import { flat, join, lift, type Mark, mark, type Part, sayers, under, uniform } from './label.js';
import { factsOf, resultOf } from './result.js';

/** What is outside of a run; `parse` gives undefined for what does not fit the schema. */
export interface Outside {
  readonly principal: string;
  readonly call: (tool: string, args: Json) => Json;
  readonly parse: (schema: string, source: Json) => Json | undefined;
  readonly plan: (content: Json) => Plan;
  /** Whether somebody says yes to what is asked next. */
  readonly allows: () => boolean;
}
/** Decisions and calls in order. */
interface Told {
  readonly decisions: (readonly [tool: string, verdict: Verdict])[];
  readonly calls: (readonly [tool: string, args: Json])[];
}
export type Predicted = Told & { readonly status: string; readonly output: Json | null };

/** By what a planner's words are labelled; `taint` is what it has read. */
interface Planning {
  readonly word: (text: Json) => Mark;
  readonly shape: Mark;
  readonly decision: Mark;
  readonly taint: readonly string[];
  readonly grant: readonly string[];
}
type Run = Outside & Told & { readonly situation: Situation; readonly facts: Made };
type Made = Map<string, Part>;
/** Ends a run from inside, with its status. */
class Stop extends Error {}

/** Every run of words of a query, and what stands in quotation marks. */
function quotesOf(query: string): ReadonlySet<string> {
  const words = [...query.matchAll(/"([^"]+)"|[^\s",]+?(?=[,.]*(?:[\s"]|$))/g)];
  const out = new Set(words.map(([text, quoted]) => quoted ?? text));
  for (const [i, first] of words.entries())
    for (const last of words.slice(i))
      out.add(query.slice(first.index, last.index + last[0].length));
  return out;
}

export function predict(situation: Situation, outside: Outside): Predicted {
  const facts = factsOf(situation, outside.principal);
  const run: Run = { ...outside, situation, facts, decisions: [], calls: [] };
  const quotes = quotesOf(situation.query);
  const [user, planner] = [mark('user', 'anyone', ['user']), mark('planner', 'anyone', ['user'])];
  const shape = under(user, ['planner']);
  const word = (text: Json): Mark => (quotes.has(`${text}`) ? user : planner);
  const { plan, grant } = situation;
  try {
    const made = follow(plan, run, { word, shape, decision: shape, taint: [], grant });
    return { ...run, status: 'committed', output: made.get(plan.final)?.value ?? null };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { ...run, status: error.message, output: null };
  }
}

function follow(plan: Plan, run: Run, planning: Planning): Made {
  const made: Made = new Map();
  for (const step of plan.steps) made.set(step.id, make(step, made, run, planning));
  return made;
}

function make(step: Step, made: Made, run: Run, planning: Planning): Part {
  const part = (arg: Arg): Part => {
    const isWord = typeof arg !== 'object' || arg === null;
    return isWord ? uniform(arg, planning.word(arg)) : operand(arg as Operand, made, run, planning);
  };
  const parts = (args: object) =>
    Object.entries(args).map(([key, arg]) => [key, part(arg)] as const);
  if (step.kind === 'const') return part(step.value);
  if (step.kind === 'merge') return gather(parts(step.inputs), [], planning);
  if (step.kind === 'tool') return call(step.tool, parts(step.args), run, planning);
  if (step.kind !== 'q_parse' && step.kind !== 'subkernel') throw new Error(step.kind);
  const source = part(step.source);
  const seen = join(flat(source), planning.word(step.instruction));
  if (step.kind === 'subkernel') {
    const grant = planning.grant.filter((name) => step.grant.includes(name));
    return child(run.plan(source.value), seen, run, grant);
  }
  const value = run.parse(step.schema_ref, source.value);
  if (value === undefined) throw new Stop('failed');
  return uniform(value, join(seen, mark('q_parse', 'anyone', [])));
}

function operand(from: Operand, made: Made, { facts }: Run, { word, taint }: Planning): Part {
  let part = from.kind === 'fact' ? facts.get(from.name) : made.get('ref' in from ? from.ref : '');
  if (part === undefined) throw new Stop('rejected');
  const isOpen = [...flat(part).sources].every((one) => /^(user|planner|host)$/.test(one));
  for (const key of from.path?.split('.') ?? []) {
    const kid: Part | undefined = part.kids?.get(key);
    if (kid === undefined) throw new Stop('failed');
    // Who shaped the whole decided on the part; so did the words that name it.
    const isList = Array.isArray(part.value);
    const named = isList || isOpen ? word(isList ? Number(key) : key).sources : [];
    part = lift(kid, [...sayers(part.own), ...named]);
  }
  return lift(part, taint);
}

type Parts = (readonly [string, Part])[];
/** A record of parts; a key that no schema names is a word of the plan. */
function gather(parts: Parts, known: readonly string[], { word, shape }: Planning): Part {
  const own = parts.filter(([key]) => !known.includes(key)).map(([key]) => word(key));
  const value = Object.fromEntries(parts.map(([key, part]) => [key, part.value]));
  return { value, own: own.reduce(join, shape), kids: new Map(parts) };
}

function call(tool: string, parts: Parts, run: Run, planning: Planning): Part {
  const sketch = run.situation.tools.find(({ spec }) => spec.name === tool);
  if (sketch === undefined) throw new Stop('rejected');
  const known = sketch.fields.map(({ name }) => name);
  const args = gather(parts, known, planning);
  const verdict = decide({ sketch, args, by: planning }, run.situation, run.principal);
  const isAllowed = verdict === 'allow' || (verdict === 'ask' && run.allows());
  run.decisions.push([tool, isAllowed ? 'allow' : verdict]);
  if (!isAllowed) throw new Stop('blocked');
  run.calls.push([tool, args.value]);
  const chose = sayers(planning.decision).filter((source) => source !== 'planner');
  const labels = parts.map(([, part]) => flat(part));
  const inherited = labels.reduce(join, { ...mark('', 'anyone', []), sources: new Set<string>() });
  return resultOf(sketch.spec, run.call(tool, args.value), under(inherited, chose), run.principal);
}

/** Follows the plan of a planner that has read content: all that it says is of that content. */
function child(plan: Plan, seen: Mark, run: Run, grant: readonly string[]): Part {
  const label = under(seen, seen.sources);
  const words = join(label, mark('planner', 'anyone', []));
  const told = { decision: under(label, ['planner']), taint: sayers(seen) };
  const made = follow(plan, run, { word: () => words, shape: words, grant, ...told });
  const touched = [...made.values()].map(flat).reduce(join, seen);
  return uniform(made.get(plan.final)?.value ?? null, touched);
}
