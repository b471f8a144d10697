/**
 * The arguments of a call as a preview shows them: known ones as an approver sees them, of others
 * where they come from and who may have a say in them. Nothing is invisible, everything bounded.
 */
import {
  type Arg,
  type JsonObject,
  type LabelTree,
  type PreviewArgument,
  pointerSegments,
  pointerTo,
} from '../../schemas/index.js';
import { approvalView, visible } from '../approval/view.js';
import { createRecord, freeze } from '../primordials.js';
import { argumentUnits } from '../provenance/units.js';
import type { ToolDefinition } from '../tools/definition.js';
import type { Unforeseen } from './foreseen.js';

/** The arguments of one call: as far as they are known, and what is not. */
export interface ForeseenArguments {
  readonly args: JsonObject;
  readonly tree: LabelTree;
  /** By name of the argument, in whose place `args` holds null. */
  readonly unknown: ReadonlyMap<string, Unforeseen>;
}

/** Lists the arguments of a call. */
export function shownArguments(
  definition: ToolDefinition,
  { args, tree, unknown }: ForeseenArguments,
): readonly PreviewArgument[] {
  const names = Object.keys(args);
  const units = argumentUnits({ args, tree }, definition.args);
  const fields = new Map<string, PreviewArgument[]>();
  for (const field of approvalView(args, units)) {
    const [segment = ''] = pointerSegments(field.pointer);
    const known: PreviewArgument = freeze({ known: true, ...field });
    const group = fields.get(segment);
    if (group === undefined) fields.set(segment, [known]);
    else group.push(known);
  }
  const shown: PreviewArgument[] = [];
  for (const [ordinal, name] of names.entries()) {
    // A key that nobody declared is named by its place.
    const segment = definition.args.kids[name] === undefined ? `*${ordinal}` : name;
    const missing = unknown.get(name);
    if (missing === undefined) {
      for (const field of fields.get(segment) ?? []) shown.push(field);
      continue;
    }
    shown.push(
      freeze({
        known: false,
        pointer: pointerTo('', segment),
        place: visible(pointerTo('', name)),
        from: freeze(missing.from.map((origin) => freeze({ ...origin }))),
        mayCarry: missing.may,
      }),
    );
  }
  return freeze(shown);
}

/** The arguments of a step with null in the place of those that are not known. */
export function withoutUnknown(
  args: Readonly<Record<string, Arg>>,
  unknown: ReadonlyMap<string, Unforeseen>,
): Readonly<Record<string, Arg>> {
  if (unknown.size === 0) return args;
  const known: Record<string, Arg> = createRecord();
  for (const name in args) known[name] = unknown.has(name) ? null : (args[name] ?? null);
  return known;
}
