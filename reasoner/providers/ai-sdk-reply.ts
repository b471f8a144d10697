/**
 * What a model of the AI SDK answered, read part by part. The model and its service are untrusted:
 * a part that says that something ran at the service is refused, and so is a part that no reply can
 * hold.
 */
import type { LanguageModelV2, LanguageModelV3, SharedV2ProviderOptions } from '@ai-sdk/provider';
import { readArguments } from '../call-arguments.js';
import { freeId } from '../call-ids.js';
import type { AskedCall } from '../conversation.js';
import { ReasonerError } from '../errors.js';
import type { CompletionUsage } from '../provider.js';
import { tokenCount } from '../token-count.js';
import type { WireNames } from './wire-names.js';

/** A language model object of the AI SDK, as its providers make them. */
export type AiSdkModel = LanguageModelV2 | LanguageModelV3;
/** What such a model gives for one request. */
export type AiSdkResult = Awaited<ReturnType<AiSdkModel['doGenerate']>>;
type Part = AiSdkResult['content'][number];

/** What belongs to one provider of the SDK, under its name; both versions take it. */
export type ProviderOptions = SharedV2ProviderOptions;

/** A part of a reply in its place, with what its service signed; a call by its id, in `text`. */
export interface ReplyPart {
  readonly kind: 'text' | 'reasoning' | 'call';
  readonly text: string;
  readonly signed?: ProviderOptions;
}

/** The parts of a reply, by its `carry`. */
export type CarriedParts = WeakMap<object, readonly ReplyPart[]>;

export interface ReadParts {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly AskedCall[];
  readonly parts: readonly ReplyPart[];
}

/** Reads the parts. Takes the ids of its calls. @throws reasoner_failed */
export function readParts(
  content: AiSdkResult['content'],
  names: WireNames,
  taken: Set<string>,
): ReadParts {
  const calls: AskedCall[] = [];
  const parts: ReplyPart[] = [];
  const said = { text: '', reasoning: '' };
  for (const part of content) {
    const own = part.type === 'tool-call' ? askedCall(part, names, taken) : undefined;
    if (own !== undefined) calls.push(own);
    const kind = own === undefined ? kindOf(part) : 'call';
    const text = own?.id ?? ('text' in part ? part.text : '');
    if (kind !== 'call') said[kind] += text;
    parts.push({ kind, text, ...signedBy(part) });
  }
  return { text: said.text, thinking: said.reasoning, calls, parts };
}

function kindOf(part: Part): 'text' | 'reasoning' {
  if (part.type === 'text' || part.type === 'reasoning') return part.type;
  // Results, sources and approvals tell of a tool of the service; a file is no text.
  const shown = /^[a-z-]{1,40}$/.test(part.type) ? ` (\`${part.type}\`)` : '';
  throw refused(`a part that a reply cannot hold${shown}`);
}

function askedCall(
  part: Extract<Part, { type: 'tool-call' }>,
  names: WireNames,
  taken: Set<string>,
): AskedCall {
  if (part.providerExecuted === true) throw refused('a call that its service has made itself');
  const id = freeId(part.toolCallId, taken);
  return { id, name: names.back(part.toolName), args: readArguments(part.input) };
}

function signedBy(part: Part): Pick<ReplyPart, 'signed'> {
  const signed: unknown = 'providerMetadata' in part ? part.providerMetadata : undefined;
  return isProviderOptions(signed) ? { signed } : {};
}

function isProviderOptions(value: unknown): value is ProviderOptions {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((one) => typeof one === 'object' && one !== null);
}

function refused(what: string): ReasonerError {
  return new ReasonerError('reasoner_failed', `the model answered with ${what}`, {
    mend: 'configure the model without tools of its service: every tool is one that Sluice decides on',
  });
}

/** Asks whether the answer ended before it was whole. @throws reasoner_failed where it failed */
export function isCut({ content, finishReason }: AiSdkResult): boolean {
  const reason = typeof finishReason === 'string' ? finishReason : finishReason.unified;
  if (reason === 'error') throw new ReasonerError('reasoner_failed', 'the model ended in an error');
  if (reason === 'length') return true;
  // A filter that stops a text leaves the text of a refusal; one that stops a call leaves a half.
  return reason === 'content-filter' && content.some((part) => part.type !== 'text');
}

/** The tokens of either version of the interface. */
export function usageOf({ usage }: AiSdkResult): CompletionUsage {
  const { inputTokens, outputTokens } = usage;
  return { inputTokens: totalOf(inputTokens), outputTokens: totalOf(outputTokens) };
}

function totalOf(tokens: number | { readonly total: number | undefined } | undefined) {
  return tokenCount(typeof tokens === 'object' ? tokens.total : tokens);
}
