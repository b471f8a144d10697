/** Family T, the disk's side: files, room and what is durable when. */
import type { ClaimRows } from '../claim.js';

export const auditStoreClaims = {
  'INV-T20': {
    claim:
      'A call that was admitted and that nobody settled is found in the files of its store, ' +
      'whatever rotation and retention made of the file that admitted it.',
    kind: 'checked',
    site: 'hosts/stores/file-row.ts',
    attack: 'many harmless calls after a harmful one, until its file is deleted',
    sabotage: {
      find: 'unsettled: this.#unsettled.list() };',
      replace: 'unsettled: [] };',
    },
    since: '0.1',
  },
  'INV-T21': {
    claim: 'Under a quota, a call is admitted only if the record of its end will fit as well.',
    kind: 'checked',
    site: 'hosts/stores/audit-room.ts',
    attack: 'filling the store between an effect and its terminal record',
    sabotage: {
      find: 'return OWN_BYTES + (ends + begun.size) * END_BYTES;',
      replace: 'return OWN_BYTES - OWN_BYTES + 0 * (ends + begun.size) * END_BYTES;',
    },
    since: '0.1',
  },
  'INV-T22': {
    claim: 'A record that a store refuses takes none along that was written together with it.',
    kind: 'checked',
    site: 'kernel/audit/chain.ts',
    attack: "a refused admission that fails another call's terminal record",
    sabotage: {
      find: 'if (batch.length > 1) this.#alone.push(...batch);',
      replace: 'if (batch.length < 0) this.#alone.push(...batch);',
    },
    since: '0.1',
  },
  'INV-T23': {
    claim:
      'An admission is durable before its effect and the end of a run before its result, with ' +
      'every record before them.',
    kind: 'checked',
    site: 'kernel/effects/call-recorder.ts',
    attack: 'a power cut right after an effect',
    sabotage: {
      find: 'const waits = mayWait[body.kind] === true;',
      replace: 'const waits = mayWait[body.kind] !== false;',
    },
    since: '0.1',
  },
  'INV-T24': {
    claim:
      'A run whose terminal records waited for its end, which is not durable, ends as uncertain.',
    kind: 'checked',
    site: 'kernel/interpreter/run-end.ts',
    attack: 'a disk that takes writes and loses them',
    sabotage: {
      find: 'if (isRecorded || !hasRun || !recorder.chain.defers) return ended;',
      replace: 'if (isRecorded || hasRun || !recorder.chain.defers) return ended;',
    },
    since: '0.1',
  },
  'INV-T25': {
    claim:
      'Why a store took no record is told in words of the kernel: full, unwritable, or nothing.',
    kind: 'construction',
    site: 'kernel/effects/call-recorder.ts',
    attack: 'an error of a store that quotes what it was given',
    sabotage: {
      find: "return refusal === 'full' || refusal === 'unwritable' ? reasons[refusal] : '';",
      replace: 'return String(refusal);',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
