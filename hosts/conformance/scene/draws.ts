/**
 * Choices drawn from a list of numbers: fast-check makes and shrinks the numbers, a maker turns
 * them into data. Past the end of the list every choice is the first one.
 */
import fc from 'fast-check';

/** Choices, one after another. */
export class Draws {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    const drawn = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return drawn % bound;
  }

  /** True in so many of a hundred draws. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** One of some items, of which there is at least one. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.below(items.length)] as T;
  }

  /** Each item by itself, kept in so many of a hundred draws. */
  some<T>(items: readonly T[], percent = 50): T[] {
    return items.filter(() => this.chance(percent));
  }

  /** As many as drawn, at most `most`. */
  list<T>(most: number, make: (draws: Draws, index: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, i) => make(this, i));
  }
}

/** Simpler inputs that are tried at most for one that fails. */
const MAX_SHRINKS = 2000;

/** Data that a maker builds from at most so many choices. */
export function drawn<T>(choices: number, make: (draws: Draws) => T): fc.Arbitrary<T> {
  const numbers = fc.array(fc.nat(0xffff), {
    minLength: Math.floor(choices / 2),
    maxLength: choices,
    size: 'max',
  });
  return fc.limitShrink(numbers, MAX_SHRINKS).map((list) => make(new Draws(list)));
}
