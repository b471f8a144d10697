/** One conversation with native tools, told to every provider over its real wire format. */
import { describe, expect } from 'vitest';
import { askConversation } from '../../reasoner/index.js';
import { verifies } from '../claims/verifies.js';
import { conversing, modelServices } from '../fakes/conversing.js';
import type { Turn } from '../fakes/model-service.js';
import { continued, findPlace, question, readWeather, talk } from '../fakes/weather-talk.js';

const serve = modelServices();

describe.each(conversing)('$name', ({ wire, hasIds, key, model, provider, thinker }) => {
  /** The name of the first tool as this wire tells it. */
  const placeName = hasIds ? 'geo_find_place' : findPlace.name;
  const turns: readonly Turn[] = [
    {
      kind: 'say',
      said: {
        text: 'Let me look.',
        calls: [{ id: 'c_a', name: placeName, args: { name: 'Rome' } }],
      },
    },
    {
      kind: 'say',
      said: {
        calls: [
          { id: 'c_b', name: readWeather.name, args: { place: 1, days: ['today'] } },
          { id: 'c_c', name: readWeather.name, args: { place: 2 } },
        ],
      },
    },
    { kind: 'say', said: { text: 'Rome is warmer: 21° to 9°.' } },
  ];

  verifies('T-17', 'a tool is called, then two at once, then a text answers', async () => {
    const service = await serve(wire, ...turns);
    const asked = provider(service.url);
    const first = await askConversation(asked, talk([question]));
    expect(first.text).toBe('Let me look.');
    expect(first.calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: findPlace.name, args: { name: 'Rome' } },
    ]);
    const second = await askConversation(asked, talk(continued([question], first, '{"place":1}')));
    expect(second.text).toBe('');
    expect(second.calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: readWeather.name, args: { place: 1, days: ['today'] } },
      { name: readWeather.name, args: { place: 2 } },
    ]);
    const ids = [...first.calls, ...second.calls].map(({ id }) => id);
    expect(ids).toEqual(hasIds ? ['c_a', 'c_b', 'c_c'] : ['call_1', 'call_2', 'call_3']);
    const then = continued(
      continued([question], first, '{"place":1}'),
      second,
      '21',
      '9 "degrees"',
    );
    const third = await askConversation(asked, talk(then));
    expect(third).toMatchObject({ text: 'Rome is warmer: 21° to 9°.', calls: [], thinking: null });
    expect(third).toMatchObject({
      truncated: false,
      usage: { inputTokens: 7, outputTokens: 11 },
    });
    expect(service.misheard).toEqual([]);
    expect(service.keys).toEqual([key, key, key]);
  });

  verifies('T-17', 'the service hears tools, schemas and messages as they were given', async () => {
    const service = await serve(wire, ...turns);
    const asked = provider(service.url);
    const first = await askConversation(asked, talk([question]));
    const middle = continued([question], first, '{"place":1}');
    const second = await askConversation(asked, talk(middle));
    await askConversation(asked, talk(continued(middle, second, '21', '9 "degrees"')));
    expect(service.misheard).toEqual([]);
    const id = (given: string) => (hasIds ? given : null);
    expect(service.heard[2]).toEqual({
      model,
      system: 'Answer briefly.',
      maxTokens: 64,
      format: null,
      tools: [{ ...findPlace, name: placeName }, readWeather],
      messages: [
        { role: 'user', text: question.text },
        {
          role: 'assistant',
          text: 'Let me look.',
          calls: [{ id: id('c_a'), name: placeName, args: { name: 'Rome' } }],
          thinking: null,
        },
        { role: 'tool', of: id('c_a') ?? placeName, text: '{"place":1}' },
        {
          role: 'assistant',
          text: '',
          calls: [
            { id: id('c_b'), name: 'read_weather', args: { place: 1, days: ['today'] } },
            { id: id('c_c'), name: 'read_weather', args: { place: 2 } },
          ],
          thinking: null,
        },
        { role: 'tool', of: id('c_b') ?? 'read_weather', text: '21' },
        { role: 'tool', of: id('c_c') ?? 'read_weather', text: '9 "degrees"' },
      ],
    });
  });

  verifies('T-17', 'a conversation without tools offers none', async () => {
    const service = await serve(wire, { kind: 'say', said: { text: 'Hello.' } });
    const reply = await askConversation(provider(service.url), talk([question], { tools: [] }));
    expect(reply.text).toBe('Hello.');
    expect(service.misheard).toEqual([]);
    expect(service.heard[0]?.tools).toEqual([]);
  });

  verifies(
    'T-17',
    'what a model thinks is told apart and goes back to it with its call',
    async () => {
      const call = { id: 'c_a', name: placeName, args: { name: 'Rome' } };
      const said = { text: 'Let me look.', thinking: 'Rome first.', calls: [call] };
      const service = await serve(
        wire,
        { kind: 'say', said },
        { kind: 'say', said: { text: '21°' } },
      );
      const asked = (thinker ?? provider)(service.url);
      const first = await askConversation(asked, talk([question]));
      expect(first.thinking).toBe(thinker === null ? null : 'Rome first.');
      expect(first.text).toBe('Let me look.');
      const second = await askConversation(asked, talk(continued([question], first, '1')));
      expect(second).toMatchObject({ text: '21°', thinking: null });
      expect(service.misheard).toEqual([]);
      expect(service.heard[1]?.messages[1]).toMatchObject({
        role: 'assistant',
        text: 'Let me look.',
        thinking: first.thinking,
      });
    },
  );
});
