/** Family H: hygiene of values, objects and built-ins. */
import type { ClaimRows } from '../claim.js';

export const hygieneClaims = {
  'INV-H1': {
    claim: 'A snapshot holds plain JSON data; getters, functions, cycles and NaN are refused.',
    kind: 'checked',
    site: 'kernel/snapshot/snapshot.ts',
    attack: 'an argument that runs code when it is read',
    sabotage: {
      find: "const data = hasOwn(descriptor, 'value') ? descriptor.value : refuse('a getter or setter');",
      replace: 'const data = (value as Record<string, unknown>)[key];',
    },
    since: '0.1',
  },
  'INV-H2': {
    claim: 'A snapshot is frozen to its depth and has no prototype.',
    kind: 'construction',
    site: 'kernel/snapshot/snapshot.ts',
    attack: 'a field that appears through `Object.prototype`',
    sabotage: {
      find: 'const out: Record<string, Json> = createRecord();',
      replace: 'const out: Record<string, Json> = {};',
    },
    since: '0.1',
  },
  'INV-H3': {
    claim: 'The keys `__proto__`, `constructor` and `prototype` are refused in every value.',
    kind: 'checked',
    site: 'kernel/snapshot/snapshot.ts',
    attack: 'a key that reaches a prototype',
    sabotage: {
      find: "if (isReservedKey(key)) refuse('a reserved key');",
      replace: '',
    },
    since: '0.1',
  },
  'INV-H4': {
    claim: 'A snapshot is bounded in depth, size and number of nodes.',
    kind: 'checked',
    site: 'kernel/snapshot/snapshot.ts',
    attack: 'arguments that exhaust the stack or the memory',
    sabotage: {
      find: 'if (depth >= budget.maxDepth) {',
      replace: 'if (depth >= 1e9) {',
    },
    since: '0.1',
  },
  'INV-H5': {
    claim: 'No digest is taken while a `toJSON` sits on a built-in prototype.',
    kind: 'checked',
    site: 'kernel/snapshot/digest.ts',
    attack: 'a `toJSON` that makes two arguments digest alike',
    sabotage: {
      find: "if (hasOwn(objectPrototype, 'toJSON') || hasOwn(listPrototype, 'toJSON'))",
      replace: "if (hasOwn(listPrototype, 'toJSON'))",
    },
    since: '0.1',
  },
  'INV-H6': {
    claim:
      'A branded class cannot be extended or built from outside, and its prototype and ' +
      'constructor are frozen.',
    kind: 'construction',
    site: 'kernel/gate/gate.ts',
    attack: 'a patched `check` or a subclass that overrides it',
    sabotage: {
      find: 'if (new.target !== Gate)',
      replace: 'if (new.target === undefined)',
    },
    since: '0.1',
  },
  'INV-H7': {
    claim: 'Snapshots and brands use built-ins as they were when the kernel loaded.',
    kind: 'construction',
    site: 'kernel/primordials.ts',
    attack: 'a poisoned `Object.freeze` or `WeakMap.prototype.get`',
    sabotage: {
      find: '= Object.freeze;',
      replace: '= (value) => Object.freeze(value);',
    },
    since: '0.1',
  },
  'INV-H8': {
    claim: 'Printing, inspecting or serialising a tainted value shows its label only.',
    kind: 'construction',
    site: 'kernel/provenance/tainted.ts',
    attack: 'a log line that leaks the value',
    sabotage: {
      find: 'return { tainted: this.label };',
      replace: 'return { tainted: this.#labelled.value as never };',
    },
    since: '0.1',
  },
  'INV-H9': {
    claim: 'No network, file system, timer, process or console compiles in the kernel.',
    kind: 'construction',
    site: 'kernel/ambient.d.ts',
    attack: 'a dependency on ambient authority that slips in',
    sabotage: {
      find: 'interface AbortSignal {',
      replace: 'declare function fetch(url: unknown): unknown; interface AbortSignal {',
    },
    since: '0.1',
  },
  'INV-H10': {
    claim: 'No code of the same realm tampers with the built-ins that the kernel uses.',
    kind: 'assumed',
    site: null,
    since: '0.1',
    why:
      'Only snapshots and brands hold out (INV-H7). Under `sluice/hardened` (INV-H12) code that ' +
      'comes later cannot change the built-ins of the language; that nobody came first is assumed.',
  },
  'INV-H11': {
    claim:
      'Options, facts, tool specs and release rules are read from own fields: what is ' +
      'inherited is no choice.',
    kind: 'construction',
    site: 'schemas/own-fields.ts',
    attack: 'a `declassify` or an `always` on `Object.prototype`',
    sabotage: {
      find: '{ __proto__: null, ...given }',
      replace: '{ ...given }',
    },
    since: '0.1',
  },
  'INV-H12': {
    claim:
      "The hardened entry locks the realm down before any of the kernel's modules is evaluated, " +
      'or gives out nothing.',
    kind: 'construction',
    site: 'hosts/hardened/index.ts',
    attack: 'a built-in that is patched between the loading of the kernel and the lockdown',
    sabotage: {
      find: "import './realm.js';",
      replace: "import '../../kernel/index.js';",
    },
    since: '0.4',
  },
} as const satisfies ClaimRows;
