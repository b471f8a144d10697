/**
 * The tools of a kernel for agents of the OpenAI Agents SDK: function tools whose `execute` is a
 * dispatch. The callables stay in the kernel. A call that needs a ruling waits for the faces of the
 * kernel; the SDK's own approvals give none (LIM-96).
 */
import type { ClientSession, Tool } from '../../../kernel/index.js';
import { offeredStubs } from '../offered-tools.js';

/** What the adapter needs of the host's own copy of the SDK. */
export interface AgentsSdk<Made> {
  /** The SDK's `tool`. */
  readonly tool: (options: never) => Made;
}

/**
 * Makes function tools of a session: one conversation, with all agents that it is handed to.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function agentTools<Made>(
  sdk: AgentsSdk<Made>,
  session: ClientSession,
  tools: readonly Tool[],
): Made[] {
  return offeredStubs(session, tools).map(({ name, description, input, call }) => {
    const options = {
      name,
      description,
      parameters: input,
      // The kernel holds arguments to their schema; the SDK's strict mode takes few schemas.
      strict: false,
      execute: (args: unknown, _context: unknown, details?: { readonly signal?: AbortSignal }) =>
        call(args, details?.signal),
    };
    return sdk.tool(options as never);
  });
}
