/**
 * The tools of a kernel for `generateText`, `streamText` and agents of the AI SDK, versions 5 and
 * 6: stubs whose `execute` is a dispatch. The callables stay in the kernel. Version 6 can put a
 * question before its own user; version 5 has no approvals.
 */
import type { ToolSet } from 'ai';
import type { ClientSession, Tool } from '../../../kernel/index.js';
import { offeredStubs, type StubOptions } from '../offered-tools.js';
import { isApprovedIn, isCalledIn } from './approval-messages.js';

/** What the adapter needs of the host's own copy of the SDK. */
export interface AiSdk {
  /** The SDK's `jsonSchema`. */
  readonly jsonSchema: (schema: never) => unknown;
}

/** What the SDK says of a call. */
interface AiCall {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal;
}

/**
 * Makes a tool set of a session: one conversation, with all of its agents.
 * @throws HostError `config_malformed` for a name that model providers do not take
 */
export function aiTools(
  sdk: AiSdk,
  session: ClientSession,
  tools: readonly Tool[],
  options: StubOptions = {},
): ToolSet {
  const { jsonSchema } = sdk;
  const made: Record<string, object> = {};
  for (const { name, description, input, ...stub } of offeredStubs(session, tools, options)) {
    made[name] = {
      description,
      inputSchema: jsonSchema(input as never),
      // With the call in its messages, it is about to be made: nothing is asked any more.
      needsApproval: (args: unknown, { toolCallId, messages }: AiCall) =>
        isCalledIn(messages, toolCallId)
          ? stub.wasAsked(toolCallId) || stub.wouldAsk(args) !== null
          : stub.ask(toolCallId, args) !== null,
      execute: (args: unknown, { toolCallId, messages, abortSignal }: AiCall) =>
        stub.call(args, {
          signal: abortSignal,
          approved: isApprovedIn(messages, toolCallId) ? toolCallId : null,
        }),
    };
  }
  return Object.freeze(made) as ToolSet;
}
