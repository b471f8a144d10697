/**
 * The arguments of a call as a reviewer is told them: each declared part by its name, its value
 * only where the declaration says so and nobody outside had a part in it; any other is redacted.
 * Told whole or not at all, and bounded. Upholds INV-Q5.
 */
import {
  type ArgSpec,
  isJsonList,
  isJsonObject,
  isTaintedSource,
  type Json,
  type JsonObject,
  type Label,
  type LabelTree,
  REDACTED,
  selectTree,
} from '../../schemas/index.js';
import { createRecord, freeze } from '../primordials.js';
import { canonicalText } from '../snapshot/digest.js';
import { type PatternNode, patternFor } from '../tools/pattern.js';

/** Characters of one value, as canonical JSON, and of all values together. */
const MAX_VALUE = 1024;
const MAX_ALL = 8192;
/** Parts that are named, redacted ones counted. */
const MAX_PARTS = 256;

interface Place {
  readonly pattern: PatternNode<ArgSpec> | null;
  /** What is declared of what it lies in. */
  readonly inherited: ArgSpec | null;
}

/** Projects an argument record for a reviewer. @throws DigestRefused */
export function toldArguments(
  args: JsonObject,
  tree: LabelTree,
  patterns: PatternNode<ArgSpec>,
): JsonObject {
  return new Projection().fields(args, tree, { pattern: patterns, inherited: null });
}

/** One projection, with what is left of its bounds. */
class Projection {
  #chars = MAX_ALL;
  #parts = MAX_PARTS;

  fields(value: JsonObject, tree: LabelTree, place: Place): JsonObject {
    const out: Record<string, Json> = createRecord();
    let ordinal = 0;
    for (const key in value) {
      // INV-Q5: a key that no spec names is somebody's text: told by its place.
      const name = place.pattern?.kids[key] === undefined ? `*${ordinal}` : key;
      if (this.#isFull()) {
        out['*'] = REDACTED;
        break;
      }
      out[name] = this.#part(value[key] as Json, key, tree, place);
      ordinal += 1;
    }
    return freeze(out);
  }

  #items(value: readonly Json[], tree: LabelTree, place: Place): readonly Json[] {
    const out: Json[] = [];
    for (let at = 0; at < value.length; at += 1) {
      if (this.#isFull()) {
        out.push(REDACTED);
        break;
      }
      out.push(this.#part(value[at] as Json, at, tree, place));
    }
    return freeze(out);
  }

  #isFull(): boolean {
    this.#parts -= 1;
    return this.#parts < 0;
  }

  #part(value: Json, key: string | number, tree: LabelTree, place: Place): Json {
    const pattern = patternFor(place.pattern, key);
    // Whoever shaped the whole had a part in what stands here.
    return this.#told(value, selectTree(tree, key), { pattern, inherited: place.inherited });
  }

  #told(value: Json, tree: LabelTree, { pattern, inherited }: Place): Json {
    const spec = pattern?.spec ?? inherited;
    if (pattern !== null && !pattern.isLeaf) {
      const inside = { pattern, inherited: spec };
      if (!isUntainted(tree.own)) return REDACTED;
      if (isJsonList(value)) return this.#items(value, tree, inside);
      return isJsonObject(value) ? this.fields(value, tree, inside) : REDACTED;
    }
    // INV-Q5: declared, and nobody outside wrote it or chose it.
    const isTold = spec?.review === 'include' && isUntainted(tree.flat);
    return isTold ? this.#bounded(value) : REDACTED;
  }

  #bounded(value: Json): Json {
    const { length } = canonicalText(value);
    if (length > MAX_VALUE || length > this.#chars) return REDACTED;
    this.#chars -= length;
    return value;
  }
}

function isUntainted({ sources, control }: Label): boolean {
  return ![...sources, ...control].some(isTaintedSource);
}
