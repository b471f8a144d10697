/** Family Q, the part of the faces: who is asked, and who comes first. */
import type { ClaimRows } from '../claim.js';

export const facesClaims = {
  'INV-Q10': {
    claim:
      'The HTTP face shows nothing and takes no ruling without its token, from a page of another ' +
      'origin, or under a name that is not its own.',
    kind: 'checked',
    site: 'hosts/approvals/http-face.ts',
    attack: 'a page of another origin that rules, by a form, a fetch, or a name that leads here',
    sabotage: {
      find: "app.use('*', bearerOf(token));",
      replace: 'void bearerOf(token);',
    },
    since: '0.3',
  },
  'INV-Q11': {
    claim: 'The terminal asks nobody where input or output is no terminal: no ruling comes of it.',
    kind: 'checked',
    site: 'hosts/approvals/terminal.ts',
    attack: 'a pipe that says yes, or a question that is shown to a file',
    sabotage: {
      find: 'if (input.isTTY !== true || output.isTTY !== true) {',
      replace: 'if (input.isTTY === false && output.isTTY === true) {',
    },
    since: '0.3',
  },
  'INV-Q12': {
    claim: 'Of several processes that write one revision of a request in a store, one does.',
    kind: 'checked',
    site: 'hosts/approvals/approvals-store.ts',
    attack: 'two faces that rule at the same instant, and both are told that they won',
    sabotage: {
      find: "'UPDATE tickets SET text = ?, revision = revision + 1 WHERE id = ? AND revision = ?',",
      replace: "'UPDATE tickets SET text = ?, revision = revision + 1 WHERE id = ? AND ? > 0',",
    },
    since: '0.3',
  },
} as const satisfies ClaimRows;
