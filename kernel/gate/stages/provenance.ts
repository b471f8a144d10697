/**
 * Stage 4: labels against what the tool discloses. Failures of an argument, or of the decision to
 * act, go to the DeclassPolicy: released, asked about or denied. Upholds INV-P9 and INV-P10.
 */
import {
  argsLeaveBoundary,
  type Label,
  type Obligation,
  ownFields,
  type StageAnswer,
} from '../../../schemas/index.js';
import { createRecord, freeze } from '../../primordials.js';
import { capacityBits } from '../../provenance/capacity.js';
import { keptBits } from '../../provenance/carried.js';
import { type DeclassDecision, decideDeclass } from '../../provenance/declassify.js';
import {
  controlFailures,
  type FlowFailure,
  isConditionTainted,
  isDecisionTainted,
  unitFailures,
} from '../../provenance/flow.js';
import { type Recipients, recipientsOf } from '../../provenance/recipients.js';
import { argumentUnits, type Unit } from '../../provenance/units.js';
import { type CheckedArgs, type DecisionInputs, decisionOf, type EffectCall } from '../call.js';
import { type FlowUnit, flowRefusal } from '../flow-refusal.js';

export interface Release {
  readonly argument: string;
  readonly rule: string;
  readonly releases: 'all' | 'control';
  readonly declassifier: 'policy' | 'opaque';
  readonly label: Label;
  readonly bits: number;
}

export interface ProvenanceAnswer {
  readonly answer: StageAnswer;
  readonly units: readonly Unit[];
  readonly releases: readonly Release[];
}

const allow: StageAnswer = freeze({ stage: 'provenance', outcome: 'allow' });
const nothing: readonly Release[] = freeze([]);

interface Collected {
  readonly releases: Release[];
  readonly obligations: Obligation[];
  denied: Extract<StageAnswer, { outcome: 'deny' }> | null;
}

/** Checks the labels of a call against what its tool discloses; the policy decides each refusal. */
export function provenanceStage(
  call: EffectCall,
  checked: CheckedArgs,
  inputs: DecisionInputs,
): ProvenanceAnswer {
  const { spec, args: patterns } = call.definition;
  const bits = keptBits(call.args, checked.args, call.bits);
  const units = argumentUnits({ ...checked, bits }, patterns);
  // INV-P10: a read that sends its arguments out is checked like a write.
  if (!argsLeaveBoundary(spec)) return { answer: allow, units, releases: nothing };
  const recipients = recipientsOf(spec, call.principal, checked.args, checked.tree);
  const found: Collected = { releases: [], obligations: [], denied: null };
  const flow = { spec, recipients, principal: call.principal };
  for (const unit of units) {
    const failures = unitFailures(unit, flow);
    if (failures.length > 0) consult(unit, failures, { call, checked, inputs, recipients }, found);
  }
  // INV-P9: the choice to act is checked like an argument, also where there are no arguments.
  if (isDecisionTainted(call.decision) || isConditionTainted(call.condition, units)) {
    const label = decisionOf(call);
    const unit: DecisionUnit = { pointer: 'decision', label, value: null, bits: 1 };
    consult(unit, ['decision_tainted'], { call, checked, inputs, recipients }, found);
  }
  return { answer: answerOf(found), units, releases: found.releases };
}

type DecisionUnit = FlowUnit & Pick<Unit, 'value' | 'bits'>;

interface Asked {
  readonly call: EffectCall;
  readonly checked: CheckedArgs;
  readonly inputs: DecisionInputs;
  readonly recipients: Recipients;
}

function consult(
  unit: DecisionUnit,
  failures: readonly FlowFailure[],
  asked: Asked,
  found: Collected,
): void {
  const { recipients } = asked;
  const tool = asked.call.definition.spec.name;
  const decision = decide(unit, asked, found);
  const left = failures.filter((failure) => !isReleased(failure, decision));
  const first = left[0];
  if (decision.answer === 'release' || decision.answer === 'release_control') {
    found.releases.push({
      argument: unit.pointer,
      rule: decision.rule,
      releases: decision.answer === 'release' ? 'all' : 'control',
      declassifier: decision.opaque ? 'opaque' : 'policy',
      label: unit.label,
      bits: decision.bits,
    });
  }
  if (first === undefined) return;
  if (decision.answer === 'ask') {
    const reason = `\`${unit.pointer}\` of \`${tool}\`: ${left.join(', ')}`;
    const { pointer } = unit;
    found.obligations.push(freeze({ source: 'provenance', rule: decision.rule, reason, pointer }));
    return;
  }
  found.denied ??= flowRefusal({ unit, failure: first, decision, recipients, tool });
}

function decide(unit: DecisionUnit, asked: Asked, found: Collected): DeclassDecision {
  const { call, checked, inputs, recipients } = asked;
  const spent: Record<string, number> = ownFields({ ...inputs.spent });
  for (const { rule, bits } of found.releases) spent[rule] = (spent[rule] ?? 0) + bits;
  return decideDeclass(inputs.policy.declassify, {
    tool: call.definition.spec.name,
    argument: unit.pointer,
    label: unit.label,
    value: unit.value,
    recipients: recipients.kind === 'principals' ? recipients.names : null,
    args: checked.args,
    tree: checked.tree,
    facts: call.facts,
    bits:
      unit.pointer === 'decision'
        ? 1
        : capacityBits(call.definition.input.jsonSchema, unit.pointer),
    valueBits: unit.bits,
    spent,
  });
}

function isReleased(failure: FlowFailure, decision: DeclassDecision): boolean {
  if (decision.answer === 'release') return true;
  return decision.answer === 'release_control' && controlFailures.includes(failure);
}

function answerOf(found: Collected): StageAnswer {
  if (found.denied !== null) return found.denied;
  if (found.obligations.length === 0) return allow;
  return freeze({
    stage: 'provenance',
    outcome: 'require_user',
    obligations: freeze(found.obligations),
  });
}

/**
 * The label of each checked argument by pointer, and of the decision: what records and events tell.
 */
export function labelsOf(units: readonly Unit[], decision: Label): Readonly<Record<string, Label>> {
  const out: Record<string, Label> = createRecord();
  for (const unit of units) out[unit.pointer] = unit.label;
  out['decision'] = decision;
  return freeze(out);
}
