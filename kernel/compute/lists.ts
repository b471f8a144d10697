/**
 * Functions that keep every item of a list, or make one value of all of them. Items keep their own
 * labels; order and number are in the control of the list. Upholds INV-P21.
 */
import {
  isJsonList,
  type Json,
  joinLabels,
  kidTree,
  type Label,
  uniformTree,
  withControl,
} from '../../schemas/index.js';
import { freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import { canonicalText } from '../snapshot/digest.js';
import { type ComputeCall, chosen, itemsOf, MAX_ITEMS, recordOf } from './call.js';
import { computeFailed } from './failed.js';
import { influenceOf } from './influence.js';
import {
  compareFields,
  fieldsOf,
  listOf,
  type Ranked,
  ranked,
  recordFrom,
  shapeOf,
} from './labelled-list.js';
import { isPlaced } from './path.js';

/** The items by a field, equal ones in their old order. */
export function sort(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const all = ranked(call, list);
  const sign = call.args['order']?.value === 'descending' ? -1 : 1;
  const sorted = [...all].sort((a, b) => sign * compareFields(call, a.field.value, b.field.value));
  const shape = shapeOf(list, fieldsOf(all), call.choice);
  return listOf(
    shape,
    sorted.map(({ item }) => item),
  );
}

/** How many items there are: as trusted as the shape of the list. */
export function count(call: ComputeCall): Labelled {
  const { tree, items } = itemsOf(call);
  return { value: items.length, tree: uniformTree(withControl(tree.own, call.choice), false) };
}

/** The sum of a field. */
export function sum(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  let total = 0;
  const all = ranked(call, list);
  for (const { field } of all) {
    if (typeof field.value !== 'number') throw computeFailed(call.fn, 'an item is no number');
    total += field.value;
  }
  if (!Number.isFinite(total)) throw computeFailed(call.fn, 'too large');
  const shape = withControl(list.tree.own, influenceOf(list.tree.own));
  const label = joinLabels(
    shape,
    all.map(({ field }) => field.tree.flat),
  );
  return { value: total, tree: uniformTree(withControl(label, call.choice), false) };
}

type Members = [Ranked, ...Ranked[]];

/** The items by the value of a field, groups in the order of their first items. */
export function group(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const all = ranked(call, list);
  const shape = shapeOf(list, fieldsOf(all), call.choice);
  const groups = new Map<string, Members>();
  for (const one of all) {
    const name = canonicalText(one.field.value);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [one]);
    else known.push(one);
  }
  const records = [...groups.values()].map((members) => {
    const items = members.map(({ item }) => item);
    return recordFrom(shape, { key: keyOf(members), items: listOf(shape, items) });
  });
  return listOf(shape, records);
}

/** What the members of a group share: whoever wrote it for one of them had a say in it. */
function keyOf([{ field }, ...others]: Readonly<Members>): Labelled {
  if (others.length === 0) return field;
  const label = joinLabels(
    field.tree.flat,
    others.map((other) => other.field.tree.flat),
  );
  const { value } = field;
  const isOne = others.every((other) => sameReaders(other.field.tree.flat, field.tree.flat));
  const isHandle = label.sources.some((source) => source.startsWith('host:'));
  // A handle that has other readers from item to item stands for none of them.
  const shared = isHandle && !isOne ? unread(label) : label;
  return { value, tree: uniformTree(shared, typeof value === 'object' && value !== null) };
}

function unread({ sources, control, subjects }: Label): Label {
  return freeze({ sources, control, readers: freeze([]), subjects });
}

function sameReaders(a: Label, b: Label): boolean {
  if (a.readers === 'anyone' || b.readers === 'anyone') return a.readers === b.readers;
  return a.readers.join('\n') === b.readers.join('\n');
}

/** The items with their places, from one. */
export function rank(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const shape = shapeOf(list, call.choice);
  const place = uniformTree(shape, false);
  const records = list.items.map((item, i) =>
    recordFrom(shape, { place: { value: i + 1, tree: place }, item }),
  );
  return listOf(shape, records);
}

/** One field of each item. */
export function pluck(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  // An index is a word of the plan: whoever wrote it chose the part.
  const fields = ranked(call, list).map(({ item, field }) =>
    isPlaced(item.value, call.by) ? chosen(field, call.choice) : field,
  );
  return listOf(shapeOf(list, call.choice), fields);
}

/** The items of all lists of a list. */
export function flatten(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const shape = joinLabels(
    shapeOf(list, call.choice),
    list.items.map(({ tree }) => tree.own),
  );
  const items: Labelled[] = [];
  for (const { value, tree } of list.items) {
    if (!isJsonList(value)) throw computeFailed(call.fn, 'an item is no list');
    for (let i = 0; i < value.length; i += 1) {
      items.push({ value: value[i] as Json, tree: kidTree(tree, i) });
    }
    if (items.length > MAX_ITEMS) throw computeFailed(call.fn, 'too many items');
  }
  return listOf(shape, items);
}

/** The fields of a record as a list of key and value; whoever shaped the record wrote the keys. */
export function entries(call: ComputeCall): Labelled {
  const { value, tree } = recordOf(call, 'record');
  const shape = withControl(tree.own, call.choice);
  const key = uniformTree(shape, false);
  const records = Object.keys(value).map((name) =>
    recordFrom(shape, {
      key: { value: name, tree: key },
      value: { value: value[name] as Json, tree: kidTree(tree, name) },
    }),
  );
  return listOf(shape, records);
}
