/** Family V: what is shown of a run, and what showing it can do. */
import type { ClaimRows } from '../claim.js';

export const visibilityClaims = {
  'INV-V1': {
    claim:
      'A span holds no value, argument or message of a run, and no name of a reader or a subject; ' +
      'text that is no plain word is `?` in it.',
    kind: 'construction',
    site: 'hosts/otel/plain-word.ts',
    attack: 'a secret that leaves with the telemetry',
    sabotage: { find: "return WORD.test(text) ? text : '?';", replace: 'return text;' },
    since: '0.4',
  },
  'INV-V2': {
    claim:
      'The page of an explained run holds no script, loads nothing and escapes every text of a ' +
      'record, whatever the records hold.',
    kind: 'construction',
    site: 'hosts/explain/markup.ts',
    attack: 'a label of a hostile record with a script in it',
    sabotage: {
      find: "return visibleLine(String(part)).replace(/[&<>\"'`=]/g, (char) => entities[char] ?? '');",
      replace: 'return String(part);',
    },
    since: '0.4',
  },
  'INV-V3': {
    claim: 'The text of an explained run gives a terminal no order and begins no line of its own.',
    kind: 'construction',
    site: 'hosts/explain/explain-text.ts',
    attack: 'a rule of a hostile record that clears the screen or adds an `allowed`',
    sabotage: { find: 'coloured(visibleLine(text), colour)', replace: 'coloured(text, colour)' },
    since: '0.4',
  },
} as const satisfies ClaimRows;
