/** Labels of facts and of results, by what the host declares of them. */
import type { Json, ToolSpecInput } from '../../../schemas/index.js';
import type { Situation } from '../scene/situation.js';
import { entries, join, type Mark, mark, type Part, under, uniform } from './label.js';

/** The facts of a situation, labelled. */
export function factsOf({ facts }: Situation, me: string): Map<string, Part> {
  const parts = Object.entries(facts).map(([name, fact]) => {
    const { value, source = 'host', handle, readers = ['user'], subjects = [] } = fact;
    const from = handle === undefined ? source : `host:${handle}`;
    return [name, uniform(value, mark(from, readers, subjects, me))] as const;
  });
  return new Map(parts);
}

/** A handle stands for its readers: of one that lost some of them nobody is known to read. */
const people = (readers: Mark['readers']): string =>
  readers === 'anyone' ? readers : `[${[...readers].filter((one) => /^user:/.test(one)).sort()}]`;

/** Labels a result part by part; `args` is what the arguments bear. */
export function resultOf(spec: ToolSpecInput, root: Json, args: Mark, me: string): Part {
  const { name, result = {} } = spec;
  const isDeep = (at: string): boolean =>
    Object.keys(result).some((one) => one.startsWith(`${at}/`));
  const label = (at: string): Mark => {
    const { minted, readers = [], subjects = [] } = result[at] ?? {};
    const from =
      minted === undefined ? `tool:${name}` : minted === true ? 'host' : `host:${minted}`;
    const own = mark(from, readers, subjects, me);
    const all = join(own, args);
    if (minted === undefined) return all;
    const isLost = minted !== true && people(all.readers) !== people(own.readers);
    const kept = {
      ...all,
      sources: own.sources,
      readers: isLost ? new Set<string>() : all.readers,
    };
    return under(kept, args.sources);
  };
  const walk = (value: Json, at: string): Part => {
    const parts = isDeep(at) ? entries(value) : null;
    if (parts === null) return uniform(value, label(at));
    const kids = parts.map(([key, kid]) => {
      const named = `${at}/${key}`;
      return [key, walk(kid, named in result || isDeep(named) ? named : `${at}/*`)] as const;
    });
    return { value, own: label(at), kids: new Map(kids) };
  };
  return walk(root, '');
}
