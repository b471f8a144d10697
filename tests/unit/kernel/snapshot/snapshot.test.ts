/** What a refused value is told: what is wrong, in words of the kernel, never the value. */
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  defaultBounds,
  SnapshotRefused,
  snapshot,
  snapshotOrNone,
} from '../../../../kernel/snapshot/snapshot.js';
import type { Code } from '../../../../schemas/index.js';
import { patched } from '../../../fakes/patched.js';

const bounds = { maxDepth: 2, maxNodes: 4, maxChars: 4 };

function refusal(value: unknown, within = defaultBounds): readonly [Code, string] | null {
  try {
    snapshot(value, within);
    return null;
  } catch (error) {
    if (error instanceof SnapshotRefused) return [error.code, error.message];
    throw error;
  }
}

const refused: readonly (readonly [string, unknown])[] = [
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a bigint', 1n],
  ['a undefined', undefined],
  ['a number that is not finite', Number.NaN],
  ['text with a lone surrogate', 'a\ud800'],
  ['a getter or setter', { a: 1, set b(_: number) {} }],
  ['a getter or setter', Object.defineProperty([1], '0', { get: () => 1 })],
  ['a list with a foreign prototype', Object.setPrototypeOf([1], null)],
  ['a list with a foreign prototype', runInNewContext('[1]')],
  ['a list with holes or extra keys', Object.assign([1], { a: 1 })],
  ['a list with holes or extra keys', new Array(1)],
  ['undefined or a hole in a list', [undefined]],
  ['an object that is not plain data', new Date(0)],
  ['an object that is not plain data', Object.create({})],
  ['a symbol key', { [Symbol.iterator]: 1 }],
  ['a hidden property', Object.defineProperty({}, 'a', { value: 1 })],
  ['a reserved key', JSON.parse('{"__proto__":1}')],
  ['an object that cannot be read', revoked()],
];

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const inList = 'undefined or a hole in a list';

describe('a value that is no plain data', () => {
  test.each(refused)('is refused as %s', (what, value) => {
    expect(refusal(value)).toEqual(['snapshot_refused', what]);
    expect(refusal([value])).toEqual(['snapshot_refused', value === undefined ? inList : what]);
  });

  test('is none where none is asked for, and what the reader throws comes through', () => {
    expect(snapshotOrNone(() => 1)).toBeUndefined();
    expect(snapshotOrNone({ a: 1 })).toEqual({ a: 1 });
    expect(snapshotOrNone('12345', bounds)).toBeUndefined();
    const broken = new Proxy(bounds, {
      get: () => {
        throw new RangeError('bounds');
      },
    });
    expect(() => snapshotOrNone({}, broken)).toThrow(RangeError);
  });
});

describe('a value that is too much', () => {
  const tooMuch: readonly (readonly [string, unknown, unknown])[] = [
    ['too many values', { a: 1, b: 1, c: 1 }, { a: 1, b: 1, c: 1, d: 1 }],
    ['too many items', [1, 2, 3], [1, 2, 3, 4]],
    ['too much text', 'abcd', 'abcde'],
    ['too much text', { ab: 'cd' }, { abc: 'de' }],
    ['nested too deeply, or a cycle', [[1]], [[[]]]],
    ['nested too deeply, or a cycle', { a: { b: 1 } }, { a: { b: {} } }],
  ];

  test.each(tooMuch)('is refused as %s', (what, fits, value) => {
    expect(refusal(fits, bounds)).toBeNull();
    expect(refusal(value, bounds)).toEqual(['snapshot_too_large', what]);
  });

  test('is so by bounds that are frozen', () => {
    expect(defaultBounds).toEqual({ maxDepth: 64, maxNodes: 1_000_000, maxChars: 16_777_216 });
    expect(Object.isFrozen(defaultBounds)).toBe(true);
  });
});

/** A value behind a proxy that tells of its properties what it likes. */
function telling(of: object, told: (key: PropertyKey) => PropertyDescriptor | undefined): unknown {
  return new Proxy(of, { getOwnPropertyDescriptor: (_, key) => told(key) });
}

test('a proxy that hides what it has, or lies about its length, is refused', () => {
  const none = (): undefined => undefined;
  expect(refusal(telling({ a: 1 }, none))).toEqual(['snapshot_refused', 'a hidden property']);
  const length = (value: unknown): PropertyDescriptor => ({ value, writable: true });
  const hollow = telling([1], (key) => (key === 'length' ? length(1) : undefined));
  expect(refusal(hollow)).toEqual(['snapshot_refused', 'undefined or a hole in a list']);
  const worded = telling([1], () => length('1'));
  expect(refusal(worded)).toEqual(['snapshot_too_large', 'too many items']);
});

test('items that a prototype swallows are refused', () => {
  const swallow = { on: Array.prototype, key: '0', get: () => 1, set: () => undefined };
  const answer = patched([swallow], () => refusal([1]));
  expect(answer).toEqual(['snapshot_refused', 'a list whose prototype has items']);
});

test('an error is told by its own mark, not by what it says it is', () => {
  const own = new SnapshotRefused('snapshot_refused', 'x');
  expect(own.name).toBe('SnapshotRefused');
  expect(SnapshotRefused.isOwn(own)).toBe(true);
  for (const foreign of [null, undefined, 'x', {}, Object.create(SnapshotRefused.prototype)])
    expect(SnapshotRefused.isOwn(foreign)).toBe(false);
  const ownKeys = (): never => {
    throw Object.create(SnapshotRefused.prototype);
  };
  const lying = new Proxy({}, { ownKeys });
  expect(refusal(lying)).toEqual(['snapshot_refused', 'an object that cannot be read']);
});
