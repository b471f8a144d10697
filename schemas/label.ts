/**
 * Provenance labels: a join-semilattice over who wrote a value (`sources`), who chose it
 * (`control`), who may read it (`readers`) and whose data it is (`subjects`). Pure; decides
 * nothing. Source: CaMeL (Debenedetti et al. 2025) section 5, extended with a control part;
 * behaviour K-9 to K-12.
 */

/** `user`, `host`, `host:<kind>`, `planner`, `tool:<name>`, `q_parse` or `client`. */
export type Source = string;

/** `anyone`, or principals (`user:alice@example.com`) and capabilities (`cap:mail.send`). */
export type Readers = 'anyone' | readonly string[];

/** Asks whether a value says who may read: `anyone`, or a list of texts. */
export function isReaders(value: unknown): value is Readers {
  if (value === 'anyone') return true;
  return Array.isArray(value) && value.every((reader) => typeof reader === 'string');
}

export interface Label {
  /** Who wrote the bytes. Never empty. */
  readonly sources: readonly Source[];
  /** Who decided that it is this value, or that it exists. */
  readonly control: readonly Source[];
  readonly readers: Readers;
  /** Whose data it is: `user`, a principal, or `third_party`. */
  readonly subjects: readonly string[];
}

const NONE: readonly string[] = Object.freeze([]);

/**
 * Joins two sorted, duplicate-free lists; returns one of the two unchanged where it already is the
 * union.
 */
export function union(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const out: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] as string;
    const y = b[j] as string;
    if (x === y) {
      out.push(x);
      i += 1;
      j += 1;
    } else if (x < y) {
      out.push(x);
      i += 1;
    } else {
      out.push(y);
      j += 1;
    }
  }
  while (i < a.length) out.push(a[i++] as string);
  while (j < b.length) out.push(b[j++] as string);
  if (out.length === a.length) return a;
  if (out.length === b.length) return b;
  return Object.freeze(out);
}

/** Unites any number of sorted, duplicate-free lists; linear but for one sort. */
export function unionAll(lists: readonly (readonly string[])[]): readonly string[] {
  // Most parts of a value share their lists.
  const distinct = [...new Set(lists)];
  const [first = NONE, second] = distinct;
  if (second === undefined) return first;
  if (distinct.length === 2) return union(first, second);
  const items = new Set<string>();
  let widest = first;
  for (const list of distinct) {
    if (list.length > widest.length) widest = list;
    for (const item of list) items.add(item);
  }
  return items.size === widest.length ? widest : Object.freeze([...items].sort());
}

/** Past this many names a list is searched by a set. */
const FEW = 16;

/** Makes the question whether a list holds a name, for many names. */
function memberOf(list: readonly string[]): (name: string) => boolean {
  if (list.length <= FEW) return (name) => list.includes(name);
  const names = new Set(list);
  return (name) => names.has(name);
}

/** Meets two reader sets: the readers allowed by both; `anyone` is the identity. */
export function meetReaders(a: Readers, b: Readers): Readers {
  if (a === b || b === 'anyone') return a;
  if (a === 'anyone') return b;
  const out = a.filter(memberOf(b));
  if (out.length === a.length) return a;
  if (out.length === b.length) return b;
  return Object.freeze(out);
}

/** Joins two labels: sources, control and subjects unite, readers intersect. */
export function joinLabel(a: Label, b: Label): Label {
  if (a === b) return a;
  const sources = union(a.sources, b.sources);
  const control = union(a.control, b.control);
  // INV-P1: united or intersected, never dropped.
  const readers = meetReaders(a.readers, b.readers);
  const subjects = union(a.subjects, b.subjects);
  const isLeft = sources === a.sources && control === a.control;
  if (isLeft && readers === a.readers && subjects === a.subjects) return a;
  const isRight = sources === b.sources && control === b.control;
  if (isRight && readers === b.readers && subjects === b.subjects) return b;
  return Object.freeze({ sources, control, readers, subjects });
}

/** Joins a label with any number of others, as `joinLabel` would one by one. */
export function joinLabels(first: Label, others: readonly Label[]): Label {
  if (others.length <= FEW) {
    let joined = first;
    for (const label of others) joined = joinLabel(joined, label);
    return joined;
  }
  const labels = [...new Set([first, ...others])];
  let { readers } = first;
  for (const label of labels) readers = meetReaders(readers, label.readers);
  const sources = unionAll(labels.map((label) => label.sources));
  const control = unionAll(labels.map((label) => label.control));
  const subjects = unionAll(labels.map((label) => label.subjects));
  return joinLabel(first, Object.freeze({ sources, control, readers, subjects }));
}

/** Adds sources to the control part of a label. */
export function withControl(label: Label, control: readonly Source[]): Label {
  const joined = union(label.control, control);
  if (joined === label.control) return label;
  const { sources, readers, subjects } = label;
  return Object.freeze({ sources, control: joined, readers, subjects });
}

function within(a: readonly string[], b: readonly string[]): boolean {
  return a.every(memberOf(b));
}

/** Asks whether label `a` is at most as restricted as `b` (`a ⊑ b`, that is `join(a, b) = b`). */
export function isBelow(a: Label, b: Label): boolean {
  const readersShrink =
    a.readers === 'anyone' || (b.readers !== 'anyone' && within(b.readers, a.readers));
  return (
    within(a.sources, b.sources) &&
    within(a.control, b.control) &&
    within(a.subjects, b.subjects) &&
    readersShrink
  );
}

function sorted(items: readonly string[] | undefined): readonly string[] {
  if (items === undefined || items.length === 0) return NONE;
  if (items.length === 1) return Object.freeze([items[0] as string]);
  return Object.freeze([...new Set(items)].sort());
}

/**
 * Makes a label from loose parts: sorts, removes duplicates, freezes; `control` and `subjects`
 * default to none.
 */
export function makeLabel(parts: {
  readonly sources: readonly Source[];
  readonly control?: readonly Source[];
  readonly readers: Readers;
  readonly subjects?: readonly string[];
}): Label {
  return Object.freeze({
    sources: sorted(parts.sources),
    control: sorted(parts.control),
    readers: parts.readers === 'anyone' ? 'anyone' : sorted(parts.readers),
    subjects: sorted(parts.subjects),
  });
}

/** Asks whether a source is the user's, the host's, or a handle used as exactly this kind. */
export function isTrustedSource(source: Source, kind?: string): boolean {
  return (
    source === 'user' || source === 'host' || (kind !== undefined && source === `host:${kind}`)
  );
}

/**
 * Asks whether bytes of this source may have been chosen by an outside party; a handle used as text
 * counts.
 */
export function isTaintedSource(source: Source): boolean {
  return source !== 'user' && source !== 'host' && source !== 'planner';
}

/** Asks whether a control source leaves the choice with the user, the host or the root planner. */
export function isCleanControl(source: Source): boolean {
  return source === 'planner' || isAnchoredControl(source);
}

/** Asks whether a control source leaves the choice with the user or the host alone. */
export function isAnchoredControl(source: Source): boolean {
  return source === 'user' || source === 'host' || source.startsWith('host:');
}
