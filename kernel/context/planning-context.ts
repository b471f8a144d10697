/**
 * How the words of a planner are labelled: quotes of the trusted query are the user's, everything
 * else the planner's; in a sub-kernel, whose planner has read content, all of it carries that
 * content's taint. Upholds INV-A5 and INV-P3.
 */
import {
  type ArgSpec,
  type JsonScalar,
  joinLabel,
  type Label,
  makeLabel,
  type Source,
  union,
  withControl,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';

export interface PlanningContext {
  /** Null in a sub-kernel: nothing there can be quoted. */
  readonly query: TrustedQuery | null;
  readonly quoted: Label;
  readonly planner: Label;
  /** Of lists and records that the planner builds. */
  readonly shape: Label;
  /** Of the choice to run a step. */
  readonly decision: Label;
  /** What choosing a value puts into its control; none at the root. */
  readonly taint: readonly Source[];
}

const byPlanner: readonly Source[] = freeze(['planner']);

/** The context of the root planner, which has seen the query, the catalogue and fact names. */
export function rootContext(query: TrustedQuery): PlanningContext {
  const { readers, subjects } = query.label;
  const planner = makeLabel({ sources: ['planner'], readers, subjects });
  const shape = withControl(query.label, byPlanner);
  return freeze({ query, quoted: query.label, planner, shape, decision: shape, taint: freeze([]) });
}

/** The context of a planner that has read content: all that it says is of that content. */
export function contentContext(content: Label): PlanningContext {
  const label = withControl(content, content.sources);
  const planner = joinLabel(label, makeLabel({ sources: ['planner'], readers: 'anyone' }));
  const taint = union(content.sources, content.control);
  return freeze({
    query: null,
    quoted: planner,
    planner,
    shape: planner,
    decision: withControl(label, byPlanner),
    taint,
  });
}

/** The same context where somebody else had a say in whether a step runs, too. */
export function decidedBy(context: PlanningContext, control: readonly Source[]): PlanningContext {
  const { query, quoted, planner, shape, taint } = context;
  const decision = withControl(context.decision, control);
  return freeze({ query, quoted, planner, shape, decision, taint });
}

/** Labels one literal of a plan, in the argument that it stands in. */
export function literalLabel(
  value: JsonScalar,
  context: PlanningContext,
  spec: ArgSpec | null,
): Label {
  const { query, quoted, planner } = context;
  if (query === null) return planner;
  if (query.quotes(value)) return quoted;
  const synonyms = spec?.synonyms;
  const word = String(value);
  const stands = synonyms !== undefined && hasOwn(synonyms, word) ? synonyms[word] : undefined;
  return stands?.some((synonym) => query.quotes(synonym)) === true ? quoted : planner;
}
