/** A conversation in the words of Ollama's protocol, and the calls that its server sent back. */
import type { Message as WireMessage, Tool as WireTool } from 'ollama/browser';
import { argumentsObject, readArguments } from '../call-arguments.js';
import { freeId, takenIds } from '../call-ids.js';
import type { AskedCall, ConversationRequest, Message, OfferedTool } from '../conversation.js';

/** What the model thought before a reply, by the `carry` of that reply. */
export type CarriedThinking = WeakMap<object, string>;

/** All messages, in order, the system's first. */
export function wireMessages(
  { system, messages }: ConversationRequest,
  carried: CarriedThinking,
): WireMessage[] {
  return [{ role: 'system', content: system }, ...messages.map((one) => wireMessage(one, carried))];
}

function wireMessage(message: Message, carried: CarriedThinking): WireMessage {
  if (message.role === 'user') return { role: 'user', content: message.text };
  if (message.role === 'tool') {
    return { role: 'tool', content: message.text, tool_name: message.name };
  }
  const thinking = message.carry === undefined ? undefined : carried.get(message.carry);
  const tool_calls = message.calls.map(({ name, args }) => ({
    function: { name, arguments: argumentsObject(args) },
  }));
  return {
    role: 'assistant',
    content: message.text,
    ...(thinking === undefined ? {} : { thinking }),
    ...(tool_calls.length === 0 ? {} : { tool_calls }),
  };
}

/** Tools on offer; each schema is the one that was given (behaviour T-17). */
export function wireTools(tools: readonly OfferedTool[]): WireTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
}

/**
 * The calls of an answer. Servers give no ids, or ids of their own: what is missing is made up, so
 * that every call has one that the conversation does not have yet.
 */
export function askedCalls(
  calls: readonly unknown[],
  messages: readonly Message[],
): readonly AskedCall[] {
  const taken = takenIds(messages);
  return calls.map((call) => {
    const { id, function: asked } = fieldsOf(call);
    const { name, arguments: given } = fieldsOf(asked);
    const args = typeof given === 'string' ? readArguments(given) : (given ?? {});
    return { id: freeId(id, taken), name: typeof name === 'string' ? name : '', args };
  });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
