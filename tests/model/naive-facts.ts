/** Labels of facts: the reference for kernel/context/facts.ts. */
import type { Situation } from '../../hosts/conformance/scene/situation.js';
import type { NaiveFact } from './naive-declass.js';
import { naiveLabel } from './naive-label.js';
import { naiveUniform } from './naive-tree.js';

/** The facts of a run by name; `user` among readers stands for the principal. */
export function naiveFacts(
  facts: Situation['facts'],
  principal: string,
): ReadonlyMap<string, NaiveFact> {
  const pairs = Object.entries(facts).map(([name, fact]): readonly [string, NaiveFact] => {
    const { value, source = 'host', handle, readers = ['user'], subjects = [] } = fact;
    const named =
      readers === 'anyone'
        ? readers
        : readers.map((reader) => (reader === 'user' ? principal : reader));
    const sources = [handle === undefined ? source : `host:${handle}`];
    return [name, { value, tree: naiveUniform(naiveLabel(sources, named, [], subjects), value) }];
  });
  return new Map(pairs);
}
