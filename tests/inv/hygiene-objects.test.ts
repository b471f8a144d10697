// Family H, objects: brands that nobody else can wear, under built-ins that somebody patched.
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { memoryAuditSink } from '../../hosts/index.js';
import {
  AuditChain,
  EffectDispatcher,
  type Engine,
  Gate,
  isTainted,
  runQuery,
  snapshot,
  trustQuery,
} from '../../kernel/index.js';
import { mintTainted } from '../../kernel/provenance/tainted.js';
import { makeLabel, uniformTree } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeNotebook } from '../fakes/notebook.js';
import { type Patch, patched } from '../fakes/patched.js';

verifies('INV-H6', 'no class of the kernel is extended, and none is patched', () => {
  const policy = { current: () => ({ version: '1', grant: [], declassify: [] }) };
  const gate = new Gate({ policy, home: null });
  const sink = memoryAuditSink();
  const final: Readonly<Record<string, () => unknown>> = {
    Gate: () => Reflect.construct(Gate, [{ policy, home: null }], class {}),
    'a subclass of Gate': () => new (class extends Gate {})({ policy, home: null }),
    EffectDispatcher: () => Reflect.construct(EffectDispatcher, [gate, [], null], class {}),
    'a subclass of EffectDispatcher': () => new (class extends EffectDispatcher {})(gate, [], null),
    'a subclass of AuditChain': () => new (class extends AuditChain {})(sink),
  };
  for (const make of Object.values(final)) {
    expect(make).toThrow(expect.objectContaining({ code: 'final_class' }));
  }
  for (const one of [Gate, EffectDispatcher, AuditChain]) {
    expect(Object.isFrozen(one)).toBe(true);
    expect(Object.isFrozen(one.prototype)).toBe(true);
  }
  expect(Object.isFrozen(gate)).toBe(true);
});

/** Built-ins as hostile code would leave them. */
const poisons: Readonly<Record<string, readonly Patch[]>> = {
  'Object.freeze': [{ on: Object, key: 'freeze', value: (value: unknown) => value }],
  'Object.create': [{ on: Object, key: 'create', value: () => ({ bcc: 'x' }) }],
  'Object.hasOwn': [{ on: Object, key: 'hasOwn', value: () => true }],
  'Reflect.ownKeys': [{ on: Reflect, key: 'ownKeys', value: () => ['bcc'] }],
  'Reflect.getOwnPropertyDescriptor': [
    {
      on: Reflect,
      key: 'getOwnPropertyDescriptor',
      value: () => ({ value: 'x', enumerable: true }),
    },
  ],
  'Reflect.getPrototypeOf': [{ on: Reflect, key: 'getPrototypeOf', value: () => null }],
  'Array.isArray': [{ on: Array, key: 'isArray', value: () => false }],
  'Number.isFinite': [{ on: Number, key: 'isFinite', value: () => true }],
  'the iteration of lists': [
    { on: Array.prototype, key: Symbol.iterator, value: () => [].values() },
  ],
  'Array.prototype.includes': [{ on: Array.prototype, key: 'includes', value: () => false }],
  'Function.prototype.call': [{ on: Function.prototype, key: 'call', value: () => true }],
  'WeakSet and WeakMap': [
    { on: WeakSet.prototype, key: 'has', value: () => true },
    { on: WeakMap.prototype, key: 'has', value: () => true },
    { on: WeakMap.prototype, key: 'get', value: () => ({}) },
  ],
  'a first item for every list': [
    { on: Array.prototype, key: '0', get: () => 'x', set: () => undefined },
  ],
  'a value for every descriptor': [{ on: Object.prototype, key: 'value', value: 'x' }],
  'a `get` for every descriptor': [{ on: Object.prototype, key: 'get', value: () => 'x' }],
};

/** What snapshots and brands answer; asked under poison, compared outside. */
function answers(engine: Engine): readonly unknown[] {
  const outcome = (body: () => unknown): unknown => {
    try {
      return body();
    } catch (error) {
      return (error as { readonly code?: unknown }).code ?? error;
    }
  };
  const copy = outcome(() => snapshot({ a: { b: 'c' } }));
  return [
    copy,
    Object.isFrozen(copy),
    outcome(() =>
      snapshot({
        get a() {
          return 1;
        },
      }),
    ),
    outcome(() => snapshot(Number.NaN)),
    outcome(() => snapshot(JSON.parse('{"__proto__":1}'))),
    outcome(() => new EffectDispatcher({} as Gate, [], null)),
    outcome(() => new EffectDispatcher(Object.create(Gate.prototype) as Gate, [], null)),
    isTainted({}),
    engine,
  ];
}

verifies('INV-H7', 'snapshots and brands answer as before, whatever is patched', async () => {
  const query = trustQuery('Do it.', { principal: 'user:alice@example.com' });
  const expected = answers({} as Engine);
  expect(expected.slice(0, 8)).toEqual([
    { a: { b: 'c' } },
    true,
    'snapshot_refused',
    'snapshot_refused',
    'snapshot_refused',
    'gate_required',
    'gate_required',
    false,
  ]);
  for (const [name, patches] of Object.entries(poisons)) {
    const under = patched(patches, () => answers({} as Engine));
    expect({ name, answers: under }).toEqual({ name, answers: expected });
    const run = patched(patches, () => [runQuery({ approval: 'wait' } as Engine, query)]);
    await expect(run[0]).rejects.toMatchObject({ code: 'config_malformed' });
  }
});

verifies('INV-H7', 'a list under a poisoned prototype is copied whole or refused', () => {
  const poison = poisons['a first item for every list'] ?? [];
  const given = ['user'];
  const seen = patched(poison, () => {
    try {
      return snapshot(given);
    } catch (error) {
      return (error as { readonly code?: unknown }).code;
    }
  });
  expect(seen).toBe('snapshot_refused');
});

verifies('INV-H8', 'nothing that prints a labelled value prints the value', async () => {
  const label = makeLabel({ sources: ['tool:read'], readers: [] });
  const secret = mintTainted({ value: 'PIN-4711', tree: uniformTree(label, false) });
  const prints = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect(secret, { showHidden: true, showProxy: true, getters: true, depth: null }),
    inspect({ deep: [secret] }, { customInspect: false }),
    Object.entries(secret).join(),
    JSON.stringify(structuredClone(secret)),
    new Error('x', { cause: secret }).stack ?? '',
    inspect(new Error('x', { cause: secret })),
  ];
  expect(prints.join('\n')).not.toContain('4711');
  expect(JSON.parse(JSON.stringify(secret))).toEqual({ tainted: label });
  const answer = (): never => {
    throw new Error('PIN-4711');
  };
  const result = await makeNotebook({ answer }).note();
  expect(inspect(result, { depth: null, showHidden: true })).not.toContain('4711');
  expect(JSON.stringify(result)).not.toContain('4711');
});
