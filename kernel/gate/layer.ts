/**
 * The layers after the core stages: rules, judge, review. What a layer answers is read once, as
 * plain data; a layer that throws, or answers anything but one of the three outcomes, denies.
 * Upholds INV-F1. Trusts nothing about the answer.
 */
import {
  type Action,
  codes,
  type Denial,
  isJsonList,
  isJsonObject,
  type Json,
  type Obligation,
  type Outcome,
  type PortCall,
  type StageAnswer,
  type StageName,
} from '../../schemas/index.js';
import { ignoreLate } from '../late-answer.js';
import { freeze, hasOwn, makeRegistry, objectPrototype, type Registry } from '../primordials.js';
import { snapshot } from '../snapshot/snapshot.js';
import type { CheckedArgs, DecisionInputs, EffectCall } from './call.js';
import { refuse } from './denial.js';

/** What was said of a call before a layer is asked. */
export interface SaidSoFar {
  /** The strictest answer of the stages and layers before. */
  readonly outcome: Outcome;
  /** The call as the rules saw it; null where they could not read it. */
  readonly action: Action | null;
}

/** What a layer may know of a call that it asks about outside, beside the call itself. */
export interface AskedOutside {
  /** Version of the policy in force. */
  readonly policy: string;
  /** The agent that the call is made by; null where the host names none. */
  readonly agent: string | null;
  /** The call as the rules saw it; null where they did not allow it. */
  readonly action: Action | null;
}

/** A layer after the core stages: pure over its recorded inputs, able only to tighten. */
export interface GateLayer {
  readonly stage: Extract<StageName, 'rules' | 'judge' | 'review'>;
  readonly answer: (
    call: EffectCall,
    checked: CheckedArgs,
    inputs: DecisionInputs,
    soFar: SaidSoFar,
  ) => StageAnswer;
  /**
   * Asks outside, once a call and before it is decided, where nothing has denied yet. The plain
   * data that comes of it is `inputs.gathered[stage]`; where it throws or is late, the layer
   * denies.
   */
  readonly gather?: (
    call: EffectCall,
    checked: CheckedArgs,
    port: PortCall,
    about: AskedOutside,
  ) => Promise<unknown>;
  /** Whether this call has to be asked about. Pure. Default: every call. */
  readonly needs?: (call: EffectCall, checked: CheckedArgs, soFar: SaidSoFar) => boolean;
}

/** What a layer says of a call: an answer, or that it has to ask outside first. */
export type LayerAnswer = StageAnswer | 'gather';

const ownLayers: Registry = makeRegistry();

/** Marks a layer of the kernel: what it answers is frozen plain data already. */
export function ownLayer(layer: GateLayer): GateLayer {
  ownLayers.add(layer);
  return layer;
}

const calmLayers: Registry = makeRegistry();

/**
 * Marks a layer of the kernel that asks outside and is answered by itself where it asked in vain:
 * it then requires the user instead of denying.
 */
export function calmLayer(layer: GateLayer): GateLayer {
  calmLayers.add(layer);
  return ownLayer(layer);
}

/** A call that layers are asked about. */
export interface LayerQuestion {
  readonly call: EffectCall;
  readonly checked: CheckedArgs;
  readonly inputs: DecisionInputs;
  readonly soFar: SaidSoFar;
}

/** Asks a layer about a call; never throws. */
export function layerAnswer(layer: GateLayer, question: LayerQuestion): LayerAnswer {
  const { stage } = layer;
  const { call, checked, inputs, soFar } = question;
  try {
    if (layer.gather !== undefined && needsGathering(layer, question)) {
      if (!hasOwn(inputs.gathered, stage)) return 'gather';
      // INV-F9: who asked in vain has not agreed.
      if (inputs.gathered[stage] === undefined && !calmLayers.has(layer)) {
        const reason = `the ${stage} layer could not ask`;
        return refuse({ stage, code: 'layer_failed', reason });
      }
    }
    if (ownLayers.has(layer)) return layer.answer(call, checked, inputs, soFar);
    const given: unknown = layer.answer(call, checked, inputs, soFar);
    ignoreLate(given);
    const answer = readAnswer(stage, snapshot(given));
    if (answer !== null) return answer;
  } catch {
    // INV-F1: whatever it threw, it has not agreed.
    return refuse({ stage, code: 'layer_failed', reason: `the ${stage} layer threw` });
  }
  const reason = `the ${stage} layer gave no known answer: ${knownAnswers}`;
  return refuse({ stage, code: 'layer_failed', reason });
}

const knownAnswers =
  '`allow`; `require_user` with `obligations` of `source`, `rule` and `reason`; or `deny` with a ' +
  '`denial` of `code`, `reason` and `remedies`';

function needsGathering(layer: GateLayer, { call, checked, soFar }: LayerQuestion): boolean {
  // Anything but a plain no of its own has to ask.
  if (layer.needs === undefined || hasOwn(objectPrototype, 'needs')) return true;
  return layer.needs(call, checked, soFar) !== false;
}

/** Reads one of the three answers; null for anything else. A layer answers for its own stage. */
function readAnswer(stage: GateLayer['stage'], given: Json): StageAnswer | null {
  if (!isJsonObject(given)) return null;
  const { outcome, obligations, denial } = given;
  if (outcome === 'allow') return freeze({ stage, outcome });
  if (outcome === 'require_user') {
    if (obligations === undefined || !isJsonList(obligations)) return null;
    // Asked in its own name: a question of the labels is answered by its own ruling alone.
    const isAsked = obligations.length > 0 && obligations.every((one) => isObligation(one, stage));
    if (!isAsked) return null;
    const asked = obligations as readonly unknown[] as readonly Obligation[];
    return freeze({ stage, outcome, obligations: asked });
  }
  if (outcome !== 'deny' || denial === undefined || !isDenial(denial)) return null;
  const { code, reason, remedies } = denial as unknown as Denial;
  return refuse({ stage, code, reason, remedies });
}

function isObligation(item: Json, stage: GateLayer['stage']): boolean {
  if (!isJsonObject(item) || !hasTexts(item, ['rule', 'reason'])) return false;
  const { source, pointer } = item;
  return source === stage && (pointer === undefined || typeof pointer === 'string');
}

function isDenial(item: Json): boolean {
  if (!isJsonObject(item) || !hasTexts(item, ['code', 'reason'])) return false;
  const { code, remedies } = item;
  if (!hasOwn(codes, String(code)) || remedies === undefined || !isJsonList(remedies)) return false;
  return remedies.every((remedy) => isJsonObject(remedy) && hasTexts(remedy, ['move', 'detail']));
}

function hasTexts(item: { readonly [key: string]: Json }, keys: readonly string[]): boolean {
  return keys.every((key) => typeof item[key] === 'string');
}
