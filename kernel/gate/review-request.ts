/**
 * What a reviewer is told of one call (behaviour A-15, C25): names, and the values that are
 * declared for it and that nothing tainted had a part in. Upholds INV-Q5.
 */
import {
  isTaintedSource,
  type Label,
  MAX_REVIEW_TEXT,
  REDACTED,
  type ReviewRequest,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import { canonicalText, sha256 } from '../snapshot/digest.js';
import type { CheckedArgs, EffectCall } from './call.js';
import type { AskedOutside } from './layer.js';
import { toldArguments } from './told-arguments.js';

/** What a request is made of. */
export interface ReviewSubject {
  readonly call: EffectCall;
  readonly checked: CheckedArgs;
  readonly about: AskedOutside;
  readonly scrub: (purpose: string) => string;
}

/** Makes the request about one call. @throws what `scrub` throws; DigestRefused */
export function reviewRequest({ call, checked, about, scrub }: ReviewSubject): ReviewRequest {
  const { spec, args: patterns } = call.definition;
  const args = toldArguments(checked.args, checked.tree, patterns);
  return freeze({
    schemaVersion: 1,
    action: call.id,
    run: call.run,
    principal: call.principal,
    agent: about.agent,
    tool: spec.name,
    args,
    argsDigest: sha256(canonicalText(args)),
    timeoutMs: spec.timeoutMs ?? null,
    classes: about.action?.classes ?? spec.classes,
    purpose: purposeOf(call, scrub),
    policyVersion: about.policy,
  });
}

/** Where content had a say in the choice to act, it may have written the instruction too. */
function purposeOf(call: EffectCall, scrub: ReviewSubject['scrub']): string {
  // INV-Q5: an instruction that content wrote is content.
  if (isTaintedLabel(call.decision)) return REDACTED;
  const words = scrub(call.intent);
  if (typeof words !== 'string') return REDACTED;
  return words.slice(0, MAX_REVIEW_TEXT).replace(/[\uD800-\uDBFF]$/u, '');
}

function isTaintedLabel({ sources, control }: Label): boolean {
  return [...sources, ...control].some(isTaintedSource);
}
