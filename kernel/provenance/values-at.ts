/**
 * All parts of a labelled value that a pointer pattern names, as they stand, shapes above them as
 * control.
 */
import {
  isJsonList,
  isJsonObject,
  type Json,
  kidTree,
  type Label,
  type LabelTree,
  type Pointer,
  pointerSegments,
  union,
  withControl,
} from '../../schemas/index.js';
import { hasOwn } from '../primordials.js';

export interface LabelledPart {
  readonly value: Json;
  readonly label: Label;
}

/** Lists the parts at a pattern; a list or record reached by `*` contributes each of its parts. */
export function valuesAt(value: Json, tree: LabelTree, pattern: Pointer): readonly LabelledPart[] {
  const only = pattern.slice(1);
  // Most pointers name one argument.
  if (isPlainKey(only) && isJsonObject(value)) {
    return hasOwn(value, only)
      ? [{ value: value[only] as Json, label: kidTree(tree, only).flat }]
      : nothing;
  }
  const out: LabelledPart[] = [];
  const segments = pointerSegments(pattern);
  walk({ value, tree, control: none }, 0);
  return out;

  function walk(part: Walking, at: number): void {
    const segment = segments[at];
    if (segment === undefined) {
      out.push({ value: part.value, label: withControl(part.tree.flat, part.control) });
      return;
    }
    // The argument record itself is the plan's; only containers inside it have a shape of their
    // own.
    const { own } = part.tree;
    const control = at === 0 ? none : union(union(part.control, own.sources), own.control);
    for (const key of matchingKeys(part.value, segment)) {
      const item = (part.value as { readonly [key: string]: Json })[key] as Json;
      walk({ value: item, tree: kidTree(part.tree, key), control }, at + 1);
    }
  }
}

interface Walking {
  readonly value: Json;
  readonly tree: LabelTree;
  /** Shapes passed on the way. */
  readonly control: readonly string[];
}

const nothing: readonly LabelledPart[] = Object.freeze([]);

function isPlainKey(text: string): boolean {
  return text !== '' && text !== '*' && !text.includes('/') && !text.includes('~');
}

const none: readonly string[] = Object.freeze([]);

/** The keys or indexes of a container that one segment names. */
function matchingKeys(value: Json, segment: string): readonly string[] {
  if (!isJsonList(value) && !isJsonObject(value)) return none;
  if (segment === '*') return Object.keys(value);
  return Object.hasOwn(value, segment) && segment !== 'length' ? [segment] : none;
}
