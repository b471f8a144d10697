/**
 * Labelled values. A `Tainted` holds a snapshot and its label tree behind a `#private` brand;
 * nothing outside the kernel can make one, and printing it shows labels only. Upholds INV-F5 and
 * INV-H8.
 */
import { type Json, type Label, type LabelTree, uniformTree } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import type { ValueCapacity } from './capacity.js';

/** A value with the labels of all its parts. */
export interface Labelled {
  readonly value: Json;
  readonly tree: LabelTree;
  /** What bounds its choices; where nobody says so, nothing does. */
  readonly capacity?: ValueCapacity | undefined;
}

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let mint: (labelled: Labelled) => Tainted;
let open: (tainted: Tainted) => Labelled;
let isTainted: (value: unknown) => value is Tainted;

/** A labelled value as the world outside sees it: its label, not the value. */
export class Tainted {
  readonly #labelled: Labelled;

  private constructor(key: object, labelled: Labelled) {
    if (key !== minting)
      throw new KernelFault('tainted_required', 'a label that this kernel did not give');
    this.#labelled = labelled;
    freeze(this);
  }

  static {
    mint = (labelled) => {
      // INV-F5: a value without a source is a fault, never trust by omission.
      if (labelled.tree.flat.sources.length === 0)
        throw new KernelFault('label_empty', 'a value without a source');
      return new Tainted(minting, labelled);
    };
    isTainted = (value): value is Tainted =>
      typeof value === 'object' && value !== null && #labelled in value;
    open = (tainted) => {
      if (!isTainted(tainted))
        throw new KernelFault('tainted_required', 'not a labelled value of this kernel');
      return tainted.#labelled;
    };
  }

  /** The join of the labels of all parts. */
  get label(): Label {
    return this.#labelled.tree.flat;
  }

  toString(): string {
    return `[Tainted ${this.label.sources.join(' ')}]`;
  }

  toJSON(): { readonly tainted: Label } {
    // INV-H8: the label, never the value.
    return { tainted: this.label };
  }
}
freeze(Tainted.prototype);
freeze(Tainted);

export { isTainted, mint as mintTainted, open as openTainted };

/** Labels a whole value uniformly. */
export function labelled(value: Json, label: Label): Labelled {
  return { value, tree: uniformTree(label, typeof value === 'object' && value !== null) };
}

/**
 * Takes a value out of its label for good: the kernel no longer protects what is returned.
 * @throws KernelFault `reason_required` for no reason or an empty one, `tainted_required` for
 * anything but a `Tainted`
 */
export function declassify(tainted: Tainted, options: { readonly reason: string }): Json {
  // A host without types may leave the options out.
  const reason: unknown = (options as { readonly reason?: unknown } | undefined)?.reason;
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new KernelFault('reason_required', 'declassify without a reason');
  return open(tainted).value;
}

/**
 * Tells the label of every part of a value, without the value: labels are no secret.
 * @throws KernelFault `tainted_required` for anything but a `Tainted`
 */
export function labelTreeOf(tainted: Tainted): LabelTree {
  return open(tainted).tree;
}
