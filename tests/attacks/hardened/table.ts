/** What each attempt comes to; measured by hardened.test.ts, and shown in docs/hardened.md. */
import type { Outcome } from './attempt.js';
import type { Mode, Moment } from './measure.js';

export type Row = Readonly<Record<Mode, Readonly<Record<Moment, Outcome>>>>;

/** A row: without lockdown first and later, then with it. */
function row(first: Outcome, later: Outcome, lockedFirst: Outcome, lockedLater: Outcome): Row {
  return {
    plain: { first, later },
    hardened: { first: lockedFirst, later: lockedLater },
  };
}

/** Outcomes by attempt, in the order of the attempts. */
export const expected: Readonly<Record<string, Row>> = Object.freeze({
  'list-every': row('bypass', 'bypass', 'refused', 'refused'),
  'list-some': row('no effect', 'no effect', 'refused', 'refused'),
  'list-includes': row('stops', 'stops', 'refused', 'refused'),
  'list-filter': row('stops', 'bypass', 'stops', 'refused'),
  'list-spies': row('no effect', 'no effect', 'refused', 'refused'),
  'list-iterator': row('no effect', 'no effect', 'refused', 'refused'),
  'list-iterator-next': row('no effect', 'no effect', 'refused', 'refused'),
  'list-index-setter': row('no effect', 'no effect', 'refused', 'refused'),
  'list-species': row('stops', 'no effect', 'stops', 'refused'),
  'map-spies': row('no effect', 'no effect', 'refused', 'refused'),
  'map-has': row('stops', 'stops', 'refused', 'refused'),
  'set-has': row('stops', 'stops', 'stops', 'refused'),
  'set-has-not': row('stops', 'stops', 'refused', 'refused'),
  'weak-set-has': row('stops', 'no effect', 'stops', 'refused'),
  'global-set': row('stops', 'stops', 'stops', 'refused'),
  'global-map': row('no effect', 'no effect', 'refused', 'refused'),
  'object-freeze': row('no effect', 'no effect', 'refused', 'refused'),
  'object-spies': row('bypass', 'no effect', 'refused', 'refused'),
  'object-has-own': row('stops', 'no effect', 'refused', 'refused'),
  'object-entries': row('stops', 'stops', 'refused', 'refused'),
  'object-then': row('no effect', 'no effect', 'no effect', 'refused'),
  'object-to-json': row('stops', 'stops', 'no effect', 'refused'),
  'text-to-json': row('stops', 'stops', 'no effect', 'refused'),
  'polluted-choices': row('no effect', 'no effect', 'no effect', 'refused'),
  'polluted-labels': row('no effect', 'no effect', 'no effect', 'refused'),
  'run-setter': row('stops', 'no effect', 'stops', 'refused'),
  'json-stringify': row('stops', 'bypass', 'refused', 'refused'),
  'json-spies': row('no effect', 'no effect', 'refused', 'refused'),
  'function-call': row('no effect', 'no effect', 'refused', 'refused'),
  'reflect-spies': row('no effect', 'no effect', 'refused', 'refused'),
  'reflect-own-keys': row('stops', 'no effect', 'refused', 'refused'),
  'caller-of-a-tool': row('no effect', 'no effect', 'no effect', 'no effect'),
  'pattern-exec': row('stops', 'stops', 'refused', 'refused'),
  'text-methods': row('bypass', 'bypass', 'refused', 'refused'),
  'text-normalize': row('no effect', 'no effect', 'refused', 'refused'),
  'promise-then': row('no effect', 'no effect', 'refused', 'refused'),
  'promise-race': row('no effect', 'no effect', 'refused', 'refused'),
  'error-instances': row('no effect', 'no effect', 'no effect', 'refused'),
  'error-prepare': row('no effect', 'no effect', 'no effect', 'refused'),
  'error-capture': row('no effect', 'no effect', 'refused', 'refused'),
  'date-now': row('bypass', 'bypass', 'refused', 'refused'),
  'inspect-handles': row('no effect', 'no effect', 'no effect', 'no effect'),
  'inspect-custom': row('no effect', 'no effect', 'no effect', 'refused'),
  'structured-clone': row('no effect', 'no effect', 'no effect', 'no effect'),
  'cloned-tools': row('refused', 'refused', 'refused', 'refused'),
  'proxied-ports': row('no effect', 'no effect', 'no effect', 'no effect'),
  'thenable-result': row('no effect', 'no effect', 'no effect', 'no effect'),
  'debugger-session': row('bypass', 'bypass', 'bypass', 'bypass'),
  'node-scope': row('bypass', 'bypass', 'bypass', 'refused'),
  'node-listeners': row('bypass', 'bypass', 'bypass', 'refused'),
  'node-aborted': row('bypass', 'bypass', 'bypass', 'refused'),
  'node-timers': row('stops', 'stops', 'stops', 'refused'),
  'node-hash': row('bypass', 'no effect', 'bypass', 'no effect'),
  'node-ids': row('bypass', 'no effect', 'bypass', 'no effect'),
  'node-hooks': row('bypass', 'no effect', 'bypass', 'no effect'),
  'package-stringify': row('no effect', 'no effect', 'no effect', 'no effect'),
  'package-zod-config': row('no effect', 'no effect', 'no effect', 'no effect'),
  'package-schemas': row('stops', 'no effect', 'refused', 'no effect'),
});
