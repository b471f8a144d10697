/**
 * What a refused flow is told as: its code, who wrote and who chose the value, whom the call
 * discloses it to, and the moves that could make it pass. Names of sources, pointers and codes
 * only. Pure; decides nothing.
 */
import type {
  Disclosure,
  Label,
  Pointer,
  Remedy,
  RemedyMove,
  StageAnswer,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { DeclassDecision } from '../provenance/declassify.js';
import type { FlowFailure } from '../provenance/flow.js';
import type { Recipients } from '../provenance/recipients.js';
import { refuse } from './denial.js';

const remedyMoves: Readonly<Record<FlowFailure, readonly RemedyMove[]>> = freeze({
  critical_untrusted: ['quote_value', 'use_fact', 'release_rule'],
  handle_required: ['use_handle', 'release_rule'],
  control_tainted: ['quote_value', 'release_rule'],
  target_unanchored: ['quote_value', 'release_rule'],
  recipient_unknown: ['narrow_recipient', 'use_fact', 'release_rule'],
  reader_excluded: ['narrow_recipient', 'drop_argument', 'release_rule'],
  third_party_subject: ['drop_argument', 'release_rule'],
  content_to_other: ['quote_value', 'narrow_recipient', 'release_rule'],
  decision_tainted: ['release_rule'],
});

/** An argument, or the choice to act, with its label. */
export interface FlowUnit {
  readonly pointer: Pointer;
  readonly label: Label;
}

export interface RefusedFlow {
  readonly unit: FlowUnit;
  readonly failure: FlowFailure;
  readonly decision: DeclassDecision;
  readonly recipients: Recipients;
  readonly tool: string;
}

function disclosureOf({ kind, names, own, isMalformed }: Recipients): Disclosure {
  if (isMalformed) return 'malformed';
  if (own) return 'own';
  return names === null ? 'unknown' : kind;
}

/** Makes the answer of stage 4 where it refuses a flow. */
export function flowRefusal(flow: RefusedFlow): Extract<StageAnswer, { outcome: 'deny' }> {
  const { unit, failure, decision, recipients, tool } = flow;
  const { pointer, label } = unit;
  const code = decision.answer === 'deny' && decision.code !== null ? decision.code : failure;
  const { sources, control } = label;
  const from = `written by ${sources.join(', ')}; chosen by ${control.join(', ') || 'nobody else'}`;
  const detail = `\`${pointer}\``;
  const remedies: Remedy[] = remedyMoves[failure].map((move) => ({ move, detail }));
  return refuse({
    stage: 'provenance',
    code,
    reason: `\`${pointer}\` of \`${tool}\`: ${failure.replaceAll('_', ' ')} (${from})`,
    remedies,
    edge: { argument: pointer, failure, discloses: disclosureOf(recipients) },
  });
}
