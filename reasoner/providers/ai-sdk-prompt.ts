/** A conversation in the words of the AI SDK: its prompt and its tools. */
import type {
  JSONSchema7,
  LanguageModelV2FunctionTool,
  LanguageModelV2Message,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
} from '@ai-sdk/provider';
import { argumentsObject } from '../call-arguments.js';
import type { ConversationRequest, Message, OfferedTool } from '../conversation.js';
import type { CarriedParts, ReplyPart } from './ai-sdk-reply.js';
import type { WireNames } from './wire-names.js';

/** A message that both versions of the SDK's interface take. */
export type PromptMessage = LanguageModelV2Message & LanguageModelV3Message;
/** A tool that both take. */
export type PromptTool = LanguageModelV2FunctionTool & LanguageModelV3FunctionTool;

type Assistant = Extract<Message, { role: 'assistant' }>;
type AssistantPart = Extract<PromptMessage, { role: 'assistant' }>['content'][number];

/** All messages, in order, the system's first. An assistant that said nothing is left out. */
export function promptOf(
  { system, messages }: ConversationRequest,
  names: WireNames,
  carried: CarriedParts,
): PromptMessage[] {
  const spoken = messages.flatMap((message) => promptMessage(message, names, carried));
  return [{ role: 'system', content: system }, ...spoken];
}

function promptMessage(
  message: Message,
  names: WireNames,
  carried: CarriedParts,
): readonly PromptMessage[] {
  if (message.role === 'user') {
    return [{ role: 'user', content: [{ type: 'text', text: message.text }] }];
  }
  if (message.role === 'tool') {
    const { call: toolCallId, name, text: value } = message;
    const output = { type: 'text' as const, value };
    const result = { type: 'tool-result' as const, toolCallId, toolName: names.out(name), output };
    return [{ role: 'tool', content: [result] }];
  }
  const content = assistantParts(message, names, carried);
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

/**
 * What the assistant said. Where its provider still has the parts of the reply, they keep their
 * order and what the service signed; the text and the arguments are those of the message.
 */
function assistantParts(
  { text, calls, carry }: Assistant,
  names: WireNames,
  carried: CarriedParts,
): AssistantPart[] {
  const kept = carry === undefined ? undefined : carried.get(carry);
  const repeated = kept !== undefined && textOf(kept) === text ? kept : undefined;
  const open = new Map(calls.map((call) => [call.id, call]));
  const parts: AssistantPart[] = [];
  for (const { kind, text: said, signed } of repeated ?? [plainText(text)]) {
    const call = open.get(said);
    const own = signed === undefined ? {} : { providerOptions: signed };
    if (kind === 'reasoning') parts.push({ type: 'reasoning', text: said, ...own });
    if (kind === 'text' && said !== '') parts.push({ type: 'text', text: said, ...own });
    if (kind !== 'call' || call === undefined) continue;
    parts.push({ ...callPart(call, names), ...own });
    open.delete(said);
  }
  for (const call of open.values()) parts.push(callPart(call, names));
  return parts;
}

function plainText(text: string): ReplyPart {
  return { kind: 'text', text };
}

function textOf(parts: readonly ReplyPart[]): string {
  return parts.map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
}

function callPart({ id, name, args }: Assistant['calls'][number], names: WireNames) {
  const toolName = names.out(name);
  return { type: 'tool-call' as const, toolCallId: id, toolName, input: argumentsObject(args) };
}

/** Tools on offer; each schema is the one that was given (behaviour T-17). */
export function promptTools(tools: readonly OfferedTool[], names: WireNames): PromptTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name: names.out(name),
    description,
    inputSchema: asSchema(parameters),
  }));
}

/** A JSON Schema as the SDK types it: every word of it is optional there. */
export function asSchema(schema: object): JSONSchema7 {
  return schema;
}
