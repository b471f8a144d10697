/**
 * Functions that keep every item of a list, or make one value of all of them. Items keep their own
 * labels; order and number are in the control of the list. Upholds INV-P21.
 */
import {
  isJsonList,
  type Json,
  joinLabel,
  kidTree,
  uniformTree,
  withControl,
} from '../../schemas/index.js';
import { stringify } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import { type ComputeCall, itemsOf, MAX_ITEMS, recordOf } from './call.js';
import { computeFailed } from './failed.js';
import { influenceOf } from './influence.js';
import { compareFields, fieldsOf, listOf, ranked, recordFrom, shapeOf } from './labelled-list.js';

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
  let label = withControl(list.tree.own, influenceOf(list.tree.own));
  for (const { field } of ranked(call, list)) {
    if (typeof field.value !== 'number') throw computeFailed(call.fn, 'an item is no number');
    total += field.value;
    label = joinLabel(label, field.tree.flat);
  }
  if (!Number.isFinite(total)) throw computeFailed(call.fn, 'too large');
  return { value: total, tree: uniformTree(withControl(label, call.choice), false) };
}

/** The items by the value of a field, groups in the order of their first items. */
export function group(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  const all = ranked(call, list);
  const shape = shapeOf(list, fieldsOf(all), call.choice);
  const groups = new Map<string, { key: Labelled; items: Labelled[] }>();
  for (const { item, field } of all) {
    const name = stringify(field.value);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, { key: field, items: [item] });
    else {
      const label = joinLabel(known.key.tree.flat, field.tree.flat);
      known.key = { value: field.value, tree: uniformTree(label, false) };
      known.items.push(item);
    }
  }
  const records = [...groups.values()].map(({ key, items }) =>
    recordFrom(shape, { key, items: listOf(shape, items) }),
  );
  return listOf(shape, records);
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
  const fields = ranked(call, list).map(({ field }) => field);
  return listOf(shapeOf(list, call.choice), fields);
}

/** The items of all lists of a list. */
export function flatten(call: ComputeCall): Labelled {
  const list = itemsOf(call);
  let shape = shapeOf(list, call.choice);
  const items: Labelled[] = [];
  for (const { value, tree } of list.items) {
    if (!isJsonList(value)) throw computeFailed(call.fn, 'an item is no list');
    shape = joinLabel(shape, tree.own);
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
