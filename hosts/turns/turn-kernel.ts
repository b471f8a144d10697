/** The kernel of one turn: executors that were let in, their hints, models, the scratchpad. */

import { makeParser, makePlanner } from '../../reasoner/index.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { scopeLayer } from '../catalogue/scope/scope-layer.js';
import { createKernel, type Kernel } from '../create-kernel.js';
import type { KernelConfig } from '../kernel-config.js';
import type { Scratchpad, ScratchpadOwner } from '../scratchpad/scratchpad-shape.js';
import { SCRATCHPAD_CAPABILITY, scratchpadTool } from '../scratchpad/scratchpad-tool.js';
import { parseSchemas } from './parse-schemas.js';
import type { TierProvider } from './tier-provider.js';

/** What a host adds to the kernel of a turn: who is asked, what is kept, further rules. */
export type TurnConfig = Pick<
  KernelConfig,
  | 'approval'
  | 'approvers'
  | 'audit'
  | 'autonomy'
  | 'declassify'
  | 'guardrails'
  | 'home'
  | 'judge'
  | 'limits'
  | 'ports'
  | 'reviewer'
  | 'safetyMode'
  | 'schemas'
  | 'selection'
>;

export interface TurnKernelParts {
  readonly config: TurnConfig;
  readonly grant: readonly string[];
  readonly principal: string;
  readonly catalogue: Pick<Catalogue, 'executors'>;
  readonly scratchpad: Scratchpad | null;
  readonly owner: ScratchpadOwner;
  /** Plans in one shot, and in sub-kernels; also the parser. */
  readonly model: TierProvider;
}

/** Builds the kernel of a turn. @throws KernelFault as `createKernel` does */
export function turnKernel(parts: TurnKernelParts): Kernel {
  const { config, grant, principal, catalogue, scratchpad, owner, model } = parts;
  const own = scratchpad === null ? [] : [scratchpadTool(scratchpad, owner)];
  const reads = scratchpad === null ? [] : [SCRATCHPAD_CAPABILITY];
  return createKernel({
    ...config,
    tools: [...catalogue.executors.map(({ tool }) => tool), ...own],
    grant: [...new Set([...grant, ...reads])],
    principal,
    layers: [scopeLayer(catalogue)],
    schemas: { ...parseSchemas, ...config.schemas },
    planner: makePlanner(model),
    parser: makeParser(model),
  });
}
