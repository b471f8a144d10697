/** The hardened entry: what it locks, in which order, and when it gives nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';

/** Each module says, as it is evaluated, whether it finds the realm locked. */
const banner = `globalThis.__seen?.push([import.meta.url.split('/dist/')[1], [
  Object.prototype, Function.prototype, Array.prototype, Map.prototype, Promise.prototype,
  RegExp.prototype, Object.getPrototypeOf([].values()),
].every((one) => Object.isFrozen(one))]);`;

/** Those that do the locking. */
const LOCK = /^hosts\/hardened\/(realm|survey-intrinsics|host-classes)\.js$/;

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts'], { banner });
});
afterAll(() => copy?.remove());

/** Imports the entry after some lines; prints what it exports, or what it threw. */
async function enter(before: string, after = ''): Promise<unknown> {
  const text = `${before}
const entered = await import('sluice/hardened').then(
  (front) => ({ names: Object.keys(front).length }),
  (error) => ({ code: error.code, name: error.name, mend: typeof error.mend }),
);
${after}
console.log(JSON.stringify(entered));`;
  const { stdout, stderr } = await copy.run('enter.mjs', text);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

verifies('INV-H12', 'every module of the kernel is evaluated in a locked realm', async () => {
  const { stdout } = await copy.run(
    'order.mjs',
    `const seen = [];
globalThis.__seen = seen;
await import('sluice/hardened');
console.log(JSON.stringify(seen));`,
  );
  const seen = JSON.parse(stdout) as readonly (readonly [string, boolean])[];
  const kernel = seen.filter(([file]) => file.startsWith('kernel/'));
  expect(kernel.length).toBeGreaterThan(100);
  const open = seen.filter(([, isLocked]) => !isLocked).map(([file]) => file);
  expect(open.filter((file) => !LOCK.test(file))).toEqual([]);
});

describe('the entry', () => {
  test('exports what the usual one does', async () => {
    const { stdout } = await copy.run(
      'names.mjs',
      `const hardened = await import('sluice/hardened');
const usual = await import('sluice');
const names = Object.keys(usual);
console.log(names.length > 50, names.every((name) => usual[name] === hardened[name]));
console.log(Object.keys(hardened).length === names.length);`,
    );
    expect(stdout).toBe('true true\ntrue\n');
  });

  test('uses a realm that SES locked before, with the options of that', async () => {
    expect(await enter("import 'ses';\nlockdown({ errorTaming: 'unsafe' });")).toEqual({
      names: expect.any(Number),
    });
  });

  test('leaves no built-in and no global function to be replaced', async () => {
    const { stdout } = await copy.run(
      'open.mjs',
      `await import('sluice/hardened');
const tries = {
  method: () => { Array.prototype.map = () => []; },
  inherited: () => { Object.prototype.then = 1; },
  name: () => { globalThis.Map = class {}; },
  timer: () => { globalThis.setTimeout = () => 0; },
  intl: () => { Intl.Collator.prototype.compare = 1; },
  code: () => { new Function('return 1'); },
};
for (const [name, run] of Object.entries(tries)) {
  try { run(); console.log(name, 'done'); } catch (error) { console.log(name, 'refused'); }
}
console.log(JSON.stringify(new Error('x').stack));`,
    );
    expect(stdout.split('\n')).toEqual([
      'method refused',
      'inherited refused',
      'name refused',
      'timer refused',
      'intl refused',
      'code refused',
      '""',
      '',
    ]);
  });

  test('leaves the platform working', async () => {
    const { stdout } = await copy.run(
      'works.mjs',
      `import { createServer } from 'node:http';
await import('sluice/hardened');
const server = createServer((_request, response) => response.end('answered'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
server.close();
const cancel = new AbortController();
cancel.signal.addEventListener('abort', () => console.log('cancelled'));
cancel.abort();
console.log(new URL('http://a.example/b').hostname, structuredClone({ a: 1 }).a);
setTimeout(() => console.log('later'), 1);`,
    );
    expect(stdout).toBe('answered\ncancelled\na.example 1\nlater\n');
  });
});

describe('gives nothing', () => {
  const refused = (code: string): object => ({ code, name: 'HostError', mend: 'string' });

  test('where the package was loaded before, or a part of it', async () => {
    for (const door of ['sluice', 'sluice/kernel', 'sluice/schemas']) {
      expect(await enter(`await import('${door}');`)).toEqual(refused('realm_late'));
    }
  });

  test.each([
    'Array.prototype.every = () => true;',
    'Map.prototype.get = Map.prototype.get.bind(new Map());',
    'Set.prototype.values = Set.prototype.entries;',
    'globalThis.Map = class extends Map {};',
    'Object.getPrototypeOf([].values()).next = () => ({ done: true });',
    "Object.defineProperty(Symbol.prototype, 'description', { get: () => '' });",
    'Promise = new Proxy(Promise, {});',
    'delete String.prototype.normalize;',
    'Object.freeze(Object.prototype);',
  ])('after `%s`', async (line) => {
    expect(await enter(line)).toEqual(refused('realm_altered'));
  });

  test('where `ses` is not installed', async () => {
    const hide = `import module from 'node:module';
const { _resolveFilename: find } = module;
module._resolveFilename = (name, ...more) => {
  if (name === 'ses') throw new Error('not found');
  return find(name, ...more);
};`;
    expect(await enter(hide)).toEqual(refused('realm_package_missing'));
  });

  test('but is loaded after a field on a prototype, which lockdown takes away', async () => {
    const gone = "if (({}).capabilities !== undefined) throw new Error('still there');";
    expect(await enter("Object.prototype.capabilities = ['mail.send'];", gone)).toEqual({
      names: expect.any(Number),
    });
  });
});
