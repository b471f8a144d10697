/** Family T: trace and audit. */
import type { ClaimRows } from '../claim.js';

export const traceClaims = {
  'INV-T1': {
    claim: 'Each `effect_started` event carries the permit of exactly one `gate_allowed` event.',
    kind: 'checked',
    site: 'kernel/effects/effect-end.ts',
    attack: 'one allow that covers many effects',
    sabotage: {
      find: "trace({ kind: 'effect_started', call: id, tool, permit: permit.id });",
      replace: "trace({ kind: 'effect_started', call: id, tool, permit: 'permit' });",
    },
    since: '0.1',
  },
  'INV-T2': {
    claim: 'No effect starts before its admission record is stored.',
    kind: 'checked',
    site: 'kernel/effects/call-recorder.ts',
    attack: 'a full or read-only audit disk',
    sabotage: {
      find:
        "throw new EffectDenied(makeDenial({ stage: 'admission', code: 'audit_unavailable', " +
        'reason }));',
      replace: 'void reason;',
    },
    since: '0.1',
  },
  'INV-T3': {
    claim: 'Each audit record carries the hash of the one before it.',
    kind: 'construction',
    site: 'kernel/audit/audit-line.ts',
    attack: 'an edited, dropped or reordered record',
    sabotage: {
      find: '"prev":"${head.hash}"',
      replace: '"prev":"${\'0\'.repeat(64)}"',
    },
    since: '0.1',
  },
  'INV-T4': {
    claim: 'An audit record holds labels and keyed digests, no value.',
    kind: 'construction',
    site: 'kernel/effects/admission-record.ts',
    attack: 'reading a PIN back from its bare digest',
    sabotage: {
      find: 'return { args: keyed(canonical), idempotency: idempotencyOf(call, keyed) };',
      replace:
        'return { args: JSON.stringify(call.args), idempotency: idempotencyOf(call, keyed) };',
    },
    since: '0.1',
  },
  'INV-T5': {
    claim: 'An admitted call that the second decision denies ends as withdrawn and does not run.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'an admission record that reads like an effect',
    sabotage: {
      find: 'if (permit instanceof Error) return await withdraw(call, permit, desk);',
      replace: 'if (permit instanceof Error) throw permit;',
    },
    since: '0.1',
  },
  'INV-T6': {
    claim: 'Every release is an event and a record that name the argument and the rule.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'a value that left without a trace',
    sabotage: {
      find: "await recordFirst(recorder, call, { kind: 'release', data });",
      replace: '',
    },
    since: '0.1',
  },
  'INV-T7': {
    claim: 'Events of a run are numbered without a gap and are never changed.',
    kind: 'construction',
    site: 'kernel/interpreter/run-trace.ts',
    attack: 'an observer that edits what it is shown',
    sabotage: {
      find: 'stamped.seq = before + events.length;',
      replace: 'stamped.seq = 0;',
    },
    since: '0.1',
  },
  'INV-T8': {
    claim: 'An admitted effect has a terminal record, or its run ends as uncertain.',
    kind: 'checked',
    site: 'kernel/effects/effect-end.ts',
    attack: 'a disk that fills up while the tool runs',
    sabotage: {
      find: 'if (isRecorded) return;',
      replace: 'if (isRecorded !== null) return;',
    },
    since: '0.1',
  },
  'INV-T9': {
    claim: 'A record that is written can be read back, whatever names and arguments a call brings.',
    kind: 'checked',
    site: 'kernel/audit/audit-line.ts',
    attack: 'a mail with 60,000 addresses, or a plan with as many arguments',
    sabotage: {
      find: 'if (data.length > MAX_RECORD_TEXT) {',
      replace: 'if (data.length < 0) {',
    },
    since: '0.1',
  },
  'INV-T36': {
    claim:
      'The record of a refused call holds its labels and every answer; where provenance refused ' +
      'it, the argument and whom the call discloses it to.',
    kind: 'checked',
    site: 'kernel/effects/denied-call.ts',
    attack: 'a refusal that nobody can explain afterwards, from the records alone',
    sabotage: {
      find: 'labels: recordedLabels(labels, recorder.chain.keyed),',
      replace: 'labels: {},',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
