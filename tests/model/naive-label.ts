/** Labels as plain sets, joined the long way: the reference for schemas/label.ts. */
import type { Label, Readers } from '../../schemas/index.js';

export interface NaiveLabel {
  readonly sources: ReadonlySet<string>;
  readonly control: ReadonlySet<string>;
  readonly readers: 'anyone' | ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
}

type Readable = 'anyone' | Iterable<string>;

/** A naive label from loose parts. */
export function naiveLabel(
  sources: Iterable<string>,
  readers: Readable,
  control: Iterable<string> = [],
  subjects: Iterable<string> = [],
): NaiveLabel {
  return {
    sources: new Set(sources),
    control: new Set(control),
    readers: readers === 'anyone' ? 'anyone' : new Set(readers),
    subjects: new Set(subjects),
  };
}

/** Unites sources, control and subjects; keeps the readers that both allow. */
export function naiveJoin(a: NaiveLabel, b: NaiveLabel): NaiveLabel {
  const { readers } = a;
  const others = b.readers;
  const both =
    readers === 'anyone'
      ? others
      : [...readers].filter((reader) => others === 'anyone' || others.has(reader));
  return naiveLabel(
    [...a.sources, ...b.sources],
    both,
    [...a.control, ...b.control],
    [...a.subjects, ...b.subjects],
  );
}

/** Adds sources to the control part. */
export function naiveControl(label: NaiveLabel, control: Iterable<string>): NaiveLabel {
  return { ...label, control: new Set([...label.control, ...control]) };
}

function list(items: Iterable<string>): readonly string[] {
  return [...items].sort();
}

/** The same label in the kernel's form: sorted lists. */
export function plainLabel(label: NaiveLabel): Label {
  const readers: Readers = label.readers === 'anyone' ? 'anyone' : list(label.readers);
  const { sources, control, subjects } = label;
  return { sources: list(sources), control: list(control), readers, subjects: list(subjects) };
}

/** The kernel's label as sets. */
export function asNaive({ sources, control, readers, subjects }: Label): NaiveLabel {
  return naiveLabel(sources, readers, control, subjects);
}
