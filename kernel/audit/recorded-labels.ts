/**
 * Labels as a record lists them. Content may bring any number of names into a label, and a plan any
 * number of arguments into a call; a record stays short all the same. What is left out is told by
 * how much it is and by its keyed digest. Upholds INV-T9.
 */
import { joinLabels, type Label, type Readers } from '../../schemas/index.js';
import { createRecord, freeze, stringify } from '../primordials.js';

/** The labels of a call's arguments, by pointer, and of its decision. */
export type CallLabels = Readonly<Record<string, Label>>;

type Keyed = (text: string) => string;

/** Arguments of one call that are listed; the rest is joined. */
const MAX_ARGUMENTS = 256;
/** Names in one list, and in all lists of one record. */
const MAX_LIST = 256;
const MAX_NAMES = 4096;
/** The principal of an address has at most 325 characters. */
const MAX_NAME = 512;

/** Shortens the labels of one record, and counts what it lists. */
class LabelShortener {
  readonly #keyed: Keyed;
  #left = MAX_NAMES;

  constructor(keyed: Keyed) {
    this.#keyed = keyed;
  }

  label(label: Label): Label {
    const sources = this.#list(label.sources);
    const control = this.#list(label.control);
    const readers: Readers = label.readers === 'anyone' ? 'anyone' : this.#list(label.readers);
    const subjects = this.#list(label.subjects);
    const isWhole = sources === label.sources && control === label.control;
    if (isWhole && readers === label.readers && subjects === label.subjects) return label;
    return freeze({ sources, control, readers, subjects });
  }

  #list(names: readonly string[]): readonly string[] {
    const limit = Math.min(MAX_LIST, this.#left);
    if (names.length <= limit && names.every(({ length }) => length <= MAX_NAME)) {
      this.#left -= names.length;
      return names;
    }
    const listed: string[] = [];
    const rest: string[] = [];
    for (const name of names) {
      const isListed = listed.length < limit && name.length <= MAX_NAME;
      (isListed ? listed : rest).push(name);
    }
    this.#left -= listed.length;
    listed.push(`+${rest.length}:${this.#keyed(stringify(rest))}`);
    return freeze(listed);
  }
}

/** Shortens one label. */
export function recordedLabel(label: Label, keyed: Keyed): Label {
  return new LabelShortener(keyed).label(label);
}

/**
 * Shortens the labels of a call: past the first arguments, the others are one entry, `+` and how
 * many they are, with the join of their labels.
 */
export function recordedLabels(labels: CallLabels, keyed: Keyed): CallLabels {
  const shortener = new LabelShortener(keyed);
  const out: Record<string, Label> = createRecord();
  const rest: Label[] = [];
  const { decision } = labels;
  // INV-T9: what decides an effect is listed, whatever the plan brings along.
  const shortDecision = decision === undefined ? undefined : shortener.label(decision);
  let listed = 0;
  for (const pointer in labels) {
    if (pointer === 'decision') continue;
    listed += 1;
    const label = labels[pointer] as Label;
    if (listed <= MAX_ARGUMENTS) out[pointer] = shortener.label(label);
    else rest.push(label);
  }
  const [first, ...others] = rest;
  if (first !== undefined) out[`+${rest.length}`] = shortener.label(joinLabels(first, others));
  if (shortDecision !== undefined) out['decision'] = shortDecision;
  return freeze(out);
}
