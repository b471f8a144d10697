/**
 * Label trees as plain data and back: each distinct label once, in a table, and trees that name
 * labels by their place in it. What is read back was sealed by this kernel, so a tree comes out as
 * it went in; what names no label of the table is refused all the same. Pure.
 */
import { type Label, type LabelFields, type LabelTree, makeLabel } from '../../schemas/index.js';
import { createRecord, freeze, isList, stringify } from '../primordials.js';
import { malformed } from './malformed.js';

/** A tree whose labels stand in a table. */
export interface StoredTree {
  readonly own: number;
  readonly flat: number;
  readonly lift: readonly string[];
  readonly shaped: boolean;
  readonly kids: null | readonly StoredTree[] | { readonly [key: string]: StoredTree };
}

/** Labels by their place, while a run is written down. */
export class LabelTable {
  readonly #labels: Label[] = [];
  /** By the label itself: most parts of a value share theirs; then by its text. */
  readonly #known: Map<Label, number> = new Map();
  readonly #texts: Map<string, number> = new Map();

  /** Every label so far, in the order of their places. */
  get labels(): readonly Label[] {
    return this.#labels;
  }

  tree({ own, flat, lift, shaped, kids }: LabelTree): StoredTree {
    const places = { own: this.place(own), flat: this.place(flat), lift, shaped };
    if (kids === null) return { ...places, kids };
    if (isList(kids)) return { ...places, kids: kids.map((kid: LabelTree) => this.tree(kid)) };
    const fields: Record<string, StoredTree> = createRecord();
    for (const key in kids) fields[key] = this.tree((kids as LabelFields)[key] as LabelTree);
    return { ...places, kids: fields };
  }

  /** The place of a label; it gets one if it has none. */
  place(label: Label): number {
    const known = this.#known.get(label);
    if (known !== undefined) return known;
    const { sources, control, readers, subjects } = label;
    const text = stringify([sources, control, readers, subjects]);
    const place = this.#texts.get(text) ?? this.#labels.length;
    if (place === this.#labels.length) this.#labels.push({ sources, control, readers, subjects });
    this.#texts.set(text, place);
    this.#known.set(label, place);
    return place;
  }
}

/** The labels of a table, made anew. */
export function readLabels(stored: readonly Label[]): readonly Label[] {
  return stored.map(makeLabel);
}

/** A tree over the labels of a table. @throws KernelFault `suspension_malformed` */
export function readTree(stored: StoredTree, labels: readonly Label[]): LabelTree {
  const { own, flat, lift, shaped, kids } = stored;
  const at = { own: labelAt(labels, own), flat: labelAt(labels, flat) };
  return freeze({ ...at, kids: readKids(kids, labels), lift: freeze([...lift]), shaped });
}

function readKids(kids: StoredTree['kids'], labels: readonly Label[]): LabelTree['kids'] {
  if (kids === null) return null;
  if (isList(kids)) return freeze(kids.map((kid: StoredTree) => readTree(kid, labels)));
  const fields: Record<string, LabelTree> = createRecord();
  for (const [key, kid] of Object.entries(kids)) fields[key] = readTree(kid, labels);
  return freeze(fields);
}

function labelAt(labels: readonly Label[], place: number): Label {
  return labels[place] ?? malformed('it names a label that it does not hold');
}
