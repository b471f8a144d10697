/**
 * The tools of a kernel for `generateText`, `streamText` and agents of the AI SDK 5 and 6: stubs
 * whose `execute` is a dispatch. The callables stay in the kernel. A call that needs a ruling waits
 * for the faces of the kernel; the SDK's own approvals give none (LIM-96).
 */
import type { ToolSet } from 'ai';
import type { ClientSession, Tool } from '../../../kernel/index.js';
import { offeredStubs } from '../offered-tools.js';

/** What the adapter needs of the host's own copy of the SDK. */
export interface AiSdk {
  /** The SDK's `jsonSchema`. */
  readonly jsonSchema: (schema: never) => unknown;
}

/**
 * Makes a tool set of a session: one conversation, with all of its agents.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function aiTools(sdk: AiSdk, session: ClientSession, tools: readonly Tool[]): ToolSet {
  const { jsonSchema } = sdk;
  const made: Record<string, object> = {};
  for (const { name, description, input, call } of offeredStubs(session, tools)) {
    made[name] = {
      description,
      inputSchema: jsonSchema(input as never),
      execute: (args: unknown, { abortSignal }: { readonly abortSignal?: AbortSignal }) =>
        call(args, abortSignal),
    };
  }
  return Object.freeze(made) as ToolSet;
}
