/** One conversation, told to every provider: a question, a call, two calls at once, an answer. */
import type { ConversationRequest, Message, OfferedTool, Reply } from '../../reasoner/index.js';

/** A tool whose name no service takes as it is. */
export const findPlace: OfferedTool = {
  name: 'geo.find:place',
  description: 'Finds a place by its name.',
  parameters: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { name: { type: 'string', minLength: 1 } },
    required: ['name'],
    additionalProperties: false,
  },
};

export const readWeather: OfferedTool = {
  name: 'read_weather',
  description: 'Reads the weather of a place.',
  parameters: {
    type: 'object',
    properties: {
      place: { type: 'integer', minimum: 0 },
      days: { type: 'array', items: { enum: ['today', 'tomorrow'] }, maxItems: 2 },
    },
    required: ['place'],
    additionalProperties: false,
  },
};

export const question: Message = { role: 'user', text: 'Is it warmer in Rome or in Oslo?' };

/** A request with these messages and both tools. */
export function talk(
  messages: readonly Message[],
  given: Partial<ConversationRequest> = {},
): ConversationRequest {
  const { signal } = new AbortController();
  const tools = [findPlace, readWeather];
  return { system: 'Answer briefly.', messages, tools, maxTokens: 64, signal, ...given };
}

/** The messages after a reply and the outcomes of its calls. */
export function continued(
  messages: readonly Message[],
  reply: Reply,
  ...outcomes: readonly string[]
): readonly Message[] {
  const { text, calls, carry } = reply;
  const told = calls.map(({ id, name }, at): Message => {
    return { role: 'tool', call: id, name, text: outcomes[at] ?? '' };
  });
  const said: Message = {
    role: 'assistant',
    text,
    calls,
    ...(carry === undefined ? {} : { carry }),
  };
  return [...messages, said, ...told];
}
