/**
 * Functions that pick: one item, some, or one of two values. What is picked keeps its own labels;
 * who had a say in the pick is in its control. Upholds INV-P21 and INV-P22.
 */
import { isTrustedSource, union, unionAll } from '../../schemas/index.js';
import { RunStopped } from '../errors.js';
import type { Labelled } from '../provenance/tainted.js';
import { canonicalText } from '../snapshot/digest.js';
import { argOf, type ComputeCall, chosen, type Items, itemsOf, numberOf } from './call.js';
import type { Answer } from './condition.js';
import { computeFailed } from './failed.js';
import { type Influence, influenceOf } from './influence.js';
import { compareFields, fieldsOf, listOf, ranked, shapeOf } from './labelled-list.js';

interface Judged {
  readonly item: Labelled;
  readonly answer: Answer;
}

function judge(call: ComputeCall, { items }: Items): readonly Judged[] {
  return items.map((item) => ({ item, answer: call.where(item) }));
}

/** Asks whether words of the user or the host name the item, and nothing else picks it. */
function isNamed({ isNaming, operands }: Answer): boolean {
  return isNaming && operands.length > 0 && operands.every((source) => isTrustedSource(source));
}

function operandsOf(judged: readonly Judged[]): Influence {
  return unionAll(judged.map(({ answer }) => answer.operands));
}

function comparedOf(judged: readonly Judged[]): Influence {
  return unionAll(judged.map(({ answer }) => answer.compared));
}

/** The one item that fits. */
export function select(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const judged = judge(call, list);
  const fitting = judged.filter(({ answer }) => answer.holds);
  const [first, second] = fitting;
  if (first === undefined) throw new RunStopped('select_none', 'no item fits');
  if (second !== undefined) throw new RunStopped('select_ambiguous', 'more than one item fits');
  const operands = operandsOf(judged);
  // INV-P22: where the user's or the host's words name exactly one item, they chose it.
  if (call.selection === 'unique' && isNamed(first.answer)) return chosen(first.item, operands);
  return chosen(
    first.item,
    ...[operands, influenceOf(list.tree.own), comparedOf(judged), call.choice],
  );
}

/** The items that fit, in their order. */
export function filter(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const judged = judge(call, list);
  const operands = operandsOf(judged);
  const kept = judged.filter(({ answer }) => answer.holds);
  // Why an item was kept stays with it: a later selection that names it does not forget that.
  const items = kept.map(({ item, answer }) =>
    isNamed(answer)
      ? chosen(item, answer.operands)
      : chosen(item, answer.operands, answer.compared, call.choice),
  );
  return listOf(shapeOf(list, operands, comparedOf(judged), call.choice), items);
}

function extreme(call: ComputeCall, sign: 1 | -1): Labelled {
  const list = itemsOf(call);
  const all = ranked(call, list);
  let best = all[0];
  if (best === undefined) throw new RunStopped('select_none', 'an empty list has no such item');
  for (const one of all) {
    if (sign * compareFields(call, one.field.value, best.field.value) < 0) best = one;
  }
  return chosen(best.item, fieldsOf(all), influenceOf(list.tree.own), call.choice);
}

/** The first item whose field is least. */
export const least = (call: ComputeCall): Labelled => extreme(call, 1);
/** The first item whose field is most. */
export const most = (call: ComputeCall): Labelled => extreme(call, -1);

/** The first items. */
export function take(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const count = numberOf(call, 'count');
  if (!Number.isInteger(count) || count < 0) throw computeFailed(call.fn, 'no whole `count`');
  const by = influenceOf(argOf(call, 'count').tree.flat);
  const place = influenceOf(list.tree.own);
  const items = list.items.slice(0, count).map((item) => chosen(item, by, place, call.choice));
  return listOf(shapeOf(list, by, call.choice), items);
}

/** The first item for each value of a field. */
export function distinct(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const all = ranked(call, list);
  const seen = new Set<string>();
  const kept = all.filter(({ field }) => {
    const name = canonicalText(field.value);
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
  const fields = fieldsOf(all);
  // Of two items alike the order of the list decides which one stays.
  const place = influenceOf(list.tree.own);
  const items = kept.map(({ item }) => chosen(item, fields, place, call.choice));
  return listOf(shapeOf(list, fields, call.choice), items);
}

/** The items of one list whose field no item of the other has. */
export function difference(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const without = itemsOf(call, 'without');
  const [all, others] = [ranked(call, list), ranked(call, without)];
  const gone = new Set(others.map(({ field }) => canonicalText(field.value)));
  const kept = all.filter(({ field }) => !gone.has(canonicalText(field.value)));
  const named = union(fieldsOf(others), influenceOf(without.tree.own));
  const items = kept.map(({ item, field }) =>
    chosen(item, influenceOf(field.tree.flat), named, call.choice),
  );
  return listOf(shapeOf(list, fieldsOf(all), named, call.choice), items);
}

/** One of two values, as a condition says. */
export function choose(call: ComputeCall): Labelled {
  const { holds, operands } = call.where(null);
  const value = argOf(call, holds ? 'yes' : 'no');
  return chosen(value, operands, call.choice);
}
