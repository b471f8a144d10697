/** The AI SDK, oldest and newest supported version, with scripted models of its own. */

/** A call that a scripted model makes. */
export type Asked = readonly [name: string, args: object];

/** What it answers: calls, or a text. */
export type Reply = readonly Asked[] | string;

/** One version of the SDK, as tests use it. */
export interface Sdk {
  readonly generateText: (
    options: object,
  ) => Promise<{ readonly text: string; readonly response: { readonly messages: unknown[] } }>;
  readonly streamText: (options: object) => {
    readonly consumeStream: () => Promise<void>;
    readonly response: PromiseLike<{ readonly messages: unknown[] }>;
  };
  readonly jsonSchema: (schema: never) => unknown;
  readonly stepCountIs: (count: number) => unknown;
  readonly model: (replies: readonly Reply[], seen: unknown[]) => unknown;
}

let made = 0;

function replyOf(reply: Reply): object[] {
  if (typeof reply === 'string') return [{ type: 'text', text: reply }];
  return reply.map(([toolName, args]) => ({
    type: 'tool-call',
    toolCallId: `call-${++made}`,
    toolName,
    input: JSON.stringify(args),
  }));
}

/** Loads a version, with models that answer as a test says. */
export async function sdkOf(version: 'ai' | 'ai-oldest'): Promise<Sdk> {
  const sdk = (await import(version)) as unknown as Omit<Sdk, 'model'>;
  const mocks = (await import(`${version}/test`)) as Record<
    string,
    new (
      options: object,
    ) => unknown
  >;
  const isNew = version === 'ai';
  const Mock = mocks[isNew ? 'MockLanguageModelV3' : 'MockLanguageModelV2'];
  if (Mock === undefined) throw new Error(`${version} has no model for tests`);
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
  const usage = isNew
    ? { inputTokens: tokens, outputTokens: tokens }
    : { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return {
    generateText: sdk.generateText,
    streamText: sdk.streamText,
    jsonSchema: sdk.jsonSchema,
    stepCountIs: sdk.stepCountIs,
    model: (replies, seen) => {
      let at = 0;
      const next = ({ prompt }: { readonly prompt: unknown }) => {
        seen.push(structuredClone(prompt));
        const reply = replies[at] ?? 'done';
        at += 1;
        const reason = typeof reply === 'string' ? 'stop' : 'tool-calls';
        return {
          content: replyOf(reply),
          finishReason: isNew ? { unified: reason, raw: reason } : reason,
          usage,
          warnings: [],
        };
      };
      const doStream = async (asked: { readonly prompt: unknown }) => {
        const { content, finishReason } = next(asked);
        const chunks = content.filter((part) => !('text' in part));
        const stream = ReadableStream.from([...chunks, { type: 'finish', finishReason, usage }]);
        return { stream };
      };
      return new Mock({ doGenerate: async (asked: never) => next(asked), doStream });
    },
  };
}
