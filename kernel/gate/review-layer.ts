/**
 * Stage 7, the reviewer, as a layer: a model without tools may ask for the user about a call that
 * nothing else asks about (behaviour ). What it says is one reason out of a list;
 * a single one of them leaves the call as it was, every other asks, and none refuses.
 * Upholds INV-Q4. Trusts nothing of an answer.
 */
import {
  type ArgSpec,
  argsLeaveBoundary,
  type Obligation,
  ownFields,
  type Reviewer,
  type ReviewReason,
  type StageAnswer,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { argumentUnits } from '../provenance/units.js';
import type { CheckedArgs, EffectCall } from './call.js';
import { calmLayer, type GateLayer, type SaidSoFar } from './layer.js';
import { reviewReasonOf, reviewSentences } from './review-answer.js';
import { reviewRequest } from './review-request.js';

export interface ReviewOptions {
  /** Without one, every call that it had to look at is put before the user. */
  readonly port?: Reviewer;
  /** Takes out of the user's words what a reviewer must not be told. Default: nothing. */
  readonly scrub?: (purpose: string) => string;
}

const stage = 'review';
/** Nobody had to look. */
const unasked: StageAnswer = freeze({ stage, outcome: 'allow' });

/**
 * Makes the reviewer's layer; it belongs behind every other. It requires the user with a rule out
 * of `reviewReasons`, and never refuses. @throws KernelFault `config_malformed`
 */
export function makeReviewLayer(options: ReviewOptions = {}): GateLayer {
  const { port, scrub = unchanged } = ownFields(options);
  if (port !== undefined && typeof port.review !== 'function')
    throw new KernelFault('config_malformed', '`port` of the reviewer has no `review`');
  if (typeof scrub !== 'function')
    throw new KernelFault('config_malformed', '`scrub` of the reviewer is no function');
  const layer: GateLayer = {
    stage,
    answer: (call, checked, { gathered, policy }, soFar) => {
      if (!isReviewed(call, soFar)) return unasked;
      if (isSensitive(call, checked)) return answerOf('sensitive_argument');
      if (port === undefined) return answerOf('reviewer_unavailable');
      return answerOf(reviewReasonOf(gathered.review, policy.version));
    },
  };
  if (port === undefined) return calmLayer(freeze(layer));
  return calmLayer(
    freeze<GateLayer>({
      ...layer,
      needs: (call, checked, soFar) => isReviewed(call, soFar) && !isSensitive(call, checked),
      gather: (call, checked, how, about) =>
        port.review(reviewRequest({ call, checked, about, scrub }), how),
    }),
  );
}

function unchanged(text: string): string {
  return text;
}

/** Whether a call is a reviewer's: policy left it at allow, and it sends or changes something. */
function isReviewed({ definition }: EffectCall, { outcome, action }: SaidSoFar): boolean {
  // INV-Q4: what is asked about or denied already is none of its matters.
  if (outcome !== 'allow') return false;
  const { spec } = definition;
  if (argsLeaveBoundary(spec) || spec.mutates) return true;
  return action !== null && action.classes.length > 0;
}

/** Whether an argument is there that no reviewer may be asked about. */
function isSensitive({ definition }: EffectCall, { args, tree }: CheckedArgs): boolean {
  const declared = definition.spec.args;
  if (!Object.values(declared).some(isKept)) return false;
  // Said of the whole record, it holds for a call without arguments too.
  if (definition.args.spec !== null && isKept(definition.args.spec)) return true;
  return argumentUnits({ args, tree }, definition.args).some(({ spec }) => isKept(spec));
}

function isKept({ review }: ArgSpec): boolean {
  return review === 'require_user';
}

function answerOf(reason: ReviewReason): StageAnswer {
  if (reason === 'safe_operation') return freeze({ stage, outcome: 'allow', review: reason });
  const asked: Obligation = { source: stage, rule: reason, reason: reviewSentences[reason] };
  const obligations = freeze([freeze(asked)]);
  return freeze({ stage, outcome: 'require_user', obligations, review: reason });
}
