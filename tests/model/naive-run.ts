/**
 * A run, step by step, with labels that are plain sets: the reference for kernel/interpreter. What
 * tools, parser and inner planner say comes from the same world as in the kernel's run.
 */
import type { Arg, Code, Json, JsonObject, Operand, Plan, Step } from '../../schemas/index.js';
import type { Situation } from '../generators/situation.js';
import { inputSchema, type ParseSchemaName, parseSchemas } from '../generators/tool-schemas.js';
import { parsedAs, planFor, resultOf, type World } from '../generators/world.js';
import type { ArgSpec } from './naive-call.js';
import { type Context, contentContext, literalLabel, rootContext } from './naive-context.js';
import type { NaiveFact } from './naive-declass.js';
import { type NaiveApprover, type NaiveEnd, Stop } from './naive-end.js';
import { naiveFacts } from './naive-facts.js';
import { naiveDecide } from './naive-gate.js';
import { naiveControl, naiveJoin, naiveLabel } from './naive-label.js';
import { type Declared, declaredFor, declaredOf } from './naive-pattern.js';
import { refersBackwards } from './naive-plan.js';
import { sortedText } from './naive-relabel.js';
import { naiveResult } from './naive-result.js';
import {
  naiveBranch,
  naiveFlat,
  naiveLift,
  naiveSelect,
  naiveUniform,
  partsOf,
} from './naive-tree.js';

type Value = NaiveFact;

interface Session {
  readonly context: Context;
  readonly grant: readonly string[];
  readonly depth: number;
  readonly values: Map<string, Value>;
}

/** Plays a situation by the reference. */
export class NaiveRun {
  readonly #situation: Situation;
  readonly #world: World;
  readonly #principal: string;
  readonly #approver: NaiveApprover;
  readonly #facts: ReadonlyMap<string, Value>;
  readonly #spent: Record<string, number> = {};
  readonly #decisions: string[] = [];
  readonly #calls: string[] = [];

  constructor(situation: Situation, world: World, principal: string, approver: NaiveApprover) {
    this.#situation = situation;
    this.#world = world;
    this.#principal = principal;
    this.#approver = approver;
    this.#facts = naiveFacts(situation.facts, principal);
  }

  run(): NaiveEnd {
    const { plan, query, grant } = this.#situation;
    const session = { context: rootContext(query), grant, depth: 0, values: new Map() };
    const shared = { decisions: this.#decisions, calls: this.#calls };
    try {
      return { status: 'committed', code: null, output: this.#follow(plan, session), ...shared };
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return { status: error.status, code: error.code, output: null, ...shared };
    }
  }

  #follow(plan: Plan, session: Session): Value {
    if (!refersBackwards(plan)) throw new Stop('rejected', 'plan_unknown_step');
    for (const step of plan.steps) session.values.set(step.id, this.#step(step, session));
    return session.values.get(plan.final) as Value;
  }

  #step(step: Step, session: Session): Value {
    const { context } = session;
    switch (step.kind) {
      case 'const':
        return this.#arg(step.value, session, declaredOf<ArgSpec>({}), undefined);
      case 'tool':
        return this.#tool(step.tool, step.args as { [key: string]: Arg }, session);
      case 'merge': {
        const parts = Object.entries(step.inputs).map(
          ([k, o]) => [k, this.#operand(o, session)] as const,
        );
        return this.#record(parts, context);
      }
      case 'q_parse': {
        const { value, tree } = this.#operand(step.source, session);
        const name = step.schema_ref as ParseSchemaName;
        const parsed = parseSchemas[name].safeParse(parsedAs(name, value, this.#world));
        if (!parsed.success) throw new Stop('failed', 'parse_invalid');
        const asked = literalLabel(step.instruction, context, undefined);
        const label = naiveJoin(
          naiveJoin(naiveFlat(tree), asked),
          naiveLabel(['q_parse'], 'anyone'),
        );
        return { value: parsed.data as Json, tree: naiveUniform(label, parsed.data as Json) };
      }
      case 'subkernel':
        return this.#child(step, session);
      default:
        throw new Stop('failed', 'compute_failed');
    }
  }

  #child(step: Extract<Step, { kind: 'subkernel' }>, session: Session): Value {
    const depth = session.depth + 1;
    if (depth > 3) throw new Stop('aborted', 'limit_depth');
    const source = this.#operand(step.source, session);
    const asked = literalLabel(step.instruction, session.context, undefined);
    const seen = naiveJoin(naiveFlat(source.tree), asked);
    const grant = session.grant.filter((name) => step.grant.includes(name));
    const child: Session = { context: contentContext(seen), grant, depth, values: new Map() };
    const plan = planFor(source.value, this.#situation.innerPlans);
    const { value } = this.#follow(plan, child);
    const touched = [...child.values.values()].map(({ tree }) => naiveFlat(tree));
    return { value, tree: naiveUniform(touched.reduce(naiveJoin, seen), value) };
  }

  #tool(name: string, fields: { [key: string]: Arg }, session: Session): Value {
    const sketch = this.#situation.tools.find(({ spec }) => spec.name === name);
    if (sketch === undefined) throw new Stop('rejected', 'plan_unknown_tool');
    const { spec } = sketch;
    const declared = declaredOf(spec.args ?? {});
    const built = Object.entries(fields).map(([key, arg]) => {
      return [key, this.#arg(arg, session, declaredFor(declared, key), undefined)] as const;
    });
    const { value, tree } = this.#record(built, session.context);
    const { decision } = session.context;
    const verdict = naiveDecide({
      ...{ spec, input: inputSchema(sketch), args: value as JsonObject, tree, decision },
      ...{ authority: session.grant, principal: this.#principal, home: '/home/me' },
      ...{ facts: this.#facts, rules: this.#situation.policy, spent: this.#spent },
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
    const chosen = [...decision.sources, ...[...decision.control].filter((s) => s !== 'planner')];
    const inherited = [...checked.tree.kids.values()].map(naiveFlat);
    const args = naiveControl(inherited.reduce(naiveJoin, naiveLabel([], 'anyone')), chosen);
    return { value: result, tree: naiveResult(spec, result, args, this.#principal) };
  }

  #deny(tool: string, stage: string, code: Code): never {
    this.#decisions.push(`${tool} denied by ${stage}: ${code}`);
    throw new Stop('blocked', code);
  }

  #record(parts: readonly (readonly [string, Value])[], context: Context): Value {
    const value = Object.fromEntries(parts.map(([key, part]) => [key, part.value]));
    const kids = new Map(parts.map(([key, part]) => [key, part.tree] as const));
    return { value, tree: naiveBranch(context.shape, kids) };
  }

  #arg(arg: Arg, session: Session, node: Declared<ArgSpec>, from: ArgSpec | undefined): Value {
    const spec = node.spec ?? from;
    const { context } = session;
    if (typeof arg !== 'object' || arg === null)
      return { value: arg, tree: naiveUniform(literalLabel(arg, context, spec), arg) };
    const isList = Array.isArray(arg);
    if (!isList && (arg as Operand).kind !== ('record' as never))
      return this.#operand(arg as Operand, session);
    const parts = Object.entries(isList ? arg : (arg as { fields: object }).fields) as [
      string,
      Arg,
    ][];
    const built = parts.map(([key, part]) => {
      return [key, this.#arg(part, session, declaredFor(node, key), spec)] as const;
    });
    const { value, tree } = this.#record(built, context);
    return { value: isList ? Object.values(value as JsonObject) : value, tree };
  }

  #operand(operand: Operand, session: Session): Value {
    const { context, values } = session;
    const base =
      operand.kind === 'fact'
        ? this.#facts.get(operand.name)
        : values.get(operand.kind === 'ref' ? operand.ref : '');
    let { value, tree } = base as Value;
    for (const key of operand.path?.split('.') ?? []) {
      const part = new Map(partsOf(value)).get(key);
      const kid = naiveSelect(tree, key);
      if (part === undefined || kid === undefined) throw new Stop('failed', 'path_missing');
      const chosen = literalLabel(Number(key), context, undefined).sources;
      tree = Array.isArray(value) ? naiveLift(kid, chosen) : kid;
      value = part;
    }
    return { value, tree: naiveLift(tree, context.taint) };
  }
}
