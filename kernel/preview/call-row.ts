/**
 * One call of a plan: its arguments as far as they are known, what the Gate would say of it, and
 * what a ruling on the plan would have to say to answer it.
 */
import {
  type Code,
  isJsonObject,
  type JsonObject,
  type LabelTree,
  type PlannedEffect,
  type PreviewCall,
  type ToolStep,
  union,
  type WhenStep,
} from '../../schemas/index.js';
import type { AskableCall } from '../approval/plan-request.js';
import { labelsDigest, needsOf, pathsDigest } from '../approval/request.js';
import { approvalView } from '../approval/view.js';
import type { Influence } from '../compute/influence.js';
import { takeConfirmation } from '../effects/asked-confirmation.js';
import { KernelFault } from '../errors.js';
import type { EffectCall } from '../gate/call.js';
import type { Verdict } from '../gate/verdict.js';
import { resolveRecord } from '../interpreter/resolve.js';
import { freeze } from '../primordials.js';
import { fieldBits } from '../provenance/carried.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';
import type { ToolDefinition } from '../tools/definition.js';
import type { Unforeseen } from './foreseen.js';
import { type Ground, scopeOf, unknownAmong } from './ground.js';
import { operandsOfArg } from './operands.js';
import { type Foretold, type PredictionDesk, predict } from './predict.js';
import { previewTool } from './result-bound.js';
import { shownArguments, withoutUnknown } from './shown-arguments.js';

/** A call as a preview tells of it. */
export interface CallRow {
  readonly row: PreviewCall;
  /** Null where nothing is asked, or where it is not known of exactly what. */
  readonly askable: AskableCall | null;
}

/** The call of a step, before its arguments are looked at. */
export interface CallPlace {
  readonly step: ToolStep | WhenStep;
  readonly name: string;
  readonly definition: ToolDefinition;
  readonly ground: Ground;
  /** Who had a say in its condition, where that is known, and who may have where it is not. */
  readonly condition: Influence;
  readonly mayCondition: Influence;
}

/** What the calls of one preview share. */
export interface CallDesk extends PredictionDesk {
  readonly query: TrustedQuery;
  readonly grant: readonly string[];
}

/** Tells of one call. @throws RunStopped where its arguments cannot be resolved */
export function callRow(place: CallPlace, desk: CallDesk): CallRow {
  const { step, name, definition, ground, mayCondition } = place;
  const unknown = new Map<string, Unforeseen>();
  for (const key in step.args) {
    const missing = unknownAmong(operandsOfArg(step.args[key] ?? null), ground);
    if (missing !== null) unknown.set(key, missing);
  }
  const { args: pattern, fields, spec } = definition;
  const known = resolveRecord(withoutUnknown(step.args, unknown), scopeOf(ground), {
    pattern,
    inherited: null,
    fields,
  });
  if (!isJsonObject(known.value)) throw new KernelFault('tainted_required', 'no record');
  const given = { args: known.value, tree: known.tree, bits: fieldBits(known) };
  const call = callOf(place, given, desk);
  const isFixed = unknown.size === 0;
  const { mayDecide, isConditional, atMost } = ground;
  const isParallel = step.kind === 'tool' && step.parallel === true;
  const foreseen = { call, isFixed, isConditional, isParallel, mayDecide, mayCondition };
  const foretold = predict(foreseen, desk);
  const shown = shownOf(call, foretold.verdict);
  const row: PreviewCall = freeze({
    kind: 'call',
    step: name,
    ...previewTool(spec),
    atMost,
    isConditional,
    isFixed,
    args: shownArguments(definition, { ...shown, unknown }),
    mayDecide: union(mayDecide, mayCondition),
    prediction: foretold.prediction,
  });
  return { row, askable: askableOf(call, foretold) };
}

/** Tells of a call whose arguments cannot be resolved: the run ends before the gate is asked. */
export function stoppedRow({ name, definition, ground }: CallPlace, code: Code): PreviewCall {
  const { isConditional, atMost, mayDecide } = ground;
  return freeze({
    kind: 'call',
    step: name,
    ...previewTool(definition.spec),
    atMost,
    isConditional,
    isFixed: false,
    args: freeze([]),
    mayDecide,
    prediction: freeze({ outcome: 'stop', code }),
  });
}

/** What would run where the schema agreed, else what was asked for. */
function shownOf(
  call: EffectCall,
  verdict: Verdict | null,
): { readonly args: JsonObject; readonly tree: LabelTree } {
  const { args, tree } = verdict ?? { args: null, tree: null };
  return args === null || tree === null ? call : { args, tree };
}

function callOf(
  { name, definition, ground, condition }: CallPlace,
  given: Pick<EffectCall, 'args' | 'tree' | 'bits'>,
  { query, grant }: CallDesk,
): EffectCall {
  const { args, tree, isForced } = takeConfirmation(definition, given.args, given.tree);
  const { context, facts } = ground;
  return freeze({
    id: 'preview',
    run: 'preview',
    step: name,
    definition,
    args,
    tree,
    bits: given.bits,
    decision: context.decision,
    condition,
    authority: grant,
    principal: query.principal,
    intent: query.text,
    facts,
    isForced,
    canonical: null,
  });
}

function askableOf(call: EffectCall, { prediction, verdict, paths }: Foretold): AskableCall | null {
  if (verdict === null || verdict.denial !== null || prediction.outcome === 'deny') return null;
  const { obligations, args, digest, units } = verdict;
  // INV-Q14: never a place that stands for several.
  if (args === null || digest === null || call.step.includes('*')) return null;
  const { definition, step } = call;
  const effect: PlannedEffect = freeze({
    step,
    tool: definition.spec.name,
    definition: definition.digest,
    args: digest,
    labels: labelsDigest(units),
    paths: pathsDigest(paths),
    obligations,
  });
  return { effect, needs: needsOf(definition), fields: approvalView(args, units) };
}
