/**
 * Tools as opaque handles: the definition is public, the callable is not. Only the dispatcher may
 * open one (rule `tool-run-has-one-user`). Upholds INV-B2.
 */
import type { CancelSignal, DeclaredTool, JsonObject } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { type DefinitionInput, makeDefinition, type ToolDefinition } from '../tools/definition.js';
import type { SchemaInput, SchemaOutput } from '../tools/validator.js';

/** What a tool may know of the call beside its arguments. */
export interface ToolCallContext {
  readonly signal: CancelSignal;
  readonly call: string;
}

/** A tool's callable. It gets exactly the snapshot that the Gate decided on. */
export type ToolRun = (args: JsonObject, context: ToolCallContext) => unknown;

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let open: (tool: unknown) => ToolRun;
let isTool: (value: unknown) => value is Tool;
let make: (definition: ToolDefinition, run: ToolRun) => Tool;

/** A tool's handle: it shows the definition and hides the callable. */
export class Tool {
  readonly #run: ToolRun;
  readonly definition: ToolDefinition;
  /** Tells a handle of another copy of the package from junk; it gives no authority. */
  readonly kind: 'sluice.tool' = 'sluice.tool';

  private constructor(key: object, definition: ToolDefinition, run: ToolRun) {
    if (key !== minting) throw new KernelFault('tool_malformed', 'a tool is made by `defineTool`');
    this.definition = definition;
    this.#run = run;
    freeze(this);
  }

  static {
    make = (definition, run) => new Tool(minting, definition, run);
    isTool = (value): value is Tool => typeof value === 'object' && value !== null && #run in value;
    open = (tool) => {
      if (isTool(tool)) return tool.#run;
      // INV-F4: another copy's handle has no brand of ours.
      const foreign = (tool as { readonly kind?: unknown } | null)?.kind === 'sluice.tool';
      throw foreign
        ? new KernelFault('foreign_kernel', 'a tool defined by another copy of the package')
        : new KernelFault('tool_malformed', 'not a tool: use `defineTool`');
    };
  }

  get name(): string {
    return this.definition.spec.name;
  }
}
freeze(Tool.prototype);
freeze(Tool);

export { open as openTool };

/** A definition whose `run` has the type of its input schema: the Gate hands it nothing else. */
export type TypedDefinition<Input extends SchemaInput> = DeclaredTool & {
  readonly input: Input;
  readonly output: SchemaInput;
  readonly run: (args: SchemaOutput<Input>, context: ToolCallContext) => unknown;
};

/**
 * Defines a tool whose `run` has the type of its input schema.
 * @throws KernelFault `tool_malformed` or `schema_refused`
 */
export function defineTool<Input extends SchemaInput>(given: TypedDefinition<Input>): Tool;
/**
 * Defines a tool: its spec, schemas and callable become a frozen handle that only a dispatcher can
 * run.
 * @throws KernelFault `tool_malformed` or `schema_refused`
 */
export function defineTool(given: DefinitionInput & { readonly run: ToolRun }): Tool;
/**
 * Defines a tool: its spec, schemas and callable become a frozen handle that only a dispatcher can
 * run.
 * @throws KernelFault `tool_malformed` or `schema_refused`
 */
export function defineTool(given: DefinitionInput & { readonly run: ToolRun }): Tool {
  const { run, ...definition } = given;
  if (typeof run !== 'function')
    throw new KernelFault('tool_malformed', '`run` must be a function');
  return make(makeDefinition(definition), run);
}
