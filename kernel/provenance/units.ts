/**
 * The parts of a call's arguments that stage 4 checks: one unit for each declared pointer, the rest
 * whole.
 */
import {
  type ArgSpec,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  joinTree,
  kidTree,
  type Label,
  type LabelTree,
  ownFields,
  type Pointer,
  pointerTo,
  selectTree,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import { type PatternNode, patternFor } from '../tools/pattern.js';
import type { CarriedBits } from './carried.js';

export interface Unit {
  readonly pointer: Pointer;
  readonly spec: ArgSpec;
  readonly label: Label;
  readonly value: Json;
  /** The unit is the container's shape; its parts are units of their own. */
  readonly isShape: boolean;
  /** What it carries, at most: as much as the whole argument. */
  readonly bits: number;
}

/** Undeclared arguments decide who, where or what is touched. */
const critical: ArgSpec = freeze(ownFields<ArgSpec>({ role: 'critical' }));
const nowhereBounded: CarriedBits = freeze({});

/** Arguments with what is known of them. */
export interface LabelledArgs {
  readonly args: JsonObject;
  readonly tree: LabelTree;
  /** Bits of each argument; those of one that is not there are not bounded. */
  readonly bits?: CarriedBits;
}

/** Lists the units of an argument record, in argument order. */
export function argumentUnits(
  { args, tree, bits = nowhereBounded }: LabelledArgs,
  patterns: PatternNode<ArgSpec>,
): readonly Unit[] {
  const out: Unit[] = [];
  let ordinal = 0;
  for (const key in args) {
    const place = {
      pattern: patternFor(patterns, key),
      inherited: critical,
      pointer: pointerTo('', nameOf(key, ordinal, patterns)),
      bits: hasOwn(bits, key) ? (bits[key] as number) : Number.POSITIVE_INFINITY,
    };
    // INV-P28: a key that nobody declared is written by whoever shaped the record.
    const kid = kidTree(tree, key);
    const isNamed = patterns.kids[key] !== undefined;
    collect(args[key] as Json, isNamed ? kid : joinTree(kid, tree.own), place, out);
    ordinal += 1;
  }
  return out;
}

/** A key that nobody declared may be content: it is named by its place, never shown. */
function nameOf(key: string, ordinal: number, pattern: PatternNode<ArgSpec> | null): string {
  return pattern?.kids[key] === undefined ? `*${ordinal}` : key;
}

interface Place {
  readonly pattern: PatternNode<ArgSpec> | null;
  readonly inherited: ArgSpec;
  readonly pointer: Pointer;
  readonly bits: number;
}

function collect(value: Json, tree: LabelTree, place: Place, out: Unit[]): void {
  const { pattern, inherited, pointer, bits } = place;
  const spec = pattern?.spec ?? inherited;
  const isContainer = typeof value === 'object' && value !== null;
  // A container of handles has parts of its own even where nothing deeper is declared.
  const isWhole = pattern === null || pattern.isLeaf;
  if (!isContainer || (isWhole && spec.handle === undefined)) {
    out.push({ pointer, spec, label: tree.flat, value, isShape: false, bits });
    return;
  }
  out.push({ pointer, spec, label: tree.own, value, isShape: true, bits });
  if (isJsonList(value)) {
    for (let i = 0; i < value.length; i += 1) part(value[i] as Json, i);
  } else if (isJsonObject(value)) {
    let ordinal = 0;
    for (const key in value) {
      part(value[key] as Json, key, nameOf(key, ordinal, pattern));
      ordinal += 1;
    }
  }
  function part(item: Json, key: string | number, name: string | number = key): void {
    const next = {
      pattern: patternFor(pattern, key),
      inherited: spec,
      pointer: pointerTo(pointer, name),
      bits,
    };
    // Content may have any shape, so nothing else asks who chose how many parts there are.
    const isUnasked = spec.role === 'content';
    collect(item, isUnasked ? selectTree(tree, key) : kidTree(tree, key), next, out);
  }
}
