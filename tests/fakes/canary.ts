/** Tools that keep what they ran with and answer what a test says: witnesses of an effect. */
import {
  type DefinitionInput,
  defineTool,
  type Tool,
  type ToolCallContext,
} from '../../hosts/index.js';
import type { JsonObject } from '../../schemas/index.js';

/** One run of a tool. */
export interface CanaryCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** What a tool answers: a value, or a function of its arguments. */
export type CanaryAnswer = unknown | ((args: JsonObject, context: ToolCallContext) => unknown);

export interface Canaries {
  /** Every run of a tool, in order. */
  readonly calls: readonly CanaryCall[];
  readonly tool: (definition: DefinitionInput, answer: CanaryAnswer) => Tool;
  /** The arguments that one tool ran with, in order. */
  readonly of: (tool: string) => readonly JsonObject[];
}

/** Makes an empty list of runs and the tools that write into it. */
export function makeCanaries(): Canaries {
  const calls: CanaryCall[] = [];
  return {
    calls,
    of: (tool) => calls.filter((call) => call.tool === tool).map(({ args }) => args),
    tool: (definition, answer) =>
      defineTool({
        ...definition,
        run: (args, context) => {
          calls.push({ tool: definition.name, args });
          return typeof answer === 'function' ? answer(args, context) : answer;
        },
      }),
  };
}
