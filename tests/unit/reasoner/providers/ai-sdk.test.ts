/** What the adapter makes of model objects of either interface, without a wire. */
import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { askConversation, makeJudge } from '../../../../reasoner/index.js';
import { type AiSdkModel, aiSdkProvider } from '../../../../reasoner/providers/ai-sdk.js';
import { verifies } from '../../../claims/verifies.js';
import { continued, findPlace, question, readWeather, talk } from '../../../fakes/weather-talk.js';

type Result = Awaited<ReturnType<LanguageModelV3['doGenerate']>>;

const usage: Result['usage'] = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 4, text: 4, reasoning: 0 },
};

/** A model of interface v3 that answers with these parts, and keeps what it was asked. */
function modelThat(content: LanguageModelV3Content[], given: Partial<Result> = {}) {
  const seen: LanguageModelV3CallOptions[] = [];
  const finishReason: Result['finishReason'] = { unified: 'stop', raw: undefined };
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'acme.chat',
    modelId: 'm-1',
    supportedUrls: {},
    doGenerate: async (options) => {
      seen.push(options);
      return { content, finishReason, usage, warnings: [], ...given };
    },
    doStream: () => Promise.reject(new Error('not asked for')),
  };
  return { model, seen };
}

function ask(model: AiSdkModel) {
  return askConversation(aiSdkProvider(model), talk([question]));
}

const done = { providerExecuted: true };
const call = { type: 'tool-call', toolCallId: 'c', toolName: 'read_weather', input: '{}' } as const;

describe('a model of interface v2', () => {
  it('converses as one of v3 does', async () => {
    const seen: LanguageModelV2CallOptions[] = [];
    const model: LanguageModelV2 = {
      specificationVersion: 'v2',
      provider: 'acme',
      modelId: 'm-0',
      supportedUrls: {},
      doGenerate: async (options) => {
        seen.push(options);
        const tokens = { inputTokens: 3, outputTokens: undefined, totalTokens: 3 };
        return { content: [call], finishReason: 'tool-calls', usage: tokens, warnings: [] };
      },
      doStream: () => Promise.reject(new Error('not asked for')),
    };
    const reply = await ask(model);
    expect(reply.calls).toEqual([{ id: 'c', name: 'read_weather', args: {} }]);
    expect(reply.usage).toEqual({ inputTokens: 3, outputTokens: null });
    expect(seen[0]?.tools).toEqual([
      {
        type: 'function',
        name: 'geo_find_place',
        description: findPlace.description,
        inputSchema: findPlace.parameters,
      },
      {
        type: 'function',
        name: 'read_weather',
        description: readWeather.description,
        inputSchema: readWeather.parameters,
      },
    ]);
  });
});

describe('what runs at the service', () => {
  const refused: readonly (readonly [string, LanguageModelV3Content])[] = [
    ['a call that the service made', { ...call, ...done }],
    ['a result', { type: 'tool-result', toolCallId: 'c', toolName: 'web', result: 'canary-7' }],
    ['a source', { type: 'source', sourceType: 'url', id: 's', url: 'https://canary-7.example' }],
    [
      'an approval that the service asks for',
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
    ],
    ['a file', { type: 'file', mediaType: 'image/png', data: 'canary-7' }],
  ];
  it.each(refused)('is refused: %s', async (_name, part) => {
    const { model } = modelThat([{ type: 'text', text: 'T' }, part]);
    const error: unknown = await ask(model).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'reasoner_failed' });
    expect(String(error)).not.toContain('canary-7');
  });

  it('is not asked for: every tool is a function', async () => {
    const { model, seen } = modelThat([{ type: 'text', text: 'T' }]);
    await ask(model);
    expect(seen[0]?.tools?.map(({ type }) => type)).toEqual(['function', 'function']);
    expect(seen[0]).not.toHaveProperty('toolChoice');
  });
});

describe('how an answer ends', () => {
  it.each([
    ['length', [{ type: 'text', text: 'T' }], true],
    ['content-filter', [{ type: 'text', text: 'I will not.' }], false],
    ['content-filter', [{ type: 'text', text: 'T' }, call], true],
    ['other', [{ type: 'text', text: 'T' }], false],
  ] as const)('by %s (%#)', async (unified, content, truncated) => {
    const { model } = modelThat([...content], { finishReason: { unified, raw: undefined } });
    expect((await ask(model)).truncated).toBe(truncated);
  });

  it('in an error is no reply', async () => {
    const { model } = modelThat([], { finishReason: { unified: 'error', raw: 'canary-7' } });
    await expect(ask(model)).rejects.toMatchObject({
      code: 'reasoner_failed',
      message: 'the model ended in an error',
    });
  });
});

describe('what a service signed', () => {
  const metadata = (one: string) => ({ acme: { signature: one } });
  const parts: LanguageModelV3Content[] = [
    { type: 'reasoning', text: 'first', providerMetadata: metadata('r1') },
    { type: 'text', text: 'T', providerMetadata: metadata('t') },
    { type: 'reasoning', text: 'second', providerMetadata: metadata('r2') },
    { ...call, providerMetadata: metadata('c') },
  ];

  it('goes back in its place, beside the text and the calls of the message', async () => {
    const { model, seen } = modelThat(parts);
    const provider = aiSdkProvider(model);
    const reply = await askConversation(provider, talk([question]));
    expect(reply.thinking).toBe('firstsecond');
    await provider.converse(talk(continued([question], reply, 'sunny')));
    expect(seen[1]?.prompt[2]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'first', providerOptions: metadata('r1') },
        { type: 'text', text: 'T', providerOptions: metadata('t') },
        { type: 'reasoning', text: 'second', providerOptions: metadata('r2') },
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 'read_weather',
          input: {},
          providerOptions: metadata('c'),
        },
      ],
    });
  });

  it('stays away from a message that says something else, and from other providers', async () => {
    const { model, seen } = modelThat(parts);
    const provider = aiSdkProvider(model);
    const reply = await askConversation(provider, talk([question]));
    const plain = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'T' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'read_weather', input: {} },
      ],
    };
    await aiSdkProvider(model).converse(talk(continued([question], reply, 'sunny')));
    expect(seen[1]?.prompt[2]).toEqual(plain);
    await provider.converse(talk(continued([question], { ...reply, text: 'U' }, 'sunny')));
    expect(seen[2]?.prompt[2]).toMatchObject({ content: [{ text: 'U' }, { type: 'tool-call' }] });
    await provider.converse(talk(continued([question], { ...reply, calls: [] })));
    expect(seen[3]?.prompt[2]).toMatchObject({ content: [{}, {}, { type: 'reasoning' }] });
  });
});

describe('the history', () => {
  it('leaves out an assistant that said nothing, and tells arguments only as an object', async () => {
    const { model, seen } = modelThat([{ type: 'text', text: 'T' }]);
    const odd = { id: 'c', name: 'read_weather', args: 'no JSON' };
    const silent = { role: 'assistant', text: '', calls: [] } as const;
    const messages = [question, silent, { role: 'assistant', text: '', calls: [odd] } as const];
    await aiSdkProvider(model).converse(talk(messages));
    expect(seen[0]?.prompt.slice(2)).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'read_weather', input: {} }],
      },
    ]);
  });
});

describe('options', () => {
  it('pass on what the provider of the SDK takes, and do not ask for strict schemas', async () => {
    const { model, seen } = modelThat([{ type: 'text', text: '{}' }]);
    const options = { providerOptions: { acme: { fast: true }, openai: { store: false } } };
    const provider = aiSdkProvider(model, options);
    const { signal } = new AbortController();
    await provider.complete({
      system: 'S',
      user: 'U',
      schema: { type: 'object' },
      maxTokens: 9,
      signal,
    });
    await provider.converse(talk([question]));
    expect(seen.map(({ providerOptions }) => providerOptions)).toEqual([
      { acme: { fast: true }, openai: { strictJsonSchema: false, store: false } },
      options.providerOptions,
    ]);
    expect(seen[0]).toMatchObject({
      maxOutputTokens: 9,
      responseFormat: { type: 'json', schema: { type: 'object' } },
    });
  });

  it('can ask for plain JSON', async () => {
    const { model, seen } = modelThat([{ type: 'text', text: '{}' }]);
    const { signal } = new AbortController();
    const request = { system: 'S', user: 'U', schema: { type: 'object' }, maxTokens: 9, signal };
    await aiSdkProvider(model, { format: 'json' }).complete(request);
    expect(seen[0]?.responseFormat).toEqual({ type: 'json' });
  });

  it('take no answer with a call where none was offered', async () => {
    const { signal } = new AbortController();
    const request = { system: 'S', user: 'U', schema: {}, maxTokens: 9, signal };
    await expect(aiSdkProvider(modelThat([call]).model).complete(request)).rejects.toMatchObject({
      code: 'reasoner_failed',
    });
  });
});

describe('the name of a model', () => {
  verifies('C37', 'one model is told by every interface of its service', () => {
    const { model } = modelThat([]);
    const other = aiSdkProvider({ ...model, provider: 'acme.responses' });
    const planner = aiSdkProvider(model);
    expect(planner.model).toBe('m-1 at acme');
    expect(makeJudge(other, { planner }).judgeModelEqualsPlanner).toBe(true);
    const wise = aiSdkProvider({ ...model, modelId: 'm-2' });
    expect(makeJudge(wise, { planner }).judgeModelEqualsPlanner).toBe(false);
  });

  it.each([
    ['a name', 'acme/m-1'],
    ['another interface', { ...modelThat([]).model, specificationVersion: 'v1' }],
    ['no model', { specificationVersion: 'v3', modelId: 'm', provider: 'p' }],
    ['nothing', undefined],
  ])('is asked for: %s is refused', (_name, model) => {
    expect(() => aiSdkProvider(model as AiSdkModel)).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  });

  it('is all that a missing key shows', async () => {
    const { model } = modelThat([]);
    const noKey = Object.assign(new Error('canary-7'), { name: 'AI_LoadAPIKeyError' });
    await expect(ask({ ...model, doGenerate: () => Promise.reject(noKey) })).rejects.toMatchObject({
      code: 'reasoner_unauthorized',
      message: '`m-1 at acme` was given no key',
    });
  });
});
