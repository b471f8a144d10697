/**
 * Who may have a say in what a step makes that only a run can tell: at most these, whatever the
 * tool, the parser or a sub-kernel answers. Follows the labels that results get.
 */
import {
  type MapStep,
  missingFrom,
  type PreviewTool,
  type Source,
  type ToolSpec,
  union,
  unionAll,
} from '../../schemas/index.js';
import type { Influence } from '../compute/influence.js';
import type { Engine } from '../interpreter/engine.js';
import { freeze } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';

/** A schema that changes arguments adds the host. */
const host: Influence = freeze(['host']);

/** Everybody but those of its arguments who may be in the labels of a tool's result. */
export function resultBound({ spec }: ToolDefinition): Influence {
  const minted: Source[] = [];
  for (const { minted: kind } of Object.values(spec.result)) {
    if (typeof kind === 'string') minted.push(`host:${kind}`);
  }
  return union(freeze([...new Set([`tool:${spec.name}`, ...minted])].sort()), host);
}

/** Everybody whom the parser adds. */
export const parseBound: Influence = freeze(['q_parse', 'verbatim']);

/** The tools that a sub-kernel with a grant can reach. */
export function reachableTools(
  definitions: Readonly<Record<string, ToolDefinition>>,
  grant: readonly string[],
): readonly ToolDefinition[] {
  return Object.values(definitions).filter(
    ({ spec }) => missingFrom(grant, spec.capabilities).length === 0,
  );
}

/** The tools that the steps of a map call. */
export function toolsInside(
  { steps }: MapStep,
  { dispatcher: { definitions } }: Engine,
): readonly ToolDefinition[] {
  return steps.flatMap((step) => ('tool' in step ? (definitions[step.tool] ?? []) : []));
}

/** Everybody whom a sub-kernel may add that can reach these tools. */
export function subkernelBound(tools: readonly ToolDefinition[]): Influence {
  return unionAll([parseBound, host, freeze(['planner']), ...tools.map(resultBound)]);
}

/** A tool as a preview names it. */
export function previewTool({ name, effect, egress, classes }: ToolSpec): PreviewTool {
  return freeze({ tool: name, effect, egress, classes });
}
