/** Family Q, the broker: who may rule, once, on what was shown, while somebody waits. */
import type { ClaimRows } from '../claim.js';

export const approvalsClaims = {
  'INV-Q6': {
    claim: 'At the instant at which a request expires nobody can rule on it any more.',
    kind: 'checked',
    site: 'kernel/approval/ticket.ts',
    attack: 'an answer at the last millisecond, and one after it',
    sabotage: {
      find: 'if (now >= request.expiresAt) return',
      replace: 'if (now > request.expiresAt) return',
    },
    since: '0.1',
  },
  'INV-Q7': {
    claim: 'Of several rulings on one request the first counts, and it lets one call go on.',
    kind: 'checked',
    site: 'kernel/approval/broker.ts',
    attack: 'several faces at the same moment; two calls with one approval',
    sabotage: {
      find: "return await this.#shelf.swap(moved(held.ticket, 'used', now), held.revision);",
      replace:
        "return (await this.#shelf.swap(moved(held.ticket, 'used', now), held.revision)) || true;",
    },
    since: '0.1',
  },
  'INV-Q8': {
    claim: 'Where several approvers are needed, each counts once, and only by a signature.',
    kind: 'checked',
    site: 'kernel/approval/ticket.ts',
    attack: 'one approver who rules twice, or under the name of another',
    sabotage: {
      find: "if (rulings.some(({ approver }) => approver === ruling.approver)) return 'conflict';",
      replace: '',
    },
    since: '0.1',
  },
  'INV-Q9': {
    claim: 'A row of a store of requests that was not sealed with its key, for its place, is none.',
    kind: 'checked',
    site: 'kernel/approval/shelf.ts',
    attack: 'a ruling written straight into the store, or copied to another row',
    sabotage: {
      find: 'if (this.#mac(`${id}\\n${revision}\\n${body}`) !== text.slice(0, SEAL)) return null;',
      replace: '',
    },
    since: '0.1',
  },
  'INV-Q15': {
    claim:
      'The rulings that decide are on record before the deciding face is told and the call goes on.',
    kind: 'checked',
    site: 'kernel/approval/waiting.ts',
    attack: 'an audit store that fails while a ruling is taken',
    sabotage: {
      find: 'for (const ruling of ticket.rulings) await record(ruling);',
      replace: 'void record;',
    },
    since: '0.1',
  },
  'INV-Q16': {
    claim: 'A request lives no longer than the process that asked.',
    kind: 'checked',
    site: 'kernel/approval/sweep.ts',
    attack: 'a restart, and then a ruling on what was pending before it',
    sabotage: {
      find: 'else if (live.has(held.ticket.owner)) open.push(held);',
      replace: 'else if (live.size > 0) open.push(held);',
    },
    since: '0.1',
  },
  'INV-Q17': {
    claim: 'What an approver is shown has no invisible character, and differs for different calls.',
    kind: 'checked',
    site: 'kernel/approval/render.ts',
    attack: 'control characters, look-alike letters, padding, a tail behind the cut',
    sabotage: {
      find: 'if (plain !== text) lines.push(`    spelt: ${plain}`);',
      replace: '',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
