/**
 * What an attempt gets hold of. It looks for callables of tools in what it is handed, with
 * built-ins of before, and keeps no lists: a patched list would keep what it is not meant to.
 */

interface Link {
  readonly value: unknown;
  readonly next: Link | null;
}

const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const textIncludes = String.prototype.includes;

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** The hands of an attempt. */
export class Loot {
  #wanted: Link | null = null;
  #hasCallable = false;
  #hasText = false;
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Names a callable to look for. */
  want(callable: unknown): void {
    this.#wanted = { value: callable, next: this.#wanted };
  }

  /** Looks at a value that a patched built-in was handed: for callables, one level deep. */
  take(value: unknown): void {
    if (!isObject(value) || this.#hasCallable) return;
    if (this.#isWanted(value)) this.#hasCallable = true;
    const keys = ownKeys(value);
    for (let i = 0; i < keys.length && i < 200; i += 1) {
      const descriptor = getOwnPropertyDescriptor(value, keys[i] ?? '');
      if (this.#isWanted(descriptor?.value)) this.#hasCallable = true;
    }
  }

  /** Looks through everything that can be reached from a value, with its prototypes. */
  takeAll(value: unknown): void {
    const seen = new Set<unknown>();
    const open: unknown[] = [value];
    for (let at = open.pop(); open.length >= 0 && seen.size < 20_000; at = open.pop()) {
      if (at === undefined && open.length === 0) return;
      if (!isObject(at) || seen.has(at)) continue;
      seen.add(at);
      this.take(at);
      open.push(getPrototypeOf(at));
      for (const key of ownKeys(at)) {
        const { value: held, get, set } = getOwnPropertyDescriptor(at, key) ?? {};
        open.push(held, get, set);
      }
    }
  }

  /** Looks for the content of a labelled value in a text that was printed of it. */
  takeText(text: string): void {
    if (apply(textIncludes, text, [this.#secret])) this.#hasText = true;
  }

  get hasCallable(): boolean {
    return this.#hasCallable;
  }

  get hasText(): boolean {
    return this.#hasText;
  }

  #isWanted(value: unknown): boolean {
    for (let at = this.#wanted; at !== null; at = at.next) if (at.value === value) return true;
    return false;
  }
}
