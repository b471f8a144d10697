/** One executor that was let in, and its tool. */
import {
  type DefinitionInput,
  defineTool,
  type Tool,
  type ToolCallContext,
} from '../../kernel/index.js';
import type { JsonObject } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { validatorOf } from './json-schema.js';
import type { Launcher } from './launch/launcher.js';
import type { Manifest } from './manifest.js';
import type { ExecutorScope } from './scope/executor-scope.js';
import type { SignedFolder } from './signed-folder.js';

export interface Executor {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Words that speak for it when tools are ranked for a query. */
  readonly affinity: readonly string[];
  /** The key that signed its manifest: its digest, and whose it is. */
  readonly signedBy: { readonly key: string; readonly name: string | null };
  /** For `tools` of createKernel. */
  readonly tool: Tool;
  readonly manifest: Manifest;
  /** How far its capabilities reach: for `scopeLayer`. */
  readonly scope: ExecutorScope;
}

/** What a manifest declares, as `defineTool` takes it. @throws HostError `manifest_malformed` */
function definitionOf(manifest: Manifest): DefinitionInput {
  const { name, description, tool, limits, input, output } = manifest;
  const definition = {
    ...tool,
    name,
    description,
    timeoutMs: limits.timeout_ms,
    input: validatorOf(input as Parameters<typeof validatorOf>[0], 'input'),
    output: validatorOf(output as Parameters<typeof validatorOf>[0], 'output'),
  };
  // What it declares is checked where it is defined, field by field.
  return definition as unknown as DefinitionInput;
}

/** Starts an executor on one call. */
export type Start = (call: {
  readonly args: JsonObject;
  readonly context: ToolCallContext;
}) => unknown;

/**
 * Makes the tool of a manifest.
 * @throws HostError `manifest_malformed`; KernelFault `tool_malformed`, `schema_refused`
 */
export function toolOf(manifest: Manifest, { bounds }: ExecutorScope, start: Start): Tool {
  const tool = defineTool({
    ...definitionOf(manifest),
    run: (args, context) => start({ args, context }),
  });
  for (const { field, kind } of bounds) {
    // The Gate follows what the rules take for a path; of anything else it could not tell.
    const names = tool.definition.names.kids[field];
    const isPath = names?.dimension === 'path' || names?.star?.dimension === 'path';
    if (kind === 'host' || isPath) continue;
    const what = `\`[scope]\` bounds \`/${field}\` as a path: say \`names = "path"\` of it`;
    throw new HostError('manifest_malformed', what);
  }
  return tool;
}

/** Makes the executor of a signed folder. @throws what `toolOf` throws */
export function makeExecutor(
  signed: SignedFolder,
  scope: ExecutorScope,
  launcher: Launcher,
): Executor {
  const { manifest, signedBy } = signed;
  const { name, version, description, affinity } = manifest;
  const tool = toolOf(manifest, scope, (call) => launcher.launch(signed, scope, call));
  return Object.freeze({
    ...{ name, version, description, affinity, signedBy },
    tool,
    manifest,
    scope,
  });
}
