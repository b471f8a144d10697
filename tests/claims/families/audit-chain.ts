/** Family T, the audit chain: keys, checkpoints, calls that may have happened. */
import type { ClaimRows } from '../claim.js';

export const auditChainClaims = {
  'INV-T30': {
    claim:
      'Against signed checkpoints that were kept, a chain that was cut off, written anew or spliced ' +
      'shows it, and where.',
    kind: 'checked',
    site: 'kernel/audit/checkpoint-watch.ts',
    attack: 'a log whose last days are gone, or that was hashed anew from the record of a theft on',
    sabotage: {
      find: 'if (kept.head === hash) {',
      replace: "if (kept.head !== '') {",
    },
    since: '0.1',
  },
  'INV-T31': {
    claim: 'A key signs and verifies for the one use that it was made for.',
    kind: 'checked',
    site: 'hosts/keys/key-file.ts',
    attack: 'a ruling signed with the key that signs the records',
    sabotage: {
      find: 'if (stored.purpose === purpose) return;',
      replace: "if (stored.name !== '') return;",
    },
    since: '0.1',
  },
  'INV-T32': {
    claim: 'A call that was admitted and may have happened is listed until somebody resolves it.',
    kind: 'checked',
    site: 'kernel/audit/call-accounts.ts',
    attack: 'a payment that is made twice because nobody saw the first one end',
    sabotage: {
      find: "if (wordOf(data, 'outcome') !== 'uncertain') this.#calls.delete(key);",
      replace: 'if (key !== null) this.#calls.delete(key);',
    },
    since: '0.1',
  },
  'INV-T33': {
    claim: 'A resolution is a record in the chain, and closes one call once.',
    kind: 'checked',
    site: 'kernel/audit/call-accounts.ts',
    attack: 'a second answer that says the opposite',
    sabotage: {
      find: "return this.#calls.delete(key) ? null : 'resolves a call that needs none';",
      replace: 'return null;',
    },
    since: '0.1',
  },
  'INV-T34': {
    claim: 'A record is one line of printable ASCII, whatever names, ids and labels a run brings.',
    kind: 'construction',
    site: 'kernel/snapshot/digest.ts',
    attack: 'a line break, or an order to the terminal, in the name of a sender',
    sabotage: {
      find: 'return HAS_OUTSIDE.test(text) ? text.replace(OUTSIDE_ASCII, escapeUnit) : text;',
      replace: 'return text;',
    },
    since: '0.1',
  },
  'INV-T35': {
    claim: 'In a run, an idempotency key stands for one set of arguments of its tool.',
    kind: 'checked',
    site: 'kernel/effects/idempotency.ts',
    attack: 'a second payment under the key of the first, which says paid and is not',
    sabotage: {
      find: 'if (before !== undefined && before !== args) {',
      replace: "if (before === '') {",
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
