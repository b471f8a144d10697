/** Attempts on calls, texts, patterns, promises, time and errors. */
import type { Attempts } from '../attempt.js';
import type { Loot } from '../loot.js';
import { changed, constant, spiedAll } from './spy.js';

interface Frame {
  readonly getFunction: () => unknown;
  readonly getThis: () => unknown;
}

/** Takes what the frames of a stack give away. */
function takeFrames(frames: readonly Frame[], loot: Loot): void {
  for (let i = 0; i < frames.length; i += 1) {
    loot.take(frames[i]?.getFunction());
    loot.take(frames[i]?.getThis());
  }
}

/** A function of sloppy mode that looks at its caller; a string is what makes it sloppy. */
function sloppyLook(): (take: (value: unknown) => void) => void {
  const make = Function;
  return make(
    'take',
    'take(arguments.callee.caller); take(arguments.callee.caller?.arguments);',
  ) as (take: (value: unknown) => void) => void;
}

export const functionAttempts: Attempts = {
  'function-call': {
    what: '`call`, `apply` and `bind` of functions look for callables',
    patches: (loot) => spiedAll(Function.prototype, ['call', 'apply', 'bind'], loot),
  },
  'reflect-spies': {
    what: 'methods of `Reflect` look for callables',
    patches: (loot) => spiedAll(Reflect, ['apply', 'get', 'ownKeys', 'getPrototypeOf'], loot),
  },
  'reflect-own-keys': {
    what: '`Reflect.ownKeys` hides every key',
    patches: () => [constant(Reflect, 'ownKeys', [])],
  },
  'caller-of-a-tool': {
    what: 'a tool in sloppy mode asks who called it',
    inTool: (loot) => sloppyLook()((value) => loot.take(value)),
  },
  'pattern-exec': {
    what: '`RegExp.prototype.exec` and `test` find nothing',
    patches: () => [
      constant(RegExp.prototype, 'exec', null),
      constant(RegExp.prototype, 'test', false),
    ],
  },
  'text-methods': {
    what: '`startsWith`, `endsWith` and `includes` of texts always answer true',
    patches: () =>
      ['startsWith', 'endsWith', 'includes'].map((key) => constant(String.prototype, key, true)),
  },
  'text-normalize': {
    what: '`normalize` makes every text an address of the query',
    patches: () => [
      changed(String.prototype, 'normalize', (text) =>
        text === 'eve@evil.example' || text === 'attacker@evil.com' ? 'bob@example.org' : text,
      ),
    ],
  },
  'promise-then': {
    what: '`Promise.prototype.then` looks for callables and forgets rejections',
    patches: (loot) => [
      ...spiedAll(Promise.prototype, ['catch', 'finally'], loot),
      {
        on: Promise.prototype,
        key: 'then',
        value: forgivingThen(loot),
      },
    ],
  },
  'promise-race': {
    what: '`Promise.race` and `all` give `undefined`',
    patches: () =>
      ['race', 'all', 'allSettled', 'any'].map((key) => constant(Promise, key, undefined)),
  },
  'error-instances': {
    what: 'no error is an instance of `Error`',
    patches: () => [constant(Error, Symbol.hasInstance, false)],
  },
  'error-prepare': {
    what: '`Error.prepareStackTrace` takes functions and receivers from the stack of a tool',
    patches: (loot) => [
      {
        on: Error,
        key: 'prepareStackTrace',
        value: (_error: unknown, frames: readonly Frame[]) => takeFrames(frames, loot),
      },
    ],
    inTool: () => void String(new Error('a look').stack),
  },
  'error-capture': {
    what: '`Error.captureStackTrace` looks at what it is given',
    patches: (loot) => spiedAll(Error, ['captureStackTrace'], loot),
    inTool: () => void String(new Error('a look').stack),
  },
  'date-now': {
    what: '`Date.now` tells another time',
    patches: () => [constant(Date, 'now', 1)],
  },
};

const { then } = Promise.prototype;

function forgivingThen(loot: Loot): unknown {
  return function (this: Promise<unknown>, ok?: unknown, _failed?: unknown): unknown {
    loot.take(this);
    loot.take(ok);
    const forgiven = (): unknown => (typeof ok === 'function' ? ok(undefined) : undefined);
    return Reflect.apply(then, this, [ok, forgiven]);
  };
}
