/** Attempts on maps, sets and the global names of built-ins. */
import type { Attempts } from '../attempt.js';
import { constant, spiedAll } from './spy.js';

const RealMap = Map;

export const collectionAttempts: Attempts = {
  'map-spies': {
    what: 'methods of `Map.prototype` and `WeakMap.prototype` look for callables',
    patches: (loot) => [
      ...spiedAll(Map.prototype, ['get', 'set', 'has'], loot),
      ...spiedAll(WeakMap.prototype, ['get', 'set', 'has'], loot),
    ],
  },
  'map-has': {
    what: '`Map.prototype.has` and `WeakMap.prototype.has` always answer true',
    patches: () => [constant(Map.prototype, 'has', true), constant(WeakMap.prototype, 'has', true)],
  },
  'set-has': {
    what: '`Set.prototype.has` always answers true',
    patches: () => [constant(Set.prototype, 'has', true)],
  },
  'set-has-not': {
    what: '`Set.prototype.has` always answers false',
    patches: () => [constant(Set.prototype, 'has', false)],
  },
  'weak-set-has': {
    what: '`WeakSet.prototype.has`, behind brands and registries, always answers true',
    patches: () => [constant(WeakSet.prototype, 'has', true)],
  },
  'global-set': {
    what: 'the global name `Set` means a class whose `has` always answers true',
    patches: () => [
      {
        on: globalThis,
        key: 'Set',
        enumerable: false,
        value: class Lenient extends Set<unknown> {
          override has(): boolean {
            return true;
          }
        },
      },
    ],
  },
  'global-map': {
    what: 'the global name `Map` means a class that shows what it is given',
    patches: (loot) => [
      {
        on: globalThis,
        key: 'Map',
        enumerable: false,
        value: class Shown extends RealMap<unknown, unknown> {
          override set(key: unknown, value: unknown): this {
            loot.take(value);
            return super.set(key, value);
          }
        },
      },
    ],
  },
};
