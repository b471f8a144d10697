/**
 * A run, step by step, with labels that are plain sets: the reference for kernel/interpreter. What
 * tools, parser and inner planner say comes from the same world as in the kernel's run.
 */

import type { Situation } from '../../hosts/conformance/scene/situation.js';
import {
  inputSchema,
  type ParseSchemaName,
  parseChoices,
  parseSchemas,
} from '../../hosts/conformance/scene/tool-schemas.js';
import { parsedAs, planFor, resultOf, type World } from '../../hosts/conformance/scene/world.js';
import type { Arg, Code, Condition, Json, JsonObject, Plan, Step } from '../../schemas/index.js';
import { naiveCarried } from './naive-carried.js';
import { naiveCompute } from './naive-compute.js';
import { type Context, contentContext, literalLabel, rootContext } from './naive-context.js';
import type { NaiveFact } from './naive-declass.js';
import { type NaiveApprover, type NaiveEnd, Stop } from './naive-end.js';
import { naiveFacts } from './naive-facts.js';
import { naiveDecide } from './naive-gate.js';
import { naiveControl, naiveJoin, naiveLabel } from './naive-label.js';
import { declaredFor, declaredOf } from './naive-pattern.js';
import { by, leaf, list, said } from './naive-pick.js';
import { everyStep, refersBackwards } from './naive-plan.js';
import { sortedText } from './naive-relabel.js';
import { naiveResult } from './naive-result.js';
import {
  answerOf,
  argOf,
  noWords,
  operandOf,
  recordFrom,
  type Scope,
  undeclared,
} from './naive-scope.js';
import { type NaiveTree, naiveFlat, naiveSelect, naiveUniform, partsOf } from './naive-tree.js';
import { naiveVerbatim } from './naive-verbatim.js';

type Value = NaiveFact;

type Of<K extends Step['kind']> = Extract<Step, { readonly kind: K }>;

interface Session extends Scope {
  readonly grant: readonly string[];
  readonly depth: number;
  readonly values: Map<string, Value>;
  /** Every step that values can be of. */
  readonly steps: Map<string, Step>;
  /** Everything that any step made. */
  readonly made: Value[];
}

/** Who is there when a situation is played. */
export interface Playing {
  readonly world: World;
  readonly principal: string;
  readonly approver: NaiveApprover;
  /** What a selection compared counts as having chosen, too. */
  readonly isStrict: boolean;
}

/** Plays a situation by the reference. */
export class NaiveRun {
  readonly #situation: Situation;
  readonly #world: World;
  readonly #principal: string;
  readonly #approver: NaiveApprover;
  readonly #isStrict: boolean;
  readonly #facts: ReadonlyMap<string, Value>;
  readonly #spent: Record<string, number> = {};
  readonly #decisions: string[] = [];
  readonly #calls: string[] = [];

  constructor(situation: Situation, how: Playing) {
    const { world, principal, approver, isStrict } = how;
    this.#situation = situation;
    this.#world = world;
    this.#principal = principal;
    this.#approver = approver;
    this.#isStrict = isStrict;
    this.#facts = naiveFacts(situation.facts, principal);
  }

  run(): NaiveEnd {
    const { plan, query, grant } = this.#situation;
    const session = this.#session(rootContext(query), grant, 0);
    const shared = { decisions: this.#decisions, calls: this.#calls };
    try {
      return { status: 'committed', code: null, output: this.#follow(plan, session), ...shared };
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return { status: error.status, code: error.code, output: null, ...shared };
    }
  }

  #session(context: Context, grant: readonly string[], depth: number): Session {
    const empty = { values: new Map(), steps: new Map(), made: [], each: null };
    return { context, grant, depth, facts: this.#facts, ...empty };
  }

  #follow(plan: Plan, session: Session): Value {
    if (!refersBackwards(plan)) throw new Stop('rejected', 'plan_unknown_step');
    for (const step of everyStep(plan)) session.steps.set(step.id, step);
    for (const step of plan.steps) session.values.set(step.id, this.#make(step, session));
    return session.values.get(plan.final) as Value;
  }

  #make(step: Step, session: Session): Value {
    const value = this.#step(step, session);
    session.made.push(value);
    return value;
  }

  #step(step: Step, session: Session): Value {
    const { context } = session;
    switch (step.kind) {
      case 'const':
        return argOf(step.value, session, { node: undeclared, words: noWords });
      case 'tool':
        return this.#tool(step, session, []);
      case 'merge': {
        const inputs = Object.entries(step.inputs);
        const parts = inputs.map(([key, from]) => [key, operandOf(from, session)] as const);
        return recordFrom(parts, context, noWords);
      }
      case 'q_parse':
        return this.#parse(step, session);
      case 'subkernel':
        return this.#child(step, session);
      case 'compute':
        return this.#compute(step, session);
      case 'when': {
        const { holds, operands } = answerOf(step.if, null, session);
        if (!holds) return leaf(null, naiveControl(context.shape, operands));
        // In a map a condition says of which, too.
        const decided = naiveControl(context.decision, operands);
        const within =
          session.each === null
            ? session
            : { ...session, context: { ...context, decision: decided } };
        return by(this.#tool(step, within, [...operands]), operands);
      }
      case 'map':
        return this.#map(step, session);
    }
  }

  #parse(step: Of<'q_parse'>, session: Session): Value {
    const source = operandOf(step.source, session);
    const name = step.schema_ref as ParseSchemaName;
    const parsed = parseSchemas[name].safeParse(parsedAs(name, source.value, this.#world));
    if (!parsed.success) throw new Stop('failed', 'parse_invalid');
    const asked = literalLabel(step.instruction, session.context, undefined);
    const label = naiveJoin(
      naiveJoin(naiveFlat(source.tree), asked),
      naiveLabel(['q_parse'], 'anyone'),
    );
    const value = parsed.data as Json;
    const uniform = { value, tree: naiveUniform(label, value) };
    return step.verbatim ? naiveVerbatim(uniform, step.verbatim, source, asked) : uniform;
  }

  #compute({ fn, args: given, by: field, where }: Of<'compute'>, session: Session): Value {
    const args = Object.entries(given as { [key: string]: Arg }).map(([name, arg]) => {
      const words = fn === 'template' && name === 'fields' ? null : noWords;
      return [name, argOf(arg, session, { node: undeclared, words })] as const;
    });
    return naiveCompute({
      fn,
      args: Object.fromEntries(args),
      by: field,
      answer: (item) => answerOf(where as Condition, item, session),
      choice: [...said(session.context.planner)],
      isStrict: this.#isStrict,
    });
  }

  #map(step: Of<'map'>, session: Session): Value {
    const { value, tree } = operandOf(step.over, session);
    if (!Array.isArray(value)) throw new Stop('failed', 'compute_failed');
    if (value.length > step.atMost) throw new Stop('aborted', 'limit_fan_out');
    const { context } = session;
    const decision = naiveControl(context.decision, said(tree.own));
    const results = partsOf(value).map(([key, item]) => {
      const each = { value: item, tree: naiveSelect(tree, key) as NaiveTree };
      const values = new Map(session.values);
      const inner = { ...session, context: { ...context, decision }, values, each };
      for (const one of step.steps) values.set(one.id, this.#make(one, inner));
      return values.get(step.final) as Value;
    });
    return list(tree.own, results, said(context.planner));
  }

  #child(step: Of<'subkernel'>, session: Session): Value {
    const depth = session.depth + 1;
    if (depth > 3) throw new Stop('aborted', 'limit_depth');
    const source = operandOf(step.source, session);
    const asked = literalLabel(step.instruction, session.context, undefined);
    const seen = naiveJoin(naiveFlat(source.tree), asked);
    const grant = session.grant.filter((name) => step.grant.includes(name));
    const child = this.#session(contentContext(seen), grant, depth);
    const plan = planFor(source.value, this.#situation.innerPlans);
    const { value } = this.#follow(plan, child);
    const touched = child.made.map(({ tree }) => naiveFlat(tree));
    return { value, tree: naiveUniform(touched.reduce(naiveJoin, seen), value) };
  }

  #tool(step: Of<'tool'> | Of<'when'>, session: Session, guard: readonly string[]): Value {
    const name = step.tool;
    const sketch = this.#situation.tools.find(({ spec }) => spec.name === name);
    if (sketch === undefined) throw new Stop('rejected', 'plan_unknown_tool');
    const { spec } = sketch;
    const declared = declaredOf(spec.args ?? {});
    const built = Object.entries(step.args as { [key: string]: Arg }).map(([key, arg]) => {
      const place = { node: declaredFor(declared, key), words: noWords };
      return [key, argOf(arg, session, place)] as const;
    });
    const words = new Set(sketch.fields.map((field): string => field.name));
    const { value, tree } = recordFrom(built, session.context, words);
    const { decision } = session.context;
    const bits = naiveCarried(step.args, { ...session, choices: parseChoices });
    const verdict = naiveDecide({
      ...{ spec, input: inputSchema(sketch), args: value as JsonObject, tree, decision, guard },
      ...{ authority: session.grant, principal: this.#principal, home: '/home/me' },
      ...{ facts: session.facts, rules: this.#situation.policy, spent: this.#spent, bits },
    });
    if (verdict.outcome === 'deny') this.#deny(name, verdict.stage, verdict.code);
    if (verdict.outcome === 'ask' && this.#approver === 'none')
      this.#deny(name, 'approval', 'approval_unavailable');
    if (verdict.outcome === 'ask' && this.#approver === 'denies')
      this.#deny(name, 'approval', 'approval_denied');
    const { checked, charges } = verdict;
    for (const [rule, bits] of charges) this.#spent[rule] = (this.#spent[rule] ?? 0) + bits;
    this.#decisions.push(`${name} allowed`);
    this.#calls.push(`${name} ${sortedText(checked.args)}`);
    const result = resultOf(sketch, checked.args, this.#world);
    const deciders = [...decision.control, ...guard].filter((source) => source !== 'planner');
    const inherited = [...checked.tree.kids.values()].map(naiveFlat);
    const args = naiveControl(inherited.reduce(naiveJoin, naiveLabel([], 'anyone')), [
      ...decision.sources,
      ...deciders,
    ]);
    return { value: result, tree: naiveResult(spec, result, args, this.#principal) };
  }

  #deny(tool: string, stage: string, code: Code): never {
    this.#decisions.push(`${tool} denied by ${stage}: ${code}`);
    throw new Stop('blocked', code);
  }
}
