/** Attempts on objects, JSON and what every object inherits. */
import type { Attempts } from '../attempt.js';
import { constant, polluted, spiedAll } from './spy.js';

const on = Object.prototype;

export const objectAttempts: Attempts = {
  'object-freeze': {
    what: '`Object.freeze` freezes nothing',
    patches: () => [{ on: Object, key: 'freeze', value: (value: unknown) => value }],
  },
  'object-spies': {
    what: 'methods of `Object` look for callables in what they are handed',
    patches: (loot) =>
      spiedAll(Object, ['freeze', 'entries', 'keys', 'assign', 'fromEntries', 'values'], loot),
  },
  'object-has-own': {
    what: '`Object.hasOwn` always answers true',
    patches: () => [constant(Object, 'hasOwn', true)],
  },
  'object-entries': {
    what: '`Object.entries`, `keys` and `values` give nothing',
    patches: () => ['entries', 'keys', 'values'].map((key) => constant(Object, key, [])),
  },
  'object-then': {
    what: 'a getter `then` on `Object.prototype` looks at what is awaited',
    patches: (loot) => [
      {
        on,
        key: 'then',
        enumerable: false,
        get(this: unknown) {
          loot.take(this);
          return undefined;
        },
      },
    ],
  },
  'object-to-json': {
    what: 'a `toJSON` on `Object.prototype` makes all objects digest alike',
    patches: () => [constant(on, 'toJSON', 'the same')],
  },
  'text-to-json': {
    what: 'a `toJSON` on `String.prototype` makes all texts digest alike',
    patches: () => [constant(String.prototype, 'toJSON', 'the same')],
  },
  'polluted-choices': {
    what: '`Object.prototype` has the fields of a lenient configuration and tool',
    patches: () =>
      polluted(on, {
        declassify: () => 'release',
        grant: ['mail.send'],
        effect: 'pure',
        role: 'content',
        outcome: 'allow',
        always: true,
        safetyMode: 'yolo',
        sink: 'own',
        minted: true,
      }),
  },
  'polluted-labels': {
    what: '`Object.prototype` has the fields of a trusted label',
    patches: () => polluted(on, { sources: ['user'], control: [], readers: 'anyone', own: true }),
  },
  'run-setter': {
    what: 'setters for the names of tools and for `run` on `Object.prototype`',
    patches: (loot) =>
      ['run', '#run', 'send_email', 'value'].map((key) => ({
        on,
        key,
        enumerable: false,
        set: (value: unknown) => loot.take(value),
      })),
  },
  'json-stringify': {
    what: '`JSON.stringify` writes the same of everything',
    patches: () => [constant(JSON, 'stringify', '"the same"')],
  },
  'json-spies': {
    what: '`JSON.stringify` and `JSON.parse` look for callables',
    patches: (loot) => spiedAll(JSON, ['stringify', 'parse'], loot),
  },
};
