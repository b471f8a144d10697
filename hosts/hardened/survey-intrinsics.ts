/**
 * Looks through the built-ins of this realm beside those of a fresh one: which are missing or other
 * than they were made, and which can still be changed. Lockdown freezes what it finds, so this
 * comes first. It finds careless and simple tampering. Code that ran first and knows of it can go
 * round it.
 */
import { createContext, runInContext, runInThisContext } from 'node:vm';

/** What was found, by path; each list is empty in a realm that is as it should be. */
export interface Survey {
  /** Missing, or other than in a fresh realm. */
  readonly altered: readonly string[];
  /** Not frozen. */
  readonly open: readonly string[];
}

/** What the walk asks; each taken from the fresh realm, where nobody has been. */
interface Means {
  readonly names: readonly string[];
  readonly root: object;
  readonly text: () => string;
  readonly apply: typeof Reflect.apply;
  readonly ownKeys: typeof Reflect.ownKeys;
  readonly describe: typeof Reflect.getOwnPropertyDescriptor;
  readonly prototypeOf: typeof Reflect.getPrototypeOf;
  readonly is: typeof Object.is;
  readonly isFrozen: typeof Object.isFrozen;
  readonly Table: typeof WeakMap;
}

const MEANS = `({
  names: Object.getOwnPropertyNames(globalThis),
  root: globalThis,
  text: Function.prototype.toString,
  apply: Reflect.apply,
  ownKeys: Reflect.ownKeys,
  describe: Reflect.getOwnPropertyDescriptor,
  prototypeOf: Reflect.getPrototypeOf,
  is: Object.is,
  isFrozen: Object.isFrozen,
  Table: WeakMap,
})`;

/** One of each kind whose prototype has no global name, such as a list's iterator. */
const NAMELESS = `({
  list: [].values(),
  map: new Map().values(),
  set: new Set().values(),
  text: ''[Symbol.iterator](),
  match: ''.matchAll(/a/g),
  async: async () => 0,
  generator: function* () {},
  asyncGenerator: async function* () {},
})`;

/** What is no part of the language: the platform puts its own in its place. */
function isOfPlatform(name: string): boolean {
  return name === 'globalThis' || name === 'console' || name === 'WebAssembly';
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function note(list: string[], path: string): void {
  list[list.length] = path;
}

/** Walks both realms side by side, along the keys of the fresh one. */
class Comparison {
  readonly #means: Means;
  readonly #counterparts: WeakMap<object, object>;
  readonly altered: string[] = [];
  readonly open: string[] = [];

  constructor(means: Means) {
    this.#means = means;
    this.#counterparts = new means.Table();
  }

  compare(own: unknown, fresh: unknown, path: string): void {
    if (!isObject(own) || !isObject(fresh)) {
      if (!this.#means.is(own, fresh)) note(this.altered, path);
      return;
    }
    const known = this.#counterparts.get(own);
    if (known !== undefined) {
      if (known !== fresh) note(this.altered, path);
      return;
    }
    this.#counterparts.set(own, fresh);
    if (this.#textOf(own) !== this.#textOf(fresh)) note(this.altered, path);
    const { isFrozen, prototypeOf, ownKeys } = this.#means;
    if (!isFrozen(own)) note(this.open, path);
    this.compare(prototypeOf(own), prototypeOf(fresh), `${path}.__proto__`);
    const keys = ownKeys(fresh);
    for (let i = 0; i < keys.length; i += 1) this.#compareKey(own, fresh, keys[i] ?? '', path);
  }

  #compareKey(own: object, fresh: object, key: string | symbol, path: string): void {
    const { describe } = this.#means;
    const name = `${path}.${typeof key === 'string' ? key : 'symbol'}`;
    const mine = describe(own, key);
    const other = describe(fresh, key);
    this.compare(mine?.value, other?.value, name);
    this.compare(mine?.get, other?.get, name);
    this.compare(mine?.set, other?.set, name);
  }

  /** A function as the fresh realm prints it: no other has the text of a named native one. */
  #textOf(value: object): string | null {
    return typeof value === 'function' ? this.#means.apply(this.#means.text, value, []) : null;
  }
}

/** Surveys the realm as it is now. */
export function surveyIntrinsics(): Survey {
  const context = createContext();
  const means = runInContext(MEANS, context) as Means;
  const nameless = runInContext(NAMELESS, context) as Readonly<Record<string, object>>;
  const comparison = new Comparison(means);
  const { describe, names, ownKeys, prototypeOf, root } = means;
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] ?? '';
    if (isOfPlatform(name)) continue;
    comparison.compare(describe(globalThis, name)?.value, describe(root, name)?.value, name);
  }
  const mine = runInThisContext(NAMELESS) as Readonly<Record<string, object>>;
  const kinds = ownKeys(nameless) as string[];
  for (let i = 0; i < kinds.length; i += 1) {
    const kind = kinds[i] ?? '';
    const own = prototypeOf(mine[kind] ?? {});
    comparison.compare(own, prototypeOf(nameless[kind] ?? {}), `the prototype of ${kind}`);
  }
  return comparison;
}
