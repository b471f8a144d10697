/** Attempts on what is no part of the language: Node's modules and its globals, and packages. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, register, syncBuiltinESMExports } from 'node:module';
import type { Attempts, Undo } from '../attempt.js';
import { constant } from './spy.js';

const require = createRequire(import.meta.url);

/** Replaces exports of a built-in module, for those too who imported them by name. */
function replaceExports(module: string, exports: Readonly<Record<string, unknown>>): Undo {
  const own = require(module) as Record<string, unknown>;
  const before = { ...own };
  for (const [name, value] of Object.entries(exports)) own[name] = value;
  syncBuiltinESMExports();
  return () => {
    for (const name of Object.keys(exports)) own[name] = before[name];
    syncBuiltinESMExports();
  };
}

const DIGEST = 'a'.repeat(64);
const hash = {
  update: () => hash,
  digest: (encoding?: string) => (encoding === 'hex' ? DIGEST : Buffer.from(DIGEST, 'hex')),
};
const hashOnce = (_algorithm: string, _data: unknown, encoding: string): unknown =>
  hash.digest(encoding);

/** A module hook that puts a line into the dispatcher, where it opens a tool. */
const HOOK = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/kernel/effects/dispatcher.js')) return loaded;
  const line = 'const callable = openTool(tool);';
  const source = String(loaded.source).replace(line, line + ' globalThis.__take?.(callable);');
  return { ...loaded, source };
}`;

/** Replaces what a package that was written for \`require\` exports, or will export. */
function replacePackage(name: string, exports: unknown): Undo {
  require(name);
  const entry = require.cache[require.resolve(name)];
  if (entry === undefined) throw new Error(`${name} is not loaded`);
  const before: unknown = entry.exports;
  entry.exports = exports;
  return () => {
    entry.exports = before;
  };
}

interface ZodParts {
  _zod?: { run: unknown; parse: unknown };
}

/** Makes every schema that the package exports take anything. */
async function openSchemas(): Promise<Undo> {
  const name = 'sluice/schemas';
  const schemas = (await import(name)) as Readonly<Record<string, ZodParts | undefined>>;
  const parts = Object.values(schemas).flatMap((one) => one?._zod ?? []);
  const before = parts.map(({ run, parse }) => ({ run, parse }));
  for (const part of parts) Object.assign(part, { run: takeAny, parse: takeAny });
  return () => {
    parts.forEach((part, i) => {
      Object.assign(part, before[i]);
    });
  };
}

function takeAny(payload: unknown): unknown {
  return payload;
}

export const platformAttempts: Attempts = {
  'node-scope': {
    what: '`AsyncLocalStorage.prototype.getStore` forgets who is running',
    patches: () => [constant(AsyncLocalStorage.prototype, 'getStore', undefined)],
  },
  'node-listeners': {
    what: '`EventTarget.prototype.addEventListener` listens to nothing',
    patches: () => [constant(EventTarget.prototype, 'addEventListener', undefined)],
  },
  'node-aborted': {
    what: 'no `AbortSignal` is ever aborted',
    patches: () => [
      { on: AbortSignal.prototype, key: 'aborted', get: () => false },
      constant(AbortController.prototype, 'abort', undefined),
    ],
  },
  'node-timers': {
    what: 'the global name `setTimeout` means a function that waits for ever',
    patches: () => [{ on: globalThis, key: 'setTimeout', value: () => ({}) }],
  },
  'node-hash': {
    what: '`hash` and `createHash` of `node:crypto` give the same of everything',
    also: () => replaceExports('node:crypto', { hash: hashOnce, createHash: () => hash }),
  },
  'node-ids': {
    what: '`randomUUID` of `node:crypto` gives the same each time',
    also: () => replaceExports('node:crypto', { randomUUID: () => 'a'.repeat(32) }),
  },
  'node-hooks': {
    what: 'a module hook puts a line into the code of the kernel as it is loaded',
    also: (loot) => {
      const take = (callable: unknown): void => loot.take(callable);
      Object.assign(globalThis, { __take: take });
      register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
      return () => void Reflect.deleteProperty(globalThis, '__take');
    },
  },
  'package-stringify': {
    what: 'fast-json-stable-stringify is replaced in the cache of `require`',
    also: () => replacePackage('fast-json-stable-stringify', () => '"the same"'),
  },
  'package-zod-config': {
    what: "zod's configuration of the realm gets an error function and other switches",
    also: async () => {
      const name = 'zod';
      const zod = (await import(name)) as { readonly config: (given: object) => object };
      const before = { ...zod.config({}) };
      zod.config({ customError: () => 'no error', localeError: () => 'none', jitless: true });
      return () => void zod.config({ customError: undefined, localeError: undefined, ...before });
    },
  },
  'package-schemas': {
    what: 'the schemas that the package exports take anything, by the inner fields of zod',
    also: openSchemas,
  },
};
