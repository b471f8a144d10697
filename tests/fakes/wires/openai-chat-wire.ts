/** OpenAI's chat completions: arguments are a text of JSON, calls are told by `tool_call_id`. */
import { z } from 'zod';
import { argumentsText, type HeardMessage, type Said, type Wire } from './wire.js';

const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name, arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

const format = z.strictObject({
  type: z.literal('json_schema'),
  json_schema: z.strictObject({
    name: z.string(),
    strict: z.literal(false),
    schema: z.record(z.string(), z.unknown()),
  }),
});

const request = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  messages: z.array(message).min(1),
  response_format: format.optional(),
  tool_choice: z.literal('auto').optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name,
          description: z.string(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .min(1)
    .optional(),
});

/** Chat completions from the side of the service. */
export const openAiChatWire: Wire = {
  path: '/v1/chat/completions',
  contentType: 'application/json',
  hear(body) {
    const { model, messages, tools = [], max_tokens, response_format } = request.parse(body);
    const [first, ...rest] = messages;
    if (first?.role !== 'system') throw new Error('the system message is not the first');
    const history = rest.map(heard);
    assertAnswered(history);
    return {
      model,
      system: first.content,
      messages: history,
      tools: tools.map(({ function: offered }) => offered),
      maxTokens: max_tokens,
      format: response_format?.json_schema.schema ?? null,
    };
  },
  say,
  refuse: (_status, words) =>
    JSON.stringify({
      error: { message: words, type: 'invalid_request_error', param: null, code: null },
    }),
};

function heard(one: z.infer<typeof message>): HeardMessage {
  if (one.role === 'tool') return { role: 'tool', of: one.tool_call_id, text: one.content };
  if (one.role === 'user') return { role: 'user', text: one.content };
  if (one.role !== 'assistant') throw new Error('a second system message');
  const calls = (one.tool_calls ?? []).map(({ id, function: asked }) => {
    return { id, name: asked.name, args: JSON.parse(asked.arguments) };
  });
  return { role: 'assistant', text: one.content ?? '', calls, thinking: null };
}

/** The service refuses a history in which a call has no outcome, or an outcome no call. */
export function assertAnswered(messages: readonly HeardMessage[]): void {
  const asked = messages.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
  const told = messages.flatMap((one) => (one.role === 'tool' ? [one.of] : []));
  if (asked.map(({ id }) => id).join() !== told.join()) throw new Error('calls without outcomes');
}

function say({ text, calls = [], cut = false }: Said, model: string): string[] {
  const tool_calls = calls.map((one) => ({
    id: one.id,
    type: 'function',
    function: { name: one.name, arguments: argumentsText(one) },
  }));
  const whole = calls.length > 0 ? 'tool_calls' : 'stop';
  const choice = {
    index: 0,
    message: {
      role: 'assistant',
      content: text ?? null,
      refusal: null,
      ...(calls.length > 0 ? { tool_calls } : {}),
    },
    finish_reason: cut ? 'length' : whole,
  };
  const usage = { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 };
  const answer = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [choice],
    usage,
  };
  return [JSON.stringify(answer)];
}
