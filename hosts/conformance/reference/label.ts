/** Labels as plain sets, and values whose every part bears one. */
import type { Json } from '../../../schemas/index.js';

type Names = ReadonlySet<string>;
export interface Mark {
  readonly sources: Names;
  readonly control: Names;
  readonly readers: 'anyone' | Names;
  readonly subjects: Names;
}
type Readers = Mark['readers'];
type List = readonly string[];
const none: Names = new Set();
/** Of one source; `user` among the readers stands for the principal. */
export function mark(source: string, given: List | 'anyone', about: List, me = ''): Mark {
  const all = given === 'anyone' ? given : given.map((name) => (name === 'user' ? me : name));
  const readers = all === 'anyone' ? all : new Set(all);
  return { sources: new Set([source]), control: none, readers, subjects: new Set(about) };
}
const unite = (a: Names, b: Iterable<string>): Names => new Set([...a, ...b]);
const both = (a: Readers, b: Readers): Readers =>
  a === 'anyone' ? b : new Set([...a].filter((name) => b === 'anyone' || b.has(name)));
/** Who had a say in either; who may read both. */
export function join(a: Mark, b: Mark): Mark {
  const [sources, control] = [unite(a.sources, b.sources), unite(a.control, b.control)];
  return {
    sources,
    control,
    readers: both(a.readers, b.readers),
    subjects: unite(a.subjects, b.subjects),
  };
}
/** With others who decided on it. */
export const under = (label: Mark, by: Iterable<string>): Mark => ({
  ...label,
  control: unite(label.control, by),
});
/** A value; a container has a part for each key, and its own label is that of its shape. */
export interface Part {
  readonly value: Json;
  readonly own: Mark;
  readonly kids: ReadonlyMap<string, Part> | null;
}
/** What a container holds, by key; null for anything else. */
export const entries = (value: Json): readonly (readonly [string, Json])[] | null =>
  typeof value === 'object' && value !== null ? Object.entries(value) : null;
/** A value that bears one label in all of its parts. */
export function uniform(value: Json, own: Mark): Part {
  const kids = entries(value)?.map(([key, kid]) => [key, uniform(kid, own)] as const);
  return { value, own, kids: kids === undefined ? null : new Map(kids) };
}
/** The same value, with others who decided on all of it. */
export function lift({ value, own, kids }: Part, by: readonly string[]): Part {
  const lifted = kids && new Map([...kids].map(([key, kid]) => [key, lift(kid, by)]));
  return { value, own: under(own, by), kids: lifted };
}
/** The label of a whole: a shape decides on what it holds. */
export const flat = ({ own, kids }: Part): Mark =>
  kids === null ? own : [...kids.values()].map(flat).reduce(join, under(own, own.sources));
/** Whoever had any say. */
export const sayers = ({ sources, control }: Mark): string[] => [...sources, ...control];
