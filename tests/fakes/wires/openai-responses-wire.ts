/** OpenAI's responses: a flat list of items; what the model thought goes back as it came. */
import { z } from 'zod';
import { assertAnswered } from './openai-chat-wire.js';
import { argumentsText, type HeardMessage, type Said, type Wire } from './wire.js';

const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
/** What the service signs a thought with; it takes back no other. */
const SIGNED = 'encrypted-by-the-service';

const item = z.union([
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.tuple([z.strictObject({ type: z.literal('input_text'), text: z.string() })]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    id: z.string().optional(),
    content: z.tuple([z.strictObject({ type: z.literal('output_text'), text: z.string() })]),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    call_id: z.string().min(1),
    name,
    arguments: z.string(),
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: z.string().min(1),
    output: z.string(),
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string().optional(),
    encrypted_content: z.literal(SIGNED),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  }),
]);

const request = z.strictObject({
  model: z.string(),
  store: z.literal(false),
  include: z.tuple([z.literal('reasoning.encrypted_content')]),
  max_output_tokens: z.int().positive(),
  input: z.array(item).min(1),
  reasoning: z.strictObject({ summary: z.literal('auto') }),
  tool_choice: z.literal('auto').optional(),
  text: z
    .strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        strict: z.literal(false),
        name: z.string(),
        schema: z.record(z.string(), z.unknown()),
      }),
    })
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name,
        description: z.string(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1)
    .optional(),
});

type Item = z.infer<typeof item>;

/** The responses interface from the side of the service. */
export const openAiResponsesWire: Wire = {
  path: '/v1/responses',
  contentType: 'application/json',
  hear(body) {
    const { model, input, tools = [], max_output_tokens, text } = request.parse(body);
    const [first, ...rest] = input;
    if (first === undefined || !('role' in first) || typeof first.content !== 'string') {
      throw new Error('the system message is not the first');
    }
    const messages = rest.reduce<readonly HeardMessage[]>(withItem, []);
    assertAnswered(messages);
    return {
      model,
      system: first.content,
      messages,
      tools: tools.map(({ name: known, description, parameters }) => {
        return { name: known, description, parameters };
      }),
      maxTokens: max_output_tokens,
      format: text?.format.schema ?? null,
    };
  },
  say,
  refuse: (_status, words) =>
    JSON.stringify({
      error: { message: words, type: 'invalid_request_error', param: null, code: null },
    }),
};

/** Thoughts, texts and calls that follow each other are one message of the assistant. */
function withItem(messages: readonly HeardMessage[], one: Item): readonly HeardMessage[] {
  if ('role' in one && one.role === 'user') {
    return [...messages, { role: 'user', text: one.content[0].text }];
  }
  if ('type' in one && one.type === 'function_call_output') {
    return [...messages, { role: 'tool', of: one.call_id, text: one.output }];
  }
  const last = messages.at(-1);
  const open = last?.role === 'assistant' ? last : undefined;
  const before = open === undefined ? messages : messages.slice(0, -1);
  return [...before, joined(open ?? SILENT, one)];
}

type Assistant = Extract<HeardMessage, { role: 'assistant' }>;
const SILENT: Assistant = { role: 'assistant', text: '', calls: [], thinking: null };

function joined(to: Assistant, one: Item): Assistant {
  if ('type' in one && one.type === 'function_call') {
    const call = { id: one.call_id, name: one.name, args: JSON.parse(one.arguments) };
    return { ...to, calls: [...to.calls, call] };
  }
  if ('type' in one && one.type === 'reasoning') {
    return { ...to, thinking: one.summary.map(({ text }) => text).join('') };
  }
  if (!('role' in one) || one.role !== 'assistant') throw new Error('a second system message');
  return { ...to, text: to.text + one.content[0].text };
}

function say({ text, thinking, calls = [], cut = false }: Said, model: string): string[] {
  const summary = [{ type: 'summary_text', text: thinking }];
  const thought = { type: 'reasoning', id: 'rs_1', summary, encrypted_content: SIGNED };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [
    ...(thinking === undefined ? [] : [thought]),
    ...(text === undefined ? [] : [{ type: 'message', role: 'assistant', id: 'msg_1', content }]),
    ...calls.map((one) => ({
      type: 'function_call',
      id: `fc_${one.id}`,
      call_id: one.id,
      name: one.name,
      arguments: argumentsText(one),
      status: 'completed',
    })),
  ];
  const incomplete_details = cut ? { reason: 'max_output_tokens' } : null;
  const usage = { input_tokens: 7, output_tokens: 11 };
  return [
    JSON.stringify({ id: 'resp_1', created_at: 1, model, output, incomplete_details, usage }),
  ];
}
