/** Ollama's chat: one JSON object a line, calls without ids, arguments as an object. */
import { z } from 'zod';
import type { Said, Wire } from './wire.js';

const call = z.strictObject({
  function: z.strictObject({
    name: z.string().min(1),
    arguments: z.record(z.string(), z.unknown()),
  }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    thinking: z.string().optional(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: z.string(), tool_name: z.string().min(1) }),
]);

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  }),
});

const request = z.strictObject({
  model: z.string(),
  stream: z.literal(true),
  think: z.union([z.boolean(), z.enum(['low', 'medium', 'high'])]),
  format: z.union([z.literal('json'), z.record(z.string(), z.unknown())]).optional(),
  options: z.strictObject({ temperature: z.literal(0), num_predict: z.int() }),
  messages: z.array(message).min(1),
  tools: z.array(tool).min(1).optional(),
});

type Message = z.infer<typeof message>;

/** Ollama from the side of the server. */
export const ollamaWire: Wire = {
  path: '/api/chat',
  contentType: 'application/x-ndjson',
  hear(body) {
    const { model, messages, tools = [], options, format = null } = request.parse(body);
    const [first, ...rest] = messages;
    if (first?.role !== 'system') throw new Error('the system message is not the first');
    return {
      model,
      system: first.content,
      messages: rest.map(heard),
      tools: tools.map(({ function: offered }) => offered),
      maxTokens: options.num_predict,
      format,
    };
  },
  say,
  refuse: (_status, words) => JSON.stringify({ error: words }),
};

function heard(one: Message): ReturnType<Wire['hear']>['messages'][number] {
  if (one.role === 'tool') return { role: 'tool', of: one.tool_name, text: one.content };
  if (one.role === 'user') return { role: 'user', text: one.content };
  if (one.role === 'system') throw new Error('a second system message');
  const calls = (one.tool_calls ?? []).map(({ function: { name, arguments: args } }) => {
    return { id: null, name, args };
  });
  return { role: 'assistant', text: one.content, calls, thinking: one.thinking ?? null };
}

function say({ text = '', thinking, calls = [], cut = false }: Said, model: string): string[] {
  const line = (part: object, done: object = { done: false }): string =>
    `${JSON.stringify({ model, created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '', ...part }, ...done })}\n`;
  const words = [...text.matchAll(/.{1,5}/gsu)].map(([content]) => line({ content }));
  const asked = calls.map(({ name, args = {}, raw }) =>
    line({ tool_calls: [{ function: { name, arguments: raw ?? args } }] }),
  );
  const end = {
    done: true,
    done_reason: cut ? 'length' : 'stop',
    prompt_eval_count: 7,
    eval_count: 11,
  };
  return [
    ...(thinking === undefined ? [] : [line({ thinking })]),
    ...words,
    ...asked,
    line({}, end),
  ];
}
