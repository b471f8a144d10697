/** Anthropic's messages: blocks of content, arguments as an object, thoughts that are signed. */
import { z } from 'zod';
import type { HeardMessage, Said, Wire } from './wire.js';

const name = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/);
/** What the service signs a thought with; it takes back no other. */
const SIGNED = 'signed-by-the-service';

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const thought = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.literal(SIGNED),
});
const use = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name,
  input: z.record(z.string(), z.unknown()),
});
const result = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.string(),
});

const request = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  system: z.tuple([text]),
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.strictObject({
          role: z.literal('user'),
          content: z.array(z.union([text, result])).min(1),
        }),
        z.strictObject({
          role: z.literal('assistant'),
          content: z.array(z.union([text, thought, use])).min(1),
        }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.strictObject({
        name,
        description: z.string(),
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.strictObject({ type: z.literal('auto') }).optional(),
  thinking: z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int() }).optional(),
  output_config: z
    .strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        schema: z.record(z.string(), z.unknown()),
      }),
    })
    .optional(),
});

type Asked = z.infer<typeof request>;

/** The messages interface from the side of the service. */
export const anthropicWire: Wire = {
  path: '/v1/messages',
  contentType: 'application/json',
  hear(body, headers) {
    if (headers['anthropic-version'] === undefined) throw new Error('no version');
    const asked = request.parse(body);
    assertAlternate(asked);
    if (asked.thinking !== undefined) assertThoughts(asked);
    return {
      model: asked.model,
      system: asked.system[0].text,
      messages: asked.messages.flatMap(heard),
      tools: (asked.tools ?? []).map(({ name: known, description, input_schema }) => {
        return { name: known, description, parameters: input_schema };
      }),
      maxTokens: asked.max_tokens - (asked.thinking?.budget_tokens ?? 0),
      format: asked.output_config?.format.schema ?? null,
    };
  },
  say,
  refuse: (_status, words) =>
    JSON.stringify({ type: 'error', error: { type: 'an_error', message: words } }),
};

/** Roles take turns, and the outcomes of all calls follow in the very next message. */
function assertAlternate({ messages }: Asked): void {
  messages.forEach(({ role, content }, at) => {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) throw new Error('roles do not take turns');
    const ids = content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : []));
    const told = messages[at + 1]?.content ?? [];
    const of = told.flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : []));
    if (ids.join() !== of.join()) throw new Error('calls without outcomes');
  });
}

/** A model that thinks wants its thought back before the calls that came of it. */
function assertThoughts({ messages }: Asked): void {
  const bare = messages.some(
    ({ role, content }) => role === 'assistant' && content[0]?.type !== 'thinking',
  );
  if (bare) throw new Error('expected `thinking` first');
}

function heard({ role, content }: Asked['messages'][number]): readonly HeardMessage[] {
  if (role === 'user') {
    return content.map((part) =>
      part.type === 'text'
        ? { role: 'user', text: part.text }
        : { role: 'tool', of: part.tool_use_id, text: part.content },
    );
  }
  const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = content.flatMap((part) =>
    part.type === 'tool_use' ? [{ id: part.id, name: part.name, args: part.input }] : [],
  );
  const thoughts = content.flatMap((part) => (part.type === 'thinking' ? [part.thinking] : []));
  return [{ role: 'assistant', text: said, calls, thinking: thoughts[0] ?? null }];
}

function say({ text: said, thinking, calls = [], cut = false }: Said, model: string): string[] {
  const content = [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: SIGNED }]),
    ...(said === undefined ? [] : [{ type: 'text', text: said }]),
    ...calls.map(({ id, name: asked, args = {}, raw }) => {
      return { type: 'tool_use', id, name: asked, input: raw ?? args };
    }),
  ];
  const whole = calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 7, output_tokens: 11 };
  const stop = { stop_reason: cut ? 'max_tokens' : whole, stop_sequence: null };
  return [
    JSON.stringify({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model,
      content,
      ...stop,
      usage,
    }),
  ];
}
