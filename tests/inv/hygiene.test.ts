// Family H, values: plain frozen data inside, bounded, with no way to a prototype.
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { z } from 'zod';
import { SnapshotRefused, snapshot } from '../../kernel/index.js';
import { canonicalText, digestOf, recordText } from '../../kernel/snapshot/digest.js';
import type { Code, Json } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeNotebook } from '../fakes/notebook.js';
import { patched } from '../fakes/patched.js';
import { expectBlocked } from '../fakes/refusal.js';

/** The code that refuses a value; null where it is taken. */
function refusal(value: unknown): Code | null {
  try {
    snapshot(value);
    return null;
  } catch (error) {
    if (error instanceof SnapshotRefused) return error.code;
    throw error;
  }
}

function cyclic(): unknown {
  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  return loop;
}

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i += 1) value = [value];
  return value;
}

class Plain {
  readonly a = 1;
}

const notPlain: Readonly<Record<string, unknown>> = {
  undefined,
  function: () => 1,
  symbol: Symbol('x'),
  bigint: 1n,
  nan: Number.NaN,
  infinity: Number.NEGATIVE_INFINITY,
  'a getter': {
    get a(): number {
      return 1;
    },
  },
  'a getter of a list': Object.defineProperty([1], '0', { get: () => 1 }),
  'a setter': { set a(_: number) {} },
  'a hidden property': Object.defineProperty({}, 'a', { value: 1 }),
  'a symbol key': { [Symbol.toPrimitive]: 1 },
  'a hole': [1, undefined, 3],
  'a list with keys': Object.assign([1], { a: 1 }),
  'a class': new Plain(),
  'a date': new Date(0),
  'a map': new Map(),
  'a boxed string': Object('x'),
  bytes: new Uint8Array(2),
  'a promise': Promise.resolve(1),
  'another realm': runInNewContext('({ a: 1 })'),
  'a lone surrogate': 'a\ud800',
  'a lone surrogate in a key': { 'a\udfff': 1 },
  'an error': new Error('x'),
};

verifies('INV-H1', 'what is no plain data is refused, at the top and inside', () => {
  for (const [name, value] of Object.entries(notPlain)) {
    for (const placed of name === 'undefined' ? [value] : [value, [value], { a: value }]) {
      expect(`${name}: ${refusal(placed)}`).toBe(`${name}: snapshot_refused`);
    }
  }
  expect(refusal(cyclic())).toBe('snapshot_too_large');
});

verifies('INV-H1', 'plain data comes out as it went in', () => {
  const value = { a: [1, -0.5, 'ä€😀', null, true, [], {}], 'b c': { d: '' }, e: undefined };
  expect(snapshot(value)).toEqual({ a: value.a, 'b c': { d: '' } });
  expect(Object.is(snapshot(-0), 0)).toBe(true);
});

verifies('INV-H1', 'a getter does not run and a proxy is read once a property', () => {
  let runs = 0;
  const getter = {
    get a() {
      runs += 1;
      return 1;
    },
  };
  expect(refusal(getter)).toBe('snapshot_refused');
  const asked: PropertyKey[] = [];
  const proxy = new Proxy(
    { a: 1, b: [2] },
    {
      get: () => {
        throw new Error('read');
      },
      getOwnPropertyDescriptor(target, key) {
        asked.push(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    },
  );
  expect(snapshot(proxy)).toEqual({ a: 1, b: [2] });
  expect({ runs, asked }).toEqual({ runs: 0, asked: ['a', 'b'] });
});

verifies('INV-H2', 'a snapshot inherits nothing and is frozen to its depth', () => {
  const look = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    expect(Object.isFrozen(value)).toBe(true);
    if (!Array.isArray(value)) expect(Object.getPrototypeOf(value)).toBeNull();
    for (const part of Object.values(value)) look(part as Json);
  };
  const copy = snapshot({ a: { b: [{ c: [] }] } }) as { readonly [key: string]: Json };
  look(copy);
  expect(
    ['toString', 'constructor', '__proto__', 'hasOwnProperty'].map((key) => copy[key]),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

verifies('INV-H3', 'keys that reach a prototype are refused wherever they stand', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    for (const text of [`{"${key}":{"a":1}}`, `[{"a":{"${key}":1}}]`]) {
      expect(refusal(JSON.parse(text))).toBe('snapshot_refused');
      const answer = (): unknown => JSON.parse(text);
      const result = await makeNotebook({ answer, spec: { output: z.json() } }).note();
      expect(result.problem?.code).toBe('result_refused');
    }
    const fields = JSON.parse(`{"text":"x","${key}":{"bcc":"x"}}`) as Record<string, string>;
    const notebook = makeNotebook();
    const plan = { steps: [{ kind: 'tool', id: 'n', tool: 'note', args: fields }], final: 'n' };
    expect(await notebook.kernel.run('Note.', { plan })).toMatchObject({ status: 'rejected' });
    expect(notebook.notes()).toEqual([]);
    const facts = JSON.parse(`{"${key}":"x"}`) as Record<string, string>;
    await expect(notebook.note('x', { facts })).rejects.toMatchObject({ code: 'fact_malformed' });
  }
  expect(Object.hasOwn(Object.prototype, 'bcc')).toBe(false);
});

verifies('INV-H4', 'depth, number and length of what is copied are bounded', () => {
  const bounds = { maxDepth: 3, maxNodes: 10, maxChars: 10 };
  const fits = [nested(3), [1, 2, 3, 4, 5, 6, 7, 8, 9], 'a'.repeat(10), { aaaaa: 'bbbbb' }];
  for (const value of fits) expect(snapshot(value, bounds)).toBeDefined();
  const tooMuch = [
    nested(4),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    'a'.repeat(11),
    { aaaaa: 'bbbbbb' },
    Object.assign([], { length: 2 ** 32 - 1 }),
  ];
  for (const value of tooMuch) {
    expect(() => snapshot(value, bounds)).toThrow(
      expect.objectContaining({ code: 'snapshot_too_large' }),
    );
  }
  expect(refusal(nested(64))).toBeNull();
  expect(refusal(nested(65))).toBe('snapshot_too_large');
  expect(refusal(nested(100_000))).toBe('snapshot_too_large');
  const wide = new Proxy([], {
    getOwnPropertyDescriptor: () => ({ value: 1, writable: true, enumerable: false }),
  });
  expect(refusal(wide)).toBe('snapshot_refused');
});

const prototypes = { Object, Array, String, Number, Boolean } as const;

verifies('INV-H5', 'no digest is taken while a `toJSON` sits on a built-in prototype', () => {
  const text = digestOf(snapshot({ a: ['b', 1, true] }));
  for (const [name, { prototype }] of Object.entries(prototypes)) {
    const toJSON = { on: prototype, key: 'toJSON', value: () => 'the same for all' };
    const thrown = patched([toJSON], () =>
      [() => digestOf('x'), () => canonicalText([]), () => recordText({})].map((digest) => {
        try {
          return digest();
        } catch (error) {
          return (error as { code: string }).code;
        }
      }),
    );
    expect([name, ...thrown]).toEqual([name, ...Array(3).fill('digest_refused')]);
  }
  expect(digestOf(snapshot({ a: ['b', 1, true] }))).toBe(text);
});

verifies('INV-H5', 'a call under a patched `toJSON` is denied', async () => {
  const notebook = makeNotebook();
  for (const { prototype } of Object.values(prototypes)) {
    const toJSON = { on: prototype, key: 'toJSON', value: () => 'x' };
    const result = await patched([toJSON], () => notebook.note());
    expect(result.status).toBe('blocked');
  }
  expect(notebook.notes()).toEqual([]);
});

verifies('INV-H3', 'a reserved path of a plan is refused', async () => {
  const notebook = makeNotebook({ spec: { output: z.json() } });
  expectBlocked(await notebook.note('/etc/passwd'), 'guard_forbidden_path', 'guard');
  for (const path of ['__proto__', 'a.constructor', 'a.prototype.b']) {
    const steps = [
      { kind: 'const', id: 'c', value: 'x' },
      { kind: 'tool', id: 'n', tool: 'note', args: { text: { kind: 'ref', ref: 'c', path } } },
    ];
    const result = await notebook.kernel.run('Note.', { plan: { steps, final: 'n' } });
    expect(result.status).toBe('rejected');
  }
});
