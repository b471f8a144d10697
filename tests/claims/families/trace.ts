/** Family T: trace and audit. */
import type { ClaimRows } from '../claim.js';

export const traceClaims = {
  'INV-T1': {
    claim: 'Each `effect_started` event carries the permit of exactly one `gate_allowed` event.',
    kind: 'checked',
    site: 'kernel/gate/permit.ts',
    attack: 'one allow that covers many effects',
    since: '0.1',
  },
  'INV-T2': {
    claim: 'No effect starts before its admission record is stored.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'a full or read-only audit disk',
    since: '0.1',
  },
  'INV-T3': {
    claim: 'Each audit record carries the hash of the one before it.',
    kind: 'construction',
    site: 'kernel/audit/chain.ts',
    attack: 'an edited, dropped or reordered record',
    since: '0.1',
  },
  'INV-T4': {
    claim: 'An audit record holds labels and keyed digests, no value.',
    kind: 'construction',
    site: 'kernel/audit/digest-key.ts',
    attack: 'reading a PIN back from its bare digest',
    since: '0.1',
  },
  'INV-T5': {
    claim: 'An admitted call that the second decision denies ends as withdrawn and does not run.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'an admission record that reads like an effect',
    since: '0.1',
  },
  'INV-T6': {
    claim: 'Every release is an event and a record that name the argument and the rule.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'a value that left without a trace',
    since: '0.1',
  },
  'INV-T7': {
    claim: 'Events of a run are numbered without a gap and are never changed.',
    kind: 'construction',
    site: 'kernel/trace/trace.ts',
    attack: 'an observer that edits what it is shown',
    since: '0.1',
  },
} as const satisfies ClaimRows;
