/**
 * The tools of a kernel for agents of LangChain JS: structured tools whose function is a dispatch.
 * The callables stay in the kernel. A call that needs a ruling waits for the faces of the kernel; a
 * middleware that asks a person gives none (LIM-96).
 */
import type { ClientSession, Tool } from '../../../kernel/index.js';
import { offeredStubs } from '../offered-tools.js';

/** What the adapter needs of the host's own copy of LangChain. */
export interface LangChain<Made> {
  /** `tool` of `@langchain/core/tools`, or of `langchain`. */
  readonly tool: (run: never, fields: never) => Made;
}

/**
 * Makes structured tools of a session: one conversation, with all agents that it is handed to. What
 * a model is told is JSON text.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function chainTools<Made>(
  langchain: LangChain<Made>,
  session: ClientSession,
  tools: readonly Tool[],
): Made[] {
  return offeredStubs(session, tools).map(({ name, description, input, call }) => {
    const run = async (args: unknown, config?: { readonly signal?: AbortSignal }) =>
      JSON.stringify(await call(args, config?.signal));
    return langchain.tool(run as never, { name, description, schema: input } as never);
  });
}
