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
  'INV-V4': {
    claim:
      'What the Gate would have decided of an observed call is what becomes of it in a session that ' +
      'was told the same; saying so runs, asks, draws and records nothing.',
    kind: 'checked',
    site: 'kernel/client/client-observer.ts',
    attack: 'a trial that finds nothing wrong with what would be refused',
    sabotage: {
      find: 'return new Observation(this, call, decisionSeen(call, decided.verdict));',
      replace:
        "return new Observation(this, call, decisionSeen(call, { ...decided.verdict, outcome: 'allow' }));",
    },
    since: '0.4',
  },
  'INV-V5': {
    claim: 'An observed client is tainted by what it was told, whatever would have been decided.',
    kind: 'checked',
    site: 'kernel/client/client-observer.ts',
    attack: 'a trial in which a mail that was read says nothing of the mail that is sent',
    sabotage: { find: 'this.#label.rise(label);', replace: 'void label;' },
    since: '0.4',
  },
  'INV-V6': {
    claim:
      'What is written down of an observed call holds no argument, no result and no word of a tool.',
    kind: 'construction',
    site: 'hosts/observe/observed-call.ts',
    attack: 'a secret in an argument that a trial leaves in a file',
    sabotage: {
      file: 'kernel/client/observation.ts',
      find: 'tool: call.definition.spec.name,',
      replace: 'tool: JSON.stringify(call.args),',
    },
    since: '0.4',
  },
  'INV-V7': {
    claim:
      'The draft of a report proposes at most a question where labels refused, and nothing where ' +
      'guard, schema or rules did.',
    kind: 'checked',
    site: 'hosts/observe/draft-rules.ts',
    attack: 'an agent that is led astray during a trial, and a draft that permits it to go there',
    sabotage: {
      find: "return stage === 'provenance' && releasable ? 'ask' : null;",
      replace: "return 'ask';",
    },
    since: '0.4',
  },
} as const satisfies ClaimRows;
