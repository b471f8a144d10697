/**
 * May this argument leave? Integrity, decision and confidentiality of one effect, unit by unit, as
 * data. Finds failures; whether one is released is a matter for the DeclassPolicy. Upholds INV-P4,
 * INV-P5, INV-P7, INV-P8, INV-P11, INV-P14, INV-P19, INV-P25.
 */
import {
  type Code,
  isAnchoredControl,
  isCleanControl,
  isTaintedSource,
  isTrustedSource,
  type Label,
  type Source,
  type ToolSpec,
} from '../../schemas/index.js';
import type { Recipients } from './recipients.js';
import type { Unit } from './units.js';

/**
 * Failures in the order they are reported. `control` ones are discharged by releasing control
 * alone.
 */
export type FlowFailure =
  | 'critical_untrusted'
  | 'handle_required'
  | 'control_tainted'
  | 'target_unanchored'
  | 'recipient_unknown'
  | 'reader_excluded'
  | 'third_party_subject'
  | 'content_to_other'
  | 'decision_tainted';

export const controlFailures: readonly Code[] = Object.freeze([
  'control_tainted',
  'target_unanchored',
]);

/** Everything the checks of one call share. */
export interface FlowContext {
  readonly spec: ToolSpec;
  readonly recipients: Recipients;
  readonly principal: string;
}

/** Lists why a unit may not leave; empty when it may. */
export function unitFailures(unit: Unit, flow: FlowContext): readonly FlowFailure[] {
  const out: FlowFailure[] = [];
  integrity(unit, flow.spec, out);
  confidentiality(unit, flow, out);
  return out;
}

function integrity(unit: Unit, spec: ToolSpec, out: FlowFailure[]): void {
  const { label, isShape } = unit;
  if (unit.spec.role === 'content') return;
  const handle = isShape ? undefined : unit.spec.handle;
  // INV-P4: who, where or what is touched was written by the user or the host, or is a handle used
  // as its kind.
  if (handle !== undefined) {
    // INV-P11: a handle counts as exactly its kind.
    const isNamed = unit.spec.orNamed === true;
    if (!label.sources.every((source) => isHandle(source, handle, isNamed)))
      out.push('handle_required');
  } else if (!label.sources.every((source) => isTrustedSource(source))) {
    out.push('critical_untrusted');
  }
  // INV-P19: and was chosen by nobody who had read content.
  if (!label.control.every(isCleanControl)) out.push('control_tainted');
  // INV-P5: an irreversible target is chosen by the user's words, not by the planner.
  else if (spec.commit && !label.control.every(isAnchoredControl)) out.push('target_unanchored');
}

function isHandle(source: string, kind: string, isNamed: boolean): boolean {
  return source === `host:${kind}` || (isNamed && isTrustedSource(source));
}

function confidentiality(unit: Unit, flow: FlowContext, out: FlowFailure[]): void {
  const { label } = unit;
  const { recipients, principal } = flow;
  const isTainted = label.sources.some((source) => isTaintedOf(source, unit.spec.handle));
  // INV-P7: every recipient is a reader; `anyone` covers only what no outside party wrote.
  if (recipients.isMalformed || !covers(label, recipients.names, isTainted)) {
    out.push(recipients.names === null ? 'recipient_unknown' : 'reader_excluded');
  }
  // INV-P8: other people's data goes only to the people it is about, or to the user's own storage.
  if (
    !recipients.own &&
    label.subjects.some((subject) => !maySee(subject, principal, recipients.names))
  ) {
    out.push('third_party_subject');
  }
  // INV-P14: words in the user's name are the user's own, or released.
  if (unit.spec.role === 'content' && speaksForAnother(label, recipients, principal, isTainted)) {
    out.push('content_to_other');
  }
}

function isTaintedOf(source: string, handle: string | undefined): boolean {
  return isTaintedSource(source) && source !== `host:${handle}`;
}

function covers(label: Label, names: readonly string[] | null, isTainted: boolean): boolean {
  const { readers } = label;
  if (readers === 'anyone') return !isTainted;
  return names?.every((name) => readers.includes(name)) ?? false;
}

function maySee(subject: string, principal: string, names: readonly string[] | null): boolean {
  if (subject === 'user' || subject === principal) return true;
  return subject !== 'third_party' && (names?.includes(subject) ?? false);
}

/** Text that a planner or an outside party wrote, sent to anyone but the user. */
function speaksForAnother(
  label: Label,
  recipients: Recipients,
  principal: string,
  isTainted: boolean,
): boolean {
  if (!isTainted && !label.sources.includes('planner')) return false;
  if (recipients.kind === 'capabilities') return label.readers === 'anyone';
  return recipients.names === null || recipients.names.some((name) => name !== principal);
}

/**
 * Asks whether the choice to run this effect at all was made by something that had read content.
 */
export function isDecisionTainted(decision: Label): boolean {
  return (
    !decision.sources.every((source) => isTrustedSource(source)) ||
    !decision.control.every(isCleanControl)
  );
}

/**
 * Asks whether content decides, by the condition of a `when`, on an effect that is not wholly the
 * user's or the host's own.
 */
export function isConditionTainted(condition: readonly Source[], units: readonly Unit[]): boolean {
  // INV-P25: content may say whether such an effect happens, and nothing else about it.
  // Where nothing is said, nothing is fixed.
  return !condition.every(isCleanControl) && (units.length === 0 || !units.every(isFixed));
}

function isFixed({ label }: Unit): boolean {
  return (
    label.sources.every((source) => isTrustedSource(source)) && label.control.every(isCleanControl)
  );
}
