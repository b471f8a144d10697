/**
 * The tools of a kernel for agents of the OpenAI Agents SDK: stubs whose `execute` is a dispatch.
 * The callables stay in the kernel. What they answer is JSON text: a result that looks like an
 * image or a file of the SDK's own is text like any other.
 */
import type { FunctionTool, RunContext } from '@openai/agents';
import type { ClientSession, Tool } from '../../../kernel/index.js';
import { offeredStubs, type StubOptions } from '../offered-tools.js';

/** What the adapter needs of the host's own copy of the SDK. */
export interface AgentsSdk {
  /** The SDK's `tool`. */
  readonly tool: (options: never) => unknown;
}

/** What the SDK says of approvals; null where a stub is called without it. */
type Approved = Pick<RunContext, 'isToolApproved'>;

interface AgentCall {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

/**
 * Makes the tools of a session: one conversation, with all of its agents.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function agentTools(
  sdk: AgentsSdk,
  session: ClientSession,
  tools: readonly Tool[],
  options: StubOptions = {},
): FunctionTool[] {
  return offeredStubs(session, tools, options).map(({ name, description, input, ...stub }) => {
    const made = {
      name,
      description,
      parameters: input,
      // The kernel refuses what does not fit, with words for the model.
      strict: false,
      needsApproval: async (context: Approved, args: unknown, callId?: string) =>
        // Where there is an answer already, it came before the question: that is none.
        answerTo(context, name, callId) === undefined
          ? stub.ask(callId ?? '', args) !== null
          : stub.wasAsked(callId ?? '') || stub.wouldAsk(args) !== null,
      execute: async (args: unknown, context?: Approved, { toolCall, signal }: AgentCall = {}) => {
        const approved = isApproved(context, name, toolCall?.callId) ? toolCall?.callId : null;
        return JSON.stringify(await stub.call(args, { signal, approved: approved ?? null }));
      },
    };
    return sdk.tool(made as never) as FunctionTool;
  });
}

function answerTo(context: Approved | undefined, toolName: string, callId = '') {
  return context?.isToolApproved({ toolName, callId });
}

/** A yes to one call. One to every call of a tool is no answer to what was asked about this one. */
function isApproved(context: Approved | undefined, tool: string, callId = ''): boolean {
  const isForAll = answerTo(context, tool, `not ${callId}`) === true;
  return !isForAll && answerTo(context, tool, callId) === true;
}
