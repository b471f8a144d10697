/** A sub-kernel as a preview tells of it: the tools that it can reach, with unknown arguments. */
import {
  missingFrom,
  narrowGrant,
  type PreviewSubkernel,
  type SubkernelStep,
} from '../../schemas/index.js';
import type { Engine } from '../interpreter/engine.js';
import { freeze } from '../primordials.js';
import type { ToolDefinition } from '../tools/definition.js';
import { previewTool, reachableTools } from './result-bound.js';

export interface SubkernelRow {
  readonly row: PreviewSubkernel;
  readonly tools: readonly ToolDefinition[];
}

/** Tells what a sub-kernel may do at most. */
export function subkernelRow(engine: Engine, step: SubkernelStep, name: string): SubkernelRow {
  const { definitions, grant: gated } = engine.dispatcher;
  // INV-C2: requested ∩ outer, by exact capability.
  const held = narrowGrant(engine.grant, step.grant);
  const grant = freeze(held.filter((one) => missingFrom(gated, [one]).length === 0));
  const tools = reachableTools(definitions, grant);
  const shown = freeze(tools.map(({ spec }) => previewTool(spec)));
  return { row: freeze({ kind: 'subkernel', step: name, grant, tools: shown }), tools };
}
