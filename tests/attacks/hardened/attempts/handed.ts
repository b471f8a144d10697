/** Attempts with what a host hands out: handles, results, ports. They change no built-in. */
import { Session } from 'node:inspector';
import { format, inspect } from 'node:util';
import { serialize } from 'node:v8';
import type { Attempts, Reach } from '../attempt.js';
import type { Loot } from '../loot.js';

/** A proxy that looks at what goes through it, and at what comes out. */
function watched<T extends object>(target: T, loot: Loot): T {
  return new Proxy(target, {
    get(of, key) {
      const value: unknown = Reflect.get(of, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        for (const arg of args) loot.takeAll(arg);
        return Reflect.apply(value, of, args);
      };
    },
  });
}

function everything({ tools, kernel, result }: Reach): readonly unknown[] {
  return [...tools, kernel, kernel.audit, result, result.output];
}

interface Held {
  readonly value?: { readonly objectId?: string };
}

/** Asks the debugger of the process for the private fields of a handle. */
function privateFields(handle: unknown, loot: Loot): void {
  const session = new Session();
  session.connect();
  const name = '__handle';
  const take = '__take';
  Object.assign(globalThis, { [name]: handle, [take]: (value: unknown) => loot.take(value) });
  const done = { objectId: '' };
  session.post('Runtime.evaluate', { expression: `globalThis.${name}` }, (_error, found) => {
    done.objectId = found?.result.objectId ?? '';
  });
  session.post('Runtime.getProperties', { objectId: done.objectId }, (_error, found) => {
    const { privateProperties = [] } = found as { readonly privateProperties?: readonly Held[] };
    for (const { value } of privateProperties) {
      if (value?.objectId === undefined) continue;
      const functionDeclaration = `function () { globalThis.${take}(this); }`;
      session.post('Runtime.callFunctionOn', { objectId: value.objectId, functionDeclaration });
    }
  });
  session.disconnect();
}

export const handedAttempts: Attempts = {
  'inspect-handles': {
    what: '`util.inspect`, with all that is hidden, of tools, kernel, audit and results',
    read: (reach, loot) => {
      for (const value of everything(reach)) {
        loot.takeText(inspect(value, { showHidden: true, depth: 8, getters: true }));
        loot.takeText(format('%o %O %s %j', value, value, value, value));
        loot.takeAll(value);
      }
    },
  },
  'inspect-custom': {
    what: 'an inspector on `Object.prototype` looks at what is printed',
    patches: (loot) => [
      {
        on: Object.prototype,
        key: inspect.custom,
        enumerable: false,
        value(this: unknown) {
          loot.takeAll(this);
          return 'x';
        },
      },
    ],
    read: (reach, loot) => {
      for (const value of everything(reach)) loot.takeText(inspect(value));
    },
  },
  'structured-clone': {
    what: '`structuredClone` and `v8.serialize` of a labelled value',
    read: ({ result }, loot) => {
      loot.takeText(JSON.stringify(structuredClone(result.output)));
      loot.takeText(serialize(result.output).toString('latin1'));
    },
  },
  'cloned-tools': {
    what: '`structuredClone` of a tool',
    read: ({ tools }, loot) => {
      for (const tool of tools) loot.takeAll(structuredClone(tool));
    },
  },
  'proxied-ports': {
    what: 'the clock and the verdict log of the host are proxies that look at what they are handed',
    config: (loot) => ({
      ports: {
        clock: watched({ now: () => Date.now() }, loot),
        verdictLog: watched({ write: () => undefined } as never, loot),
      },
    }),
  },
  'thenable-result': {
    what: 'a tool returns a promise of its own making, which keeps what it is resolved with',
    result: (mails, loot) => ({
      // biome-ignore lint/suspicious/noThenProperty: the attempt is a fake promise.
      then(resolve: (value: unknown) => void, reject: unknown) {
        loot.takeAll(resolve);
        loot.takeAll(reject);
        resolve(mails);
        resolve([]);
      },
    }),
  },
  'debugger-session': {
    what: '`node:inspector` reads the private fields of a tool',
    read: ({ tools }, loot) => {
      for (const tool of tools.slice(0, 3)) privateFields(tool, loot);
    },
  },
};
