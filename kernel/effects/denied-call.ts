/** Records of a call that was refused before anything of it was admitted: ids, digests, labels. */
import type { Denial } from '../../schemas/index.js';
import { recordedLabels } from '../audit/recorded-labels.js';
import { EffectDenied } from '../errors.js';
import { decisionOf, type EffectCall } from '../gate/call.js';
import { labelsOf } from '../gate/stages/provenance.js';
import type { Verdict } from '../gate/verdict.js';
import { canonicalText } from '../snapshot/digest.js';
import { answerSummary } from './admission-record.js';
import { type CallRecorder, recordAfter } from './call-recorder.js';

export interface DenialDesk {
  readonly recorder: CallRecorder;
}

/**
 * Tells of a denial in the trace and the audit, and throws it. @throws EffectDenied with the
 * denial, always
 */
export async function denied(
  desk: DenialDesk,
  call: EffectCall,
  verdict: Pick<Verdict, 'answers' | 'units'>,
  denial: Denial,
): Promise<never> {
  await recordDenial(desk, call, verdict, denial);
  throw new EffectDenied(denial);
}

/** Tells of a denial in the trace and the audit. */
export async function recordDenial(
  desk: DenialDesk,
  call: EffectCall,
  verdict: Pick<Verdict, 'answers' | 'units'>,
  denial: Denial,
): Promise<void> {
  const { recorder } = desk;
  const { definition, step, id } = call;
  const { name: tool } = definition.spec;
  const { stage, code, edge } = denial;
  const { answers } = verdict;
  const rules = answers.at(-1)?.rules;
  const labels = labelsOf(verdict.units, decisionOf(call));
  recorder.trace({
    kind: 'gate_denied',
    step,
    call: id,
    tool,
    answers,
    labels,
    permit: null,
    denial,
  });
  await recordAfter(recorder, id, {
    kind: 'denial',
    data: {
      step,
      tool,
      args: argsDigest(desk, call),
      stage,
      code,
      ...(rules === undefined ? {} : { rules }),
      ...(edge === undefined ? {} : { edge }),
      // INV-T36: what it was refused for can be read back.
      labels: recordedLabels(labels, recorder.chain.keyed),
      answers: answers.map(answerSummary),
    },
  });
}

function argsDigest(desk: DenialDesk, call: EffectCall): string | null {
  try {
    return desk.recorder.chain.keyed(canonicalText(call.args));
  } catch {
    return null;
  }
}
