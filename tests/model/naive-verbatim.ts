/** Fields that a parser says it copied: the reference for interpreter/verbatim.ts. */
import type { Json } from '../../schemas/index.js';
import type { NaiveFact } from './naive-declass.js';
import { Stop } from './naive-end.js';
import { type NaiveLabel, naiveControl, naiveJoin, naiveLabel } from './naive-label.js';
import { leaf, said } from './naive-pick.js';
import { type NaiveTree, naiveBranch, naiveFlat, partsOf } from './naive-tree.js';

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return partsOf(value).flatMap(([, part]) => textsIn(part));
}

/** Labels what was copied; ends the run where something was not. */
export function naiveVerbatim(
  parsed: NaiveFact,
  paths: readonly string[],
  source: NaiveFact,
  asked: NaiveLabel,
): NaiveFact {
  const texts = textsIn(source.value);
  const copied = naiveJoin(naiveFlat(source.tree), naiveLabel(['verbatim'], 'anyone'));
  const label = naiveControl(copied, [...said(asked), 'q_parse']);
  const walk = ({ value, tree }: NaiveFact, left: readonly string[]): NaiveTree => {
    const [key, ...rest] = left;
    if (key === undefined) {
      const isCopy = typeof value === 'string' && texts.some((text) => text.indexOf(value) >= 0);
      if (!isCopy) throw new Stop('failed', 'parse_not_verbatim');
      return leaf(value, label).tree;
    }
    const parts = partsOf(value);
    const isList = Array.isArray(value);
    if (!isList && !parts.some(([name]) => name === key)) throw new Stop('failed', 'path_missing');
    const kids = parts.map(([name, part]) => {
      const kid = { value: part, tree: tree.kids.get(name) as NaiveTree };
      const isMeant = name === key || (isList && key === '*');
      return [name, isMeant ? walk(kid, rest) : kid.tree] as const;
    });
    return naiveBranch(tree.own, new Map(kids));
  };
  let { tree } = parsed;
  for (const path of paths) tree = walk({ value: parsed.value, tree }, path.split('.'));
  return { value: parsed.value, tree };
}
