/**
 * Values that are not plain data, or only look like it: what runs code when it is read, what
 * answers twice, what JSON cannot say. Each is put somewhere inside an honest value.
 */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import type { Json } from '../../schemas/index.js';
import { drawJson } from './any-json.js';

/** Called by the value when code of it runs. */
export type Alarm = (what: string) => void;

interface Hostile {
  readonly name: string;
  readonly make: (alarm: Alarm) => unknown;
}

export interface PlacedHostile {
  readonly name: string;
  /** Builds the value anew, with the hostile part in its place. */
  readonly build: (alarm: Alarm) => unknown;
}

class Instance {
  readonly field = 1;
}

function throwing(): unknown {
  const trap = (): never => {
    throw new Error('a trap that throws');
  };
  return new Proxy({ a: 1 }, { ownKeys: trap, getOwnPropertyDescriptor: trap });
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cycle(): unknown {
  const loop: Record<string, unknown> = {};
  loop['a'] = [loop];
  return loop;
}

function sparse(): unknown {
  const list = [1, 2, 3];
  delete list[1];
  return list;
}

const define = (holder: object, key: string, property: PropertyDescriptor): unknown =>
  Object.defineProperty(holder, key, property);

function getter(holder: object, key: string, alarm: Alarm): unknown {
  const get = (): string => {
    alarm('a getter');
    return 'answer';
  };
  return define(holder, key, { get, enumerable: true, configurable: true });
}

/** None of these becomes data. */
const refused: readonly Hostile[] = [
  { name: 'a getter', make: (alarm) => getter({}, 'a', alarm) },
  { name: 'a getter of a list', make: (alarm) => getter(['x'], '0', alarm) },
  { name: 'a setter', make: () => define({}, 'a', { set: () => undefined, enumerable: true }) },
  { name: 'a hidden property', make: () => define({}, 'a', { value: 1, enumerable: false }) },
  { name: 'a symbol key', make: () => ({ [Symbol('s')]: 1 }) },
  { name: 'a symbol', make: () => Symbol('s') },
  { name: 'a function', make: () => () => 1 },
  { name: 'a toJSON', make: (alarm) => ({ toJSON: () => alarm('toJSON') }) },
  { name: 'a bigint', make: () => 1n },
  { name: 'NaN', make: () => Number.NaN },
  { name: 'an infinity', make: () => Number.NEGATIVE_INFINITY },
  { name: 'a lone surrogate', make: () => `a${String.fromCharCode(0xd800)}` },
  { name: 'a key with a lone surrogate', make: () => ({ [String.fromCharCode(0xdfff)]: 1 }) },
  { name: 'a hole', make: sparse },
  { name: 'an undefined item', make: () => [undefined] },
  { name: 'a list with a further key', make: () => Object.assign([1], { extra: 2 }) },
  { name: 'a hole and a further key', make: () => Object.assign(sparse() as object, { x: 2 }) },
  { name: 'a long sparse list', make: () => new Array(2 ** 32 - 1) },
  { name: 'a cycle', make: cycle },
  { name: 'an instance', make: () => new Instance() },
  { name: 'a date', make: () => new Date(0) },
  { name: 'a map', make: () => new Map([['a', 1]]) },
  { name: 'bytes', make: () => new Uint8Array(2) },
  { name: 'a boxed text', make: () => Object('text') },
  { name: 'an inherited field', make: () => Object.create({ a: 1 }) },
  { name: 'a list of another class', make: () => new (class extends Array {})() },
  { name: 'a reserved key', make: () => JSON.parse('{"__proto__":{"a":1}}') },
  { name: 'a constructor', make: () => ({ constructor: 1 }) },
  { name: 'a proxy that throws', make: throwing },
  { name: 'a revoked proxy', make: () => revoked({}) },
  { name: 'a revoked proxy of a list', make: () => revoked([]) },
];

/** A proxy of a record or a list that hands its properties out once, as data. */
function onceOnly(value: Json, alarm: Alarm): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = new Set<string | symbol>();
  return new Proxy(value, {
    get: (_target, key) => {
      // Asking what a value is may read well-known symbols; reading a field is what is caught.
      if (typeof key === 'string') alarm(`get ${key}`);
      return 'something else';
    },
    has: () => {
      alarm('has');
      return true;
    },
    getOwnPropertyDescriptor: (target, key) => {
      if (given.has(key)) alarm(`asked again for ${String(key)}`);
      given.add(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

/** Puts a value somewhere inside an honest one. */
function drawPlace(draws: Draws): (part: unknown) => unknown {
  const beside = drawJson(draws, 1);
  const deep = draws.below(3);
  const isList = draws.chance(50);
  return (part) => {
    let value = part;
    for (let i = 0; i < deep; i += 1) value = isList ? [beside, value] : { beside, value };
    return value;
  };
}

/** A value with one part that is to be refused. */
export const anyHostile: fc.Arbitrary<PlacedHostile> = drawn(20, (draws) => {
  const { name, make } = draws.pick(refused);
  const place = drawPlace(draws);
  return { name, build: (alarm) => place(make(alarm)) };
});

/** Proxies of plain data, and the data that a single reading finds. */
export const anyProxied: fc.Arbitrary<PlacedHostile & { readonly plain: unknown }> = drawn(
  60,
  (draws) => {
    const json = drawJson(draws, 2);
    const place = drawPlace(draws);
    const build = (alarm: Alarm): unknown => place(onceOnly(json, alarm));
    return { name: 'a proxy of data', build, plain: place(json) };
  },
);
