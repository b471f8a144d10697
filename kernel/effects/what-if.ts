/**
 * What the Gate would say of a call that nobody makes: the same stages on the same inputs, and no
 * permit. It hands out nothing that runs and nothing labelled (behaviour G-56).
 */
import {
  branchTree,
  type Denial,
  type Grant,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  type Obligation,
  type Outcome,
  pointerTo,
  type StageAnswer,
  uniformTree,
} from '../../schemas/index.js';
import { EffectDenied } from '../errors.js';
import type { DecisionInputs, EffectCall } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import type { Gate } from '../gate/gate.js';
import { nothingDrawn } from '../policy/budgets.js';
import { createRecord, freeze, hasOwn } from '../primordials.js';
import { SnapshotRefused, snapshot } from '../snapshot/snapshot.js';
import type { ToolDefinition } from '../tools/definition.js';
import { takeConfirmation } from './asked-confirmation.js';
import { noPaths, readInputs } from './decision-inputs.js';
import { decideFollowing } from './followed-paths.js';
import { nothingGathered } from './gathering.js';

export interface WhatIfCall {
  readonly definition: ToolDefinition;
  readonly args: unknown;
  /** Labels by JSON pointer; a part that none names has that of what it lies in. */
  readonly labels: Readonly<Record<string, Label>>;
  /** Label of every other part, and of whoever decides that the call happens. */
  readonly label: Label;
  readonly decision: Label;
  /** What the session that asks would hold. */
  readonly authority: Grant;
  readonly principal: string;
  readonly intent: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Ask every stage, also after one that denies. */
  readonly isWhole: boolean;
}

export interface WhatIfAnswer {
  readonly outcome: Outcome;
  readonly answers: readonly StageAnswer[];
  /** The first that denies. */
  readonly denial: Denial | null;
  /** What the user would be asked. */
  readonly obligations: readonly Obligation[];
}

/** Says what the Gate would decide. Layers that ask a model are not asked, and so deny. */
export function whatIf(gate: Gate, call: WhatIfCall): WhatIfAnswer {
  try {
    const inputs = inputsOf(gate, call.now);
    const { verdict } = decideFollowing(gate, effectOf(call), inputs, call.isWhole);
    const { outcome, answers, denial, obligations, pending } = verdict;
    const [waiting] = pending;
    if (denial !== null || waiting === undefined)
      return freeze({ outcome, answers, denial, obligations });
    const reason = `the ${waiting.stage} layer has to ask outside`;
    return denied(makeDenial({ stage: waiting.stage, code: 'layer_failed', reason }), answers);
  } catch (error) {
    if (error instanceof EffectDenied) return denied(error.denial, []);
    throw error;
  }
}

function denied(denial: Denial, answers: readonly StageAnswer[]): WhatIfAnswer {
  const last: StageAnswer = freeze({ stage: denial.stage, outcome: 'deny', denial });
  return freeze({
    outcome: 'deny',
    answers: freeze([...answers, last]),
    denial,
    obligations: freeze([]),
  });
}

function inputsOf(gate: Gate, now: number): DecisionInputs {
  const recorder = { clock: { now: () => now } };
  const desk = { recorder, spent: createRecord(), drawn: nothingDrawn };
  return readInputs(gate, desk, { rulings: [], gathered: nothingGathered, paths: noPaths });
}

function effectOf(call: WhatIfCall): EffectCall {
  const { definition, labels, label, decision, authority, principal, intent } = call;
  const given = argumentsOf(call.args);
  const labelled = treeOf(given, '', { labels, label });
  const { args, tree, isForced } = takeConfirmation(definition, given, labelled);
  return freeze({
    id: 'what-if',
    run: 'what-if',
    step: 'what-if',
    definition,
    args,
    tree,
    bits: createRecord(),
    decision,
    condition: freeze([]),
    authority,
    principal,
    intent,
    facts: freeze(createRecord()),
    isForced,
    canonical: null,
  });
}

function argumentsOf(given: unknown): JsonObject {
  let code: 'snapshot_refused' | SnapshotRefused['code'] = 'snapshot_refused';
  try {
    const args = snapshot(given);
    if (isJsonObject(args)) return args;
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    code = error.code;
  }
  const reason = 'the arguments are no plain record';
  throw new EffectDenied(makeDenial({ stage: 'schema', code, reason }));
}

function treeOf(
  value: Json,
  at: string,
  how: { readonly labels: Readonly<Record<string, Label>>; readonly label: Label },
): LabelTree {
  const { labels } = how;
  const label = (hasOwn(labels, at) ? labels[at] : undefined) ?? how.label;
  const below = { labels, label };
  if (isJsonList(value))
    return branchTree(
      label,
      value.map((item, index) => treeOf(item, pointerTo(at, index), below)),
    );
  if (!isJsonObject(value)) return uniformTree(label, false);
  const fields: Record<string, LabelTree> = createRecord();
  for (const key of Object.keys(value))
    fields[key] = treeOf(value[key] ?? null, pointerTo(at, key), below);
  return branchTree(label, fields);
}
