/**
 * Arguments as a client wrote them, labelled: its literals carry what it was told, and
 * `{"$value": "v1", "path": "0.id"}` stands for a value that it was not told. Upholds INV-X1.
 */
import {
  branchTree,
  isJsonList,
  isJsonObject,
  isReservedKey,
  type Json,
  type JsonObject,
  type LabelTree,
  liftTree,
  selectTree,
  uniformTree,
} from '../../schemas/index.js';
import { partOf } from '../compute/path.js';
import { RunStopped } from '../errors.js';
import { createRecord, freeze } from '../primordials.js';
import type { Labelled } from '../provenance/tainted.js';
import { isBounded } from '../snapshot/bounded.js';
import type { ClientWords } from './client-label.js';
import type { ClientValues } from './client-values.js';

/** The key that makes an object a reference. */
const VALUE = '$value';

interface Speaking {
  readonly words: ClientWords;
  /** Null where references are not spoken: everything is a literal. */
  readonly values: ClientValues | null;
}

/**
 * Labels arguments, a snapshot.
 * @throws RunStopped `value_unknown`, `path_missing`, `snapshot_too_large`
 */
export function labelArguments(args: JsonObject, speaking: Speaking): Labelled {
  const { words, values } = speaking;
  if (values === null) return { value: args, tree: uniformTree(words.literal, true) };
  const labelled = isReference(args) ? refused() : labelFields(args, speaking);
  if (isBounded(labelled.value)) return labelled;
  throw new RunStopped('snapshot_too_large', 'arguments over the bound on depth, size or count');
}

function refused(): never {
  throw new RunStopped('value_unknown', 'arguments that are a reference as a whole');
}

function labelPart(value: Json, speaking: Speaking): Labelled {
  const { literal } = speaking.words;
  if (isJsonList(value)) {
    const items = value.map((item) => labelPart(item, speaking));
    const trees = items.map(({ tree }) => tree);
    return { value: freeze(items.map((item) => item.value)), tree: branchTree(literal, trees) };
  }
  if (!isJsonObject(value)) return { value, tree: uniformTree(literal, false) };
  return isReference(value) ? valueOf(value, speaking) : labelFields(value, speaking);
}

function labelFields(fields: JsonObject, speaking: Speaking): Labelled {
  const value: Record<string, Json> = createRecord();
  const kids: Record<string, LabelTree> = createRecord();
  for (const key in fields) {
    const part = labelPart(fields[key] as Json, speaking);
    value[key] = part.value;
    kids[key] = part.tree;
  }
  return { value: freeze(value), tree: branchTree(speaking.words.literal, kids) };
}

function isReference(value: JsonObject): boolean {
  return value[VALUE] !== undefined;
}

/** The value that a reference stands for; whoever wrote it chose the value. */
function valueOf(reference: JsonObject, { words, values }: Speaking): Labelled {
  const { [VALUE]: name = null, path, ...rest } = reference;
  if (typeof name !== 'string' || Object.keys(rest).length > 0)
    throw new RunStopped('value_unknown', 'a malformed reference');
  if (path !== undefined && typeof path !== 'string')
    throw new RunStopped('path_missing', 'a path that is no text');
  let { value, tree } = (values as ClientValues).get(name);
  for (const part of path?.split('.') ?? []) {
    const next = partOf(value, part);
    if (next === undefined || isReservedKey(part))
      throw new RunStopped('path_missing', 'a path that the value does not have');
    tree = selectTree(tree, part);
    // An index is a literal of the client: whoever wrote it chose the item.
    if (isJsonList(value)) tree = liftTree(tree, words.literal.sources);
    value = next;
  }
  return { value, tree: liftTree(tree, words.taint) };
}
