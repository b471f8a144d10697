/** Family W, the stores of a turn: its scratchpad and its log. */
import type { ClaimRows } from '../claim.js';

export const turnStoresClaims = {
  'INV-W6': {
    claim:
      'A part of a long result has the sources, subjects and readers of the result that it is ' +
      'cut from, and is given to no other turn and no other user.',
    kind: 'checked',
    site: 'hosts/scratchpad/scratchpad-tool.ts',
    attack: 'a page too long for a turn, of which a piece is mailed to somebody',
    sabotage: {
      find: "result: { '': { readers: 'anyone' } },",
      replace: "result: { '': { minted: true, readers: 'anyone' } },",
    },
    since: '0.4',
  },
  'INV-W7': {
    claim:
      'The log of turns holds no part of a result, no argument that is not words of the query, ' +
      'and no answer that is tainted.',
    kind: 'checked',
    site: 'hosts/turns/recorded-argument.ts',
    attack: 'a page whose words become an argument and stay in a file for years',
    sabotage: {
      find: "return words.has(text) ? { said: text } : { withheld: 'text' };",
      replace: 'return { said: text };',
    },
    since: '0.4',
  },
} as const satisfies ClaimRows;
