import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { makePlanner, type Provider, ReasonerError } from '../../../../reasoner/index.js';
import { ollamaHarness, providerOf } from '../../../fakes/ollama-harness.js';
import type { ChatReply } from '../../../fakes/ollama-replies.js';
import { startOllamaServer } from '../../../fakes/ollama-server.js';
import { inboxPlan, openCall, rootContext } from '../../../fakes/planner-contexts.js';

const CANARY = 'canary-7';
const { serve, serveBy } = ollamaHarness();

function ask(provider: Provider, signal: AbortSignal = new AbortController().signal) {
  const schema = { type: 'object' };
  return provider.complete({ system: CANARY, user: CANARY, schema, maxTokens: 64, signal });
}

/** The error of a completion; it must be of the room, and show nothing that anybody wrote. */
async function failureOf(completion: Promise<unknown>): Promise<ReasonerError> {
  const error: unknown = await completion.catch((thrown: unknown) => thrown);
  if (!(error instanceof ReasonerError)) throw new Error('no reasoner error');
  expect(inspect(error, { depth: 9 }) + error.mend).not.toContain(CANARY);
  return error;
}

describe('an Ollama server that is not there', () => {
  it('is unreachable, by its address and the code of the network', async () => {
    const server = await startOllamaServer();
    await server.stop();
    const error = await failureOf(ask(providerOf(server)));
    expect(error.code).toBe('reasoner_unreachable');
    expect(error.message).toBe(`no model server answers at \`${server.url}\` (\`ECONNREFUSED\`)`);
  });

  it('is unreachable if it closes the connection instead of answering', async () => {
    const error = await failureOf(ask(providerOf(await serve({ kind: 'close' }))));
    expect(error.code).toBe('reasoner_unreachable');
  });

  it('is unreachable if something else answers there', async () => {
    const page = { kind: 'status', status: 404, body: `<h1>${CANARY}</h1>`, type: 'text/html' };
    const error = await failureOf(ask(providerOf(await serve(page as ChatReply))));
    expect(error.code).toBe('reasoner_unreachable');
    expect(error.message).toContain('has no chat service');
  });

  it('is not followed to another address', async () => {
    const other = await serve({ kind: 'text', text: '{}' });
    const server = await serve({ kind: 'redirect', to: `${other.url}/api/chat` });
    const error = await failureOf(ask(providerOf(server)));
    expect(error.code).toBe('reasoner_unreachable');
    expect(other.requests).toEqual([]);
  });
});

describe('an Ollama server that refuses', () => {
  it('says that the model is missing, and how to get it', async () => {
    const error = await failureOf(ask(providerOf(await serve(), { model: 'absent:1b' })));
    expect(error.code).toBe('reasoner_model_missing');
    expect(error.message).toContain('`absent:1b`');
    expect(error.mend).toContain('ollama pull absent:1b');
  });

  it('says what to do about a model that cannot think', async () => {
    const error = await failureOf(ask(providerOf(await serve(), { think: true })));
    expect(error.code).toBe('reasoner_failed');
    expect(error.message).toBe('the model server refused with status `400`');
    expect(error.mend).toContain('`think`');
  });

  it('says what to do about a schema that it cannot hold', async () => {
    const body = JSON.stringify({ error: 'invalid JSON schema in format' });
    const server = await serve({ kind: 'status', status: 500, body });
    const error = await failureOf(ask(providerOf(server)));
    expect(error.code).toBe('reasoner_failed');
    expect(error.mend).toContain('`format`');
  });

  it.each([
    ['text', CANARY, 'text/plain'],
    ['JSON', JSON.stringify({ error: CANARY }), 'application/json'],
    ['broken JSON', `{"error": "${CANARY}`, 'application/json'],
    ['endless text', CANARY.repeat(10_000), 'text/plain'],
    ['nothing', '', 'text/plain'],
  ])('is quoted by its status only (%s)', async (_name, body, type) => {
    const server = await serve({ kind: 'status', status: 503, body, type });
    const error = await failureOf(ask(providerOf(server)));
    expect(error.code).toBe('reasoner_busy');
    expect(error.message).toBe('the model server refused with status `503`');
  });
});

describe('a stream that breaks', () => {
  const text = `{"a":"${CANARY}`;
  // A whole message but for one byte that no UTF-8 text holds.
  const badText = Buffer.from('{"message":{"content":"{\\"a\\":1}?"},"done":true}\n');
  badText[badText.indexOf('?')] = 0xff;

  it.each<[string, ChatReply]>([
    ['ends within a line', { kind: 'cut', text }],
    ['ends without its last message', { kind: 'unfinished', text }],
    ['loses its connection', { kind: 'drop', text }],
    ['reports an error', { kind: 'error', text, error: CANARY }],
    ['is empty', { kind: 'raw', body: '' }],
    ['is prose', { kind: 'raw', body: `${CANARY}\n${CANARY}\n` }],
    [
      'holds a broken line among good ones',
      {
        kind: 'raw',
        body: `{"message":{"content":"{}"}}\n{"${CANARY}\n{"done":true}\n`,
      },
    ],
    ['holds a line that is no object', { kind: 'raw', body: `"${CANARY}"\n{"done":true}\n` }],
    ['holds null', { kind: 'raw', body: 'null\n{"done":true}\n' }],
    ['is not UTF-8', { kind: 'raw', body: badText }],
    ['ends within a character', { kind: 'raw', body: new Uint8Array([0x7b, 0xe2, 0x82]) }],
  ])('fails closed if it %s', async (_name, reply) => {
    const error = await failureOf(ask(providerOf(await serve(reply))));
    expect(error.code).toBe('reasoner_failed');
  });
});

describe('an answer that is too long', () => {
  it('is truncated if the model ran out of tokens', async () => {
    const text = JSON.stringify(inboxPlan).slice(0, 50);
    const server = await serve({ kind: 'text', text, doneReason: 'length' });
    expect(await ask(providerOf(server))).toMatchObject({ text, truncated: true });
    const error = await failureOf(makePlanner(providerOf(server)).plan(rootContext, openCall()));
    expect(error.code).toBe('reasoner_output_truncated');
    expect(error.output).toBe(text);
  });

  it('is cut off at the bound on bytes, and the connection is closed', async () => {
    const server = await serve({ kind: 'flood', text: CANARY });
    const completion = await ask(providerOf(server, { maxBytes: 100_000 }));
    expect(completion.truncated).toBe(true);
    expect(completion.text.startsWith(CANARY)).toBe(true);
    expect(completion.text.length).toBeLessThan(100_000);
    expect(await server.requests[0]?.ended).toBe(false);
  });

  it('is cut off at the bound on bytes by default', async () => {
    const server = await serve({ kind: 'flood', text: 'x'.repeat(50_000) });
    const completion = await ask(providerOf(server));
    expect(completion.truncated).toBe(true);
    expect(completion.text.length).toBeLessThan(4 * 1024 * 1024);
  });

  it('is cut off within one endless line', async () => {
    const server = await serve({ kind: 'raw', body: '{'.repeat(200_000) });
    const completion = await ask(providerOf(server, { maxBytes: 100_000 }));
    expect(completion).toMatchObject({ text: '', truncated: true });
  });

  it('leads to an output that is bounded', async () => {
    const server = await serve({ kind: 'flood', text: 'x'.repeat(50_000) });
    const planner = makePlanner(providerOf(server, { maxBytes: 1_000_000 }));
    const error = await failureOf(planner.plan(rootContext, openCall()));
    expect(error.code).toBe('reasoner_output_truncated');
    expect(error.output).toHaveLength(16_384);
  });
});

describe('text that is no plan', () => {
  it.each(['Certainly! I will read the inbox.', '{"steps": [', ''])(
    'is invalid: %j',
    async (text) => {
      const server = await serve({ kind: 'text', text });
      const error = await failureOf(makePlanner(providerOf(server)).plan(rootContext, openCall()));
      expect(error.code).toBe('reasoner_output_invalid');
      expect(error.output).toBe(text);
    },
  );
});

describe('a call that is aborted', () => {
  it.each<ChatReply>([
    { kind: 'mute' },
    { kind: 'stall', text: CANARY },
    { kind: 'flood', text: 'x' },
  ])('closes its connection ($kind)', async (reply) => {
    const server = await serve(reply);
    const controller = new AbortController();
    const provider = providerOf(server, { maxBytes: Number.MAX_SAFE_INTEGER });
    const failure = failureOf(ask(provider, controller.signal));
    await server.arrived(1);
    controller.abort(new Error(CANARY));
    expect((await failure).code).toBe('cancelled');
    expect(await server.requests[0]?.ended).toBe(false);
  });

  it.each<ChatReply>([{ kind: 'mute' }, { kind: 'stall', text: CANARY }])(
    'has timed out if a time limit aborted it ($kind)',
    async (reply) => {
      const server = await serve(reply);
      const error = await failureOf(ask(providerOf(server), AbortSignal.timeout(50)));
      expect(error.code).toBe('reasoner_timeout');
      expect(await server.requests[0]?.ended).toBe(false);
    },
  );

  it('ends no other call of the same provider', async () => {
    const server = await serveBy({
      reply: ({ options }) =>
        options?.['num_predict'] === 1
          ? { kind: 'stall', text: 'x' }
          : { kind: 'text', text: '{"a":1}', perWrite: 1 },
    });
    const provider = providerOf(server);
    const controller = new AbortController();
    const request = { system: '', user: '', schema: {}, maxTokens: 1 };
    const stalled = provider.complete({ ...request, signal: controller.signal });
    const other = provider.complete({ ...request, maxTokens: 2, ...openCall() });
    await server.arrived(2);
    controller.abort();
    expect((await failureOf(stalled)).code).toBe('cancelled');
    expect((await other).text).toBe('{"a":1}');
  });

  it('sends nothing if it was aborted before', async () => {
    const server = await serve({ kind: 'text', text: '{}' });
    const error = await failureOf(ask(providerOf(server), AbortSignal.abort()));
    expect(error.code).toBe('cancelled');
    expect(server.requests).toEqual([]);
  });

  it('leaves no listener on the signal after a good answer', async () => {
    const server = await serve({ kind: 'text', text: '{}' });
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await ask(providerOf(server), signal);
    expect(added.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      removed.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});
