/**
 * Goes through a plan as the interpreter would, with what is known before a run, and tells of every
 * call on the way. No port is asked but the policy and where paths lead. Upholds INV-Q13.
 */
import type {
  MapStep,
  MergeStep,
  PreviewEffect,
  Step,
  SubkernelStep,
  ToolStep,
  WhenStep,
} from '../../schemas/index.js';
import type { AskableCall } from '../approval/plan-request.js';
import { type Influence, nobody } from '../compute/influence.js';
import { assertNever, KernelFault, RunStopped } from '../errors.js';
import type { Budget } from '../interpreter/budget.js';
import { runCompute } from '../interpreter/compute-step.js';
import type { Engine } from '../interpreter/engine.js';
import { guardedContext, skippedValue } from '../interpreter/guarded-step.js';
import { itemsOfMap, resultOfMap } from '../interpreter/map.js';
import { literalOf, resolveCondition, resolveOperand } from '../interpreter/resolve.js';
import { runMerge } from '../interpreter/steps.js';
import { type CallDesk, callRow, stoppedRow } from './call-row.js';
import { type Foreseen, isForeseen, unforeseen, wordsOf } from './foreseen.js';
import { basesOf, doubtful, type Ground, scopeOf, unknownAmong } from './ground.js';
import { operandsOfArg, operandsOfCompute, operandsOfCondition } from './operands.js';
import { parseBound, resultBound, subkernelBound, toolsInside } from './result-bound.js';
import { subkernelRow } from './subkernel-row.js';

/** What a walk is made with: an engine to look at, and a budget of its own. */
export interface WalkDesk extends CallDesk {
  readonly engine: Engine;
  readonly budget: Budget;
}

export class Walk {
  readonly effects: PreviewEffect[] = [];
  readonly askable: AskableCall[] = [];
  readonly #desk: WalkDesk;

  constructor(desk: WalkDesk) {
    this.#desk = desk;
  }

  /** Takes one step. @throws RunStopped where the run ends for certain */
  take(step: Step, name: string, ground: Ground): Foreseen {
    if (!ground.isConditional) this.#count(step);
    try {
      return this.#make(step, name, ground);
    } catch (error) {
      if (!(error instanceof RunStopped) || !ground.isConditional) throw error;
      // It ends the run if it is reached; nobody knows whether it is.
      return unforeseen({ step: step.id, kind: step.kind }, [], wordsOf(ground.context));
    }
  }

  /** A budget like that of a run, and none of a run's. */
  #count({ kind }: Step): void {
    const { budget } = this.#desk;
    budget.take('steps');
    if (kind === 'tool') budget.take('effects');
    if (kind === 'q_parse') budget.take('parses');
  }

  #make(step: Step, name: string, ground: Ground): Foreseen {
    const scope = scopeOf(ground);
    const origin = { step: step.id, kind: step.kind };
    const words = wordsOf(ground.context);
    switch (step.kind) {
      case 'const':
        return literalOf(step.value, scope, null);
      case 'tool':
        return this.#call(step, name, ground, { condition: nobody, mayCondition: nobody });
      case 'q_parse':
        return unforeseen(origin, basesOf([step.source], ground), words, parseBound);
      case 'merge':
        return this.#merge(step, name, ground);
      case 'compute': {
        const operands = operandsOfCompute(step);
        if (unknownAmong(operands, ground) === null)
          return runCompute({ step, name, call: '', scope }, this.#desk.engine.selection);
        return unforeseen(origin, basesOf(operands, ground), words);
      }
      case 'when':
        return this.#when(step, name, ground);
      case 'map':
        return this.#map(step, name, ground);
      case 'subkernel':
        return this.#subkernel(step, name, ground);
      default:
        return assertNever(step);
    }
  }

  #merge(step: MergeStep, name: string, ground: Ground): Foreseen {
    const operands = Object.values(step.inputs);
    if (unknownAmong(operands, ground) === null)
      return runMerge({ step, name, call: '', scope: scopeOf(ground) });
    const { id, kind } = step;
    return unforeseen({ step: id, kind }, basesOf(operands, ground), wordsOf(ground.context));
  }

  #call(
    step: ToolStep | WhenStep,
    name: string,
    ground: Ground,
    by: { readonly condition: Influence; readonly mayCondition: Influence },
  ): Foreseen {
    const definition = this.#desk.engine.dispatcher.definitions[step.tool];
    if (definition === undefined) throw new KernelFault('tool_unknown', 'a plan without its tool');
    const place = { step, name, definition, ground, ...by };
    try {
      const told = callRow(place, this.#desk);
      this.effects.push(told.row);
      if (told.askable !== null) this.askable.push(told.askable);
    } catch (error) {
      if (error instanceof RunStopped) this.effects.push(stoppedRow(place, error.code));
      throw error;
    }
    const operands = Object.values(step.args).flatMap(operandsOfArg);
    const { context, mayDecide } = ground;
    const { sources, control } = context.decision;
    const origin = { step: step.id, kind: step.kind };
    return unforeseen(
      origin,
      basesOf(operands, ground),
      ...[wordsOf(context), sources, control, mayDecide, by.condition, by.mayCondition],
      resultBound(definition),
    );
  }

  #when(step: WhenStep, name: string, ground: Ground): Foreseen {
    const operands = operandsOfCondition(step.if);
    const unknown = unknownAmong(operands, ground);
    const scope = scopeOf(ground);
    if (unknown === null) {
      const { holds, operands: by } = resolveCondition(step.if, null, scope);
      if (!holds) return skippedValue(ground.context, by);
      if (!ground.isConditional) this.#desk.budget.take('effects');
      const context = guardedContext(ground.context, ground.each !== null, by);
      const within = { ...ground, context };
      return this.#call(step, name, within, { condition: by, mayCondition: nobody });
    }
    // INV-P24: inside a map a condition decides on the effect.
    const decides = ground.each === null ? nobody : unknown.may;
    const made = this.#call(step, name, doubtful(ground, decides), {
      condition: nobody,
      mayCondition: unknown.may,
    });
    return unforeseen({ step: step.id, kind: step.kind }, [made]);
  }

  #map(step: MapStep, name: string, ground: Ground): Foreseen {
    const unknown = unknownAmong([step.over], ground);
    if (unknown !== null) {
      // Calls for one item follow those for the items before it.
      if (step.atMost > 1) this.#desk.tally.loosen(toolsInside(step, this.#desk.engine));
      const inner = { ...doubtful(ground, unknown.may, step.atMost), each: unknown };
      const result = this.#inside(step, `${name}.*`, inner);
      const origin = { step: step.id, kind: step.kind };
      return unforeseen(origin, [result], unknown.may, wordsOf(ground.context));
    }
    const scope = scopeOf(ground);
    const over = resolveOperand(step.over, scope);
    const { context, items } = itemsOfMap(step, over, scope);
    const results = items.map((each, i) => {
      const inner: Ground = { ...ground, context, each };
      return this.#inside(step, `${name}.${i + 1}`, inner);
    });
    const known = results.filter(isForeseen);
    if (known.length === results.length) return resultOfMap(over, known, scope);
    const { id, kind } = step;
    return unforeseen({ step: id, kind }, [over, ...results], wordsOf(ground.context));
  }

  /** The steps of a map for one item. */
  #inside(step: MapStep, name: string, ground: Ground): Foreseen {
    const values = new Map<string, Foreseen>();
    const valueOf: Ground['valueOf'] = (id) => values.get(id) ?? ground.valueOf(id);
    for (const inner of step.steps)
      values.set(inner.id, this.take(inner, `${name}.${inner.id}`, { ...ground, valueOf }));
    const result = values.get(step.final);
    if (result === undefined) throw new KernelFault('plan_unverified', 'a map without its result');
    return result;
  }

  #subkernel(step: SubkernelStep, name: string, ground: Ground): Foreseen {
    const { engine, budget, tally } = this.#desk;
    budget.assertDepth(1);
    const { row, tools } = subkernelRow(engine, step, name);
    tally.loosen(tools);
    this.effects.push(row);
    const parts = [...basesOf([step.source], ground), ...Object.values(ground.facts)];
    const { id, kind } = step;
    return unforeseen({ step: id, kind }, parts, wordsOf(ground.context), subkernelBound(tools));
  }
}
