import { describe, expect, it } from 'vitest';
import { makeParser, makePlanner, type Provider } from '../../../../reasoner/index.js';
import { ollamaProvider } from '../../../../reasoner/providers/ollama.js';
import { ollamaHarness, providerOf } from '../../../fakes/ollama-harness.js';
import type { ChatReply } from '../../../fakes/ollama-replies.js';
import { inboxPlan, openCall, rootContext } from '../../../fakes/planner-contexts.js';

const { serve, serveBy } = ollamaHarness();

function ask(provider: Provider, schema: object = { type: 'object' }) {
  return provider.complete({ system: 'S', user: 'U', schema, maxTokens: 64, ...openCall() });
}

const planText: ChatReply = { kind: 'text', text: JSON.stringify(inboxPlan) };

describe('ollamaProvider', () => {
  it('carries a planner', async () => {
    const server = await serve(planText);
    const plan = await makePlanner(providerOf(server)).plan(rootContext, openCall());
    expect(plan).toEqual(inboxPlan);
  });

  it('carries a repair round: own output and codes, no more', async () => {
    const server = await serve({ kind: 'text', text: 'Of course: first, ...' }, planText);
    const planner = makePlanner(providerOf(server));
    const failure: unknown = await planner.plan(rootContext, openCall()).catch((thrown) => thrown);
    expect(failure).toMatchObject({ code: 'reasoner_output_invalid' });
    const repair = {
      previous: (failure as { output: string }).output,
      problems: [{ code: 'reasoner_output_invalid', at: '' }] as const,
    };
    const plan = await planner.plan({ ...rootContext, repair }, openCall());
    expect(plan).toEqual(inboxPlan);
    const [first, second] = server.requests.map(({ body }) => body.messages);
    expect(second?.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(second?.[0]).toEqual(first?.[0]);
    const added = second?.[1]?.content.slice(first?.[1]?.content.length);
    expect(added).toContain('Of course: first, ...');
    expect(added).toContain('"code":"reasoner_output_invalid"');
  });

  it('carries a parser', async () => {
    const server = await serve({ kind: 'text', text: '{"text": "two mails"}' });
    const request = {
      source: 'mail one, mail two',
      instruction: 'Summarise.',
      schemaName: 'summary',
      schema: { type: 'object', properties: { text: { type: 'string', maxLength: 9999 } } },
    };
    const value = await makeParser(providerOf(server)).parse(request, openCall());
    expect(value).toEqual({ text: 'two mails' });
    const body = server.requests[0]?.body;
    expect(body?.messages[1]?.content).toContain('mail one, mail two');
    expect(body?.format).toEqual({
      type: 'object',
      properties: { text: { type: 'string' } },
      required: [],
    });
  });

  it('sends the prompt, the bounds and the format, streamed', async () => {
    const server = await serve(planText);
    await ask(providerOf(server, { keepAlive: '5m', contextTokens: 8192 }));
    expect(server.requests[0]?.body).toEqual({
      model: 'small',
      stream: true,
      think: false,
      format: { type: 'object' },
      keep_alive: '5m',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'U' },
      ],
      options: { temperature: 0, num_predict: 64, num_ctx: 8192 },
    });
  });

  it('leaves out what it was not told', async () => {
    const server = await serve(planText);
    await ask(providerOf(server));
    const body = server.requests[0]?.body;
    expect(body).not.toHaveProperty('keep_alive');
    expect(body?.options).toEqual({ temperature: 0, num_predict: 64 });
  });

  it('can ask for plain JSON, and does where the schema has no finite value', async () => {
    const server = await serve(planText);
    await ask(providerOf(server, { format: 'json' }));
    await ask(providerOf(server), { $ref: '#' });
    expect(server.requests.map(({ body }) => body.format)).toEqual(['json', 'json']);
  });

  it('sends a format that a server with weak grammars takes', async () => {
    const server = await serve(planText);
    await makePlanner(providerOf(server)).plan(rootContext, openCall());
    expect(JSON.stringify(server.requests[0]?.body.format)).toContain('"read_inbox"');
  });

  it('reports the usage', async () => {
    const server = await serve({ kind: 'text', text: '{}' });
    const completion = await ask(providerOf(server));
    expect(completion).toEqual({
      text: '{}',
      truncated: false,
      usage: { inputTokens: 7, outputTokens: 11 },
    });
  });

  it.each([true, 'low'] as const)(
    'lets a model think (%j) and drops the thoughts',
    async (think) => {
      const server = await serve({ kind: 'text', text: '{"a":1}', thinking: 'canary-7' });
      const completion = await ask(providerOf(server, { model: 'thinker', think }));
      expect(server.requests[0]?.body.think).toBe(think);
      expect(completion.text).toBe('{"a":1}');
    },
  );

  it.each([1, 2, 3, 5, 7, 64])(
    'reads a stream that comes in pieces of %i bytes',
    async (perWrite) => {
      const text = '{"text":"Grüße, 東京 😀 – naïve\\n"}';
      const server = await serve({ kind: 'text', text, perMessage: 3, perWrite });
      expect((await ask(providerOf(server))).text).toBe(text);
    },
  );

  it('reads a stream without a last line break, and with blank lines', async () => {
    const lines = [
      { message: { content: '{"a"' }, done: false },
      { message: { content: ':1}' }, done: true, done_reason: 'stop' },
    ].map((line) => JSON.stringify(line));
    const server = await serve({ kind: 'raw', body: `\r\n\n${lines.join('\r\n\n')}` });
    expect((await ask(providerOf(server))).text).toBe('{"a":1}');
  });

  it('ignores counts and contents of the wrong type', async () => {
    const lines = [
      { message: { content: 7 }, done: false },
      { message: 'text', done: false },
      { done: true, eval_count: -1, prompt_eval_count: 'many' },
    ].map((line) => JSON.stringify(line));
    const server = await serve({ kind: 'raw', body: lines.join('\n') });
    expect(await ask(providerOf(server))).toEqual({
      text: '',
      truncated: false,
      usage: { inputTokens: null, outputTokens: null },
    });
  });

  it('serves many requests at once, each with its own answer', async () => {
    const server = await serveBy({
      reply: (body) => ({ kind: 'text', text: body.messages[1]?.content ?? '', perWrite: 16 }),
    });
    const provider = providerOf(server);
    const texts = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(
      texts.map((user) =>
        provider.complete({ system: '', user, schema: {}, maxTokens: 9, ...openCall() }),
      ),
    );
    expect(answers.map(({ text }) => text)).toEqual(texts);
  });

  it('takes a host without a scheme, and a fetch of its own', async () => {
    const server = await serve({ kind: 'text', text: '{}' });
    const urls: string[] = [];
    const provider = ollamaProvider({
      model: 'small',
      host: server.url.replace('http://', ''),
      fetch: (input, init) => {
        urls.push(String(input));
        return fetch(input, init);
      },
    });
    expect((await ask(provider)).text).toBe('{}');
    expect(urls).toEqual([`${server.url}/api/chat`]);
  });

  it.each(['http://user:pass@127.0.0.1', 'ftp://127.0.0.1', 'http://', ':11434', 'a b'])(
    'refuses the host %j and does not repeat it',
    (host) => {
      expect(() => ollamaProvider({ model: 'small', host })).toThrow(
        expect.objectContaining({
          code: 'config_malformed',
          message: 'the host is not an address of a server',
        }),
      );
    },
  );

  it('refuses a model without a name', () => {
    expect(() => ollamaProvider({ model: '' })).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  });
});
