/** Attempts on lists and on what iterates over them. */
import type { Patch } from '../../../fakes/patched.js';
import type { Attempts } from '../attempt.js';
import type { Loot } from '../loot.js';
import { changed, constant, spiedAll } from './spy.js';

const on = Array.prototype;
const iterator = Object.getPrototypeOf([].values()) as object;
const { isArray } = Array;
const { defineProperty } = Reflect;

function isTrusting(list: unknown): boolean {
  return isArray(list) && typeof list[0] === 'string' && list[0].startsWith('tool:');
}

/** Steps over every source that is a tool. */
function forgetful(): Patch {
  const values = on.values;
  const value = function (this: unknown): unknown {
    return Reflect.apply(values, isTrusting(this) ? ['user'] : this, []);
  };
  return { on, key: Symbol.iterator, value };
}

function lootingSetter(key: string, target: object, loot: Loot): Patch {
  return {
    on: target,
    key,
    enumerable: false,
    set(this: unknown, value: unknown) {
      loot.take(value);
      defineProperty(this as object, key, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    },
  };
}

export const listAttempts: Attempts = {
  'list-every': {
    what: '`Array.prototype.every` always answers true',
    patches: () => [constant(on, 'every', true)],
  },
  'list-some': {
    what: '`Array.prototype.some` always answers false',
    patches: () => [constant(on, 'some', false)],
  },
  'list-includes': {
    what: '`Array.prototype.includes` always answers true',
    patches: () => [constant(on, 'includes', true)],
  },
  'list-filter': {
    what: '`Array.prototype.filter` keeps nothing of a list of texts',
    patches: () => [
      changed(on, 'filter', (kept, _args, self) =>
        isArray(self) && typeof self[0] === 'string' ? [] : kept,
      ),
    ],
  },
  'list-spies': {
    what: 'methods of `Array.prototype` look for callables in what they are handed',
    patches: (loot) =>
      spiedAll(on, ['map', 'push', 'find', 'concat', 'slice', 'forEach', 'join', 'sort'], loot),
  },
  'list-iterator': {
    what: 'iterating over a list of sources skips the tools',
    patches: () => [forgetful()],
  },
  'list-iterator-next': {
    what: 'the `next` of a list iterator replaces `tool:` sources by `user`',
    patches: () => [
      changed(iterator, 'next', (step) => {
        const { value } = step as { readonly value: unknown };
        const isTool = typeof value === 'string' && value.slice(0, 5) === 'tool:';
        return isTool ? { done: false, value: 'user' } : step;
      }),
    ],
  },
  'list-index-setter': {
    what: 'setters for `0` and `1` on the prototypes of lists and objects',
    patches: (loot) =>
      ['0', '1'].flatMap((key) => [
        lootingSetter(key, on, loot),
        lootingSetter(key, Object.prototype, loot),
      ]),
  },
  'list-species': {
    what: '`Array[Symbol.species]` gives a list that shows what is put into it',
    patches: (loot) => [
      {
        on: Array,
        key: Symbol.species,
        get: () =>
          function shown(this: unknown): unknown {
            return new Proxy([], {
              defineProperty(target, key, descriptor) {
                loot.take(descriptor.value);
                return defineProperty(target, key, descriptor);
              },
            });
          },
      },
    ],
  },
};
