/**
 * A server's tool as one of the kernel's: what the settings declare, what the server defines, and a
 * callable that asks the server. The callable goes to the kernel and nowhere else.
 */
import type { z } from 'zod';
import {
  type DefinitionInput,
  defineTool,
  KernelFault,
  type Tool,
  type ToolRun,
} from '../../kernel/index.js';
import type { DeclaredTool } from '../../schemas/index.js';
import { validatorOf } from '../catalogue/json-schema.js';
import { HostError } from '../errors.js';
import { pickResult, resultSchema } from './call-result.js';
import { closedSchema } from './closed-schema.js';
import { type ServerDefinition, shownText } from './definition.js';
import type { ServerSettings, ToolSettings } from './gateway-settings.js';
import type { Upstream } from './upstream.js';

/** Longest description that a client is shown, in UTF-16 code units; the rest is cut off. */
const MAX_DESCRIPTION = 4096;

/** A tool that clients of the gateway may call. */
export interface OfferedTool {
  /** As clients name it: `server__tool`. */
  readonly name: string;
  readonly tool: Tool;
  readonly upstream: Upstream;
  readonly definition: ServerDefinition;
  readonly settings: ToolSettings;
  /** Whether its structured content has a schema. */
  readonly isStructured: boolean;
}

/** The name of a server's tool among those of all servers. */
export function offeredName(server: string, tool: string): string {
  return `${server}__${tool}`;
}

/**
 * Defines a server's tool for the kernel.
 * @throws HostError `settings_malformed` for a declaration that does not fit the definition, or a
 * schema that cannot be enforced
 */
export function serverTool(
  upstream: Upstream,
  definition: ServerDefinition,
  settings: ToolSettings,
): OfferedTool {
  const name = offeredName(upstream.name, definition.name);
  const { spec, digest } = settings;
  try {
    const input = schemaOf(definition.inputSchema);
    const { outputSchema } = definition;
    const structured = outputSchema === null ? null : schemaOf(outputSchema);
    const tool = defineTool({
      ...(spec as DeclaredTool),
      name,
      description: shownDescription(definition) || name,
      input,
      output: resultSchema(structured),
      run: async (args: object, { signal }: { readonly signal: unknown }) => {
        const asked = { tool: definition.name, digest };
        const answer = await upstream.call(asked, args, signal as AbortSignal);
        return pickResult(answer, structured !== null);
      },
    } as DefinitionInput & { readonly run: ToolRun });
    return { name, tool, upstream, definition, settings, isStructured: structured !== null };
  } catch (error) {
    if (!(error instanceof HostError) && !(error instanceof KernelFault)) throw error;
    const at = `servers.${upstream.name}.tools.${definition.name}`;
    throw new HostError('settings_malformed', `\`${at}\`: ${error.message}`, { cause: error });
  }
}

function shownDescription({ description }: ServerDefinition): string {
  const text = shownText(description).slice(0, MAX_DESCRIPTION);
  // Half of a pair is no text.
  return text.replace(/[\ud800-\udbff]$/, '');
}

function schemaOf(schema: ServerDefinition['inputSchema']): z.ZodType {
  return validatorOf(closedSchema(schema) as ServerDefinition['inputSchema'], 'schema');
}

/** Whether a tool may be called now, and why not. */
export function standing({
  upstream,
  definition,
  settings,
}: Pick<OfferedTool, 'upstream' | 'definition' | 'settings'>): 'pinned' | 'gone' | 'drifted' {
  const now = upstream.definitions.get(definition.name);
  if (now === undefined) return 'gone';
  return now.digest === settings.digest ? 'pinned' : 'drifted';
}

/** The settings of one server's tool. */
export function settingsOf(server: ServerSettings, tool: string): ToolSettings | null {
  return Object.hasOwn(server.tools, tool) ? (server.tools[tool] ?? null) : null;
}
