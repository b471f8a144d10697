/** All parts of a labelled value that a pointer pattern names, as they stand, shapes above them as control. */
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

export interface LabelledPart {
  readonly value: Json;
  readonly label: Label;
}

/** Lists the parts at a pattern; a list or record reached by `*` contributes each of its parts. */
export function valuesAt(value: Json, tree: LabelTree, pattern: Pointer): readonly LabelledPart[] {
  const out: LabelledPart[] = [];
  walk(value, tree, pointerSegments(pattern), 0, [], out);
  return out;
}

function walk(
  value: Json,
  tree: LabelTree,
  segments: readonly string[],
  at: number,
  control: readonly string[],
  out: LabelledPart[],
): void {
  const segment = segments[at];
  if (segment === undefined) {
    out.push({ value, label: withControl(tree.flat, control) });
    return;
  }
  // The argument record itself is the plan's; only containers inside it have a shape of their own.
  const shape = at === 0 ? control : union(union(control, tree.own.sources), tree.own.control);
  if (isJsonList(value)) {
    for (let i = 0; i < value.length; i += 1) {
      if (segment !== '*' && segment !== `${i}`) continue;
      walk(value[i] as Json, kidTree(tree, i), segments, at + 1, shape, out);
    }
  } else if (isJsonObject(value)) {
    for (const key in value) {
      if (segment !== '*' && segment !== key) continue;
      walk(value[key] as Json, kidTree(tree, key), segments, at + 1, shape, out);
    }
  }
}
