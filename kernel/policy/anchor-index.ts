/**
 * Finds the rules whose patterns may match a value, without looking at the others: by the whole
 * text, or by its beginning or end. It may find too many, never too few.
 */
import { createRecord, hasOwn } from '../primordials.js';
import { type Anchor, fold } from './match/pattern.js';

type Table<T> = Record<string, T[]>;

/** Keys of one length for each length that occurs. */
class Affixes<T> {
  readonly #tables: { readonly length: number; readonly table: Table<T> }[] = [];

  add(text: string, item: T): void {
    let entry = this.#tables.find(({ length }) => length === text.length);
    if (entry === undefined) {
      entry = { length: text.length, table: createRecord() };
      this.#tables.push(entry);
    }
    put(entry.table, text, item);
  }

  find(value: string, isEnd: boolean, found: (item: T) => void): void {
    for (const { length, table } of this.#tables) {
      if (length > value.length) continue;
      const key = isEnd ? value.slice(value.length - length) : value.slice(0, length);
      if (hasOwn(table, key)) table[key]?.forEach(found);
    }
  }
}

function put<T>(table: Table<T>, key: string, item: T): void {
  const list = hasOwn(table, key) ? table[key] : undefined;
  if (list === undefined) table[key] = [item];
  else if (list.at(-1) !== item) list.push(item);
}

/** Items under the anchors of their patterns. */
export class AnchorIndex<T> {
  readonly #whole: Table<T> = createRecord();
  readonly #starts = new Affixes<T>();
  readonly #ends = new Affixes<T>();

  /** Files an item under an anchor; false for one that matches anywhere. */
  add(anchor: Anchor, item: T): boolean {
    if (anchor.kind === 'any') return false;
    if (anchor.kind === 'equals') put(this.#whole, anchor.text, item);
    else (anchor.kind === 'startsWith' ? this.#starts : this.#ends).add(anchor.text, item);
    return true;
  }

  /** Calls back for each item that may match a value, perhaps more than once. */
  find(value: string, found: (item: T) => void): void {
    const key = fold(value);
    if (hasOwn(this.#whole, key)) this.#whole[key]?.forEach(found);
    this.#starts.find(key, false, found);
    this.#ends.find(key, true, found);
  }
}
