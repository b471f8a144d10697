/**
 * The one call of a provider that converses: whatever it does, the caller gets a well-formed,
 * bounded reply or a `ReasonerError`. The provider and its model are untrusted; what a reply says
 * is data, also the names and arguments of its calls.
 */
import { type ArgumentBudget, plainCopy } from './call-arguments.js';
import { freeId, takenIds } from './call-ids.js';
import { assertNotAborted, unlessAborted } from './cancellation.js';
import type {
  AskedCall,
  ConversationProvider,
  ConversationRequest,
  Reply,
} from './conversation.js';
import { ReasonerError } from './errors.js';
import type { CompletionUsage } from './provider.js';
import { tokenCount } from './token-count.js';

/**
 * What a reply holds at most. More text or calls than that is a truncated reply; arguments that
 * take more are `reasoner_failed`.
 */
export const conversationBounds = Object.freeze({
  /** Calls of one reply. */
  maxCalls: 32,
  /** Text, thinking, and all arguments together, each in UTF-16 code units. */
  maxChars: 1_000_000,
  /** Values in all arguments together. */
  maxNodes: 20_000,
  /** Nesting of one argument. */
  maxDepth: 64,
  /** The name of a tool that a call asks for, in UTF-16 code units. */
  maxName: 256,
});

/**
 * Asks once. Ids of calls are unique within the conversation, arguments are plain JSON or text, and
 * a truncated reply has no calls: the last one may be half of what was meant. Gives up on abort,
 * also where the provider does not listen.
 * @throws cancelled, reasoner_timeout, reasoner_failed, and what the provider throws
 */
export async function askConversation(
  provider: ConversationProvider,
  request: ConversationRequest,
): Promise<Reply> {
  assertNotAborted(request.signal);
  return unlessAborted(request.signal, converse(provider, request));
}

async function converse(
  provider: ConversationProvider,
  request: ConversationRequest,
): Promise<Reply> {
  try {
    const reply: unknown = await provider.converse(request);
    if (typeof reply !== 'object' || reply === null) throw unusable('no reply');
    return readReply(reply, takenIds(request.messages));
  } catch (error) {
    if (error instanceof ReasonerError) throw error;
    assertNotAborted(request.signal);
    // The message of a foreign error may quote the conversation: it is dropped.
    throw new ReasonerError('reasoner_failed', 'the provider threw');
  }
}

function readReply(reply: object, taken: Set<string>): Reply {
  const given: Partial<Record<keyof Reply, unknown>> = { ...reply };
  if (typeof given.text !== 'string') throw unusable('no text');
  if (!Array.isArray(given.calls)) throw unusable('no list of calls');
  const { maxCalls, maxChars } = conversationBounds;
  const isOver = given.text.length > maxChars || given.calls.length > maxCalls;
  const truncated = given.truncated !== false || isOver;
  return Object.freeze<Reply>({
    text: boundedText(given.text),
    calls: truncated ? [] : readCalls(given.calls, taken),
    thinking: typeof given.thinking === 'string' ? boundedText(given.thinking) : null,
    truncated,
    usage: readUsage(given.usage),
    ...(typeof given.carry === 'object' && given.carry !== null ? { carry: given.carry } : {}),
  });
}

function readCalls(calls: readonly unknown[], taken: Set<string>): readonly AskedCall[] {
  const { maxDepth, maxNodes, maxChars } = conversationBounds;
  const budget = { maxDepth, nodes: maxNodes, chars: maxChars };
  return Object.freeze(calls.map((call) => readCall(call, taken, budget)));
}

function readCall(call: unknown, taken: Set<string>, budget: ArgumentBudget): AskedCall {
  const given: Partial<Record<keyof AskedCall, unknown>> =
    typeof call === 'object' && call !== null ? { ...call } : {};
  if (typeof given.name !== 'string') throw unusable('a call without a name');
  const name = given.name.slice(0, conversationBounds.maxName);
  return Object.freeze({ id: freeId(given.id, taken), name, args: readArgs(given.args, budget) });
}

/** Plain JSON stays; what is JSON but not fit to be copied by others is kept as its text. */
function readArgs(args: unknown, budget: ArgumentBudget): unknown {
  const copied = plainCopy(args, budget);
  if (copied !== undefined) return copied;
  if (budget.nodes < 0 || budget.chars < 0) throw unusable('arguments over the bounds');
  const text = jsonText(args);
  budget.chars -= text?.length ?? 0;
  if (text === undefined || budget.chars < 0) throw unusable('arguments that are no JSON');
  return text;
}

function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Cuts to the bound and replaces lone surrogates, which no snapshot accepts. */
function boundedText(text: string): string {
  return text.slice(0, conversationBounds.maxChars).replace(/\p{Surrogate}/gu, '\ufffd');
}

function readUsage(usage: unknown): CompletionUsage {
  const given: Partial<Record<keyof CompletionUsage, unknown>> =
    typeof usage === 'object' && usage !== null ? { ...usage } : {};
  return Object.freeze({
    inputTokens: tokenCount(given.inputTokens),
    outputTokens: tokenCount(given.outputTokens),
  });
}

function unusable(what: string): ReasonerError {
  return new ReasonerError('reasoner_failed', `the provider returned ${what}`);
}
