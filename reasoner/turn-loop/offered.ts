/**
 * What is on offer in a step: the tools of the catalogue, and the built-ins. Depends on the query,
 * the catalogue and the steps that ran, never on what they say (behaviour T-2, T-17, C11). Names
 * that a service does not take are its provider's to change, there and back.
 */
import type { CatalogueTool, SizeBucket, TurnContext } from '../../schemas/index.js';
import type { OfferedTool } from '../conversation.js';
import { builtinArguments, offeredBuiltins } from './builtins.js';

/** Reads what is in the scratchpad; offered only where there is something in it. */
export const SCRATCHPAD = 'scratchpad_read';

const scratchpad = Object.freeze({
  name: SCRATCHPAD,
  description: 'Takes a part of a long text: its head, its tail, or a range of characters.',
  parameters: {
    type: 'object',
    properties: {
      source: { type: 'string', description: 'a reference to a step, such as {{step1}}' },
      mode: { enum: ['full', 'head', 'tail', 'range'] },
      n: { type: 'integer', minimum: 1, description: 'characters of head or tail' },
      start: { type: 'integer', minimum: 0 },
      end: { type: 'integer', minimum: 0 },
    },
    required: ['source', 'mode'],
    additionalProperties: false,
  },
}) satisfies OfferedTool;

/** The arguments of what a turn itself offers; a tool of such a name is not on offer. */
export const reservedArguments: Readonly<Record<string, readonly string[]>> = Object.freeze({
  ...builtinArguments,
  [SCRATCHPAD]: Object.keys(scratchpad.parameters.properties),
});

/** What a step can call: tools by their own names, and built-ins. */
export function offeredTools(context: TurnContext, hasScratchpad: boolean): readonly OfferedTool[] {
  const tools = context.tools
    .filter(({ name }) => !Object.hasOwn(reservedArguments, name))
    .map(offered);
  const hasEntries = hasScratchpad && context.handles.some(({ size }) => isLong(size));
  return [...tools, ...offeredBuiltins(context), ...(hasEntries ? [scratchpad] : [])];
}

/** Whether a value of this size is kept in the scratchpad. */
export function isLong(size: SizeBucket): boolean {
  return size === 'medium' || size === 'large';
}

function offered({ name, description, input }: CatalogueTool): OfferedTool {
  return { name, description, parameters: input };
}
