import { Ollama } from 'ollama/browser';
import { afterEach, describe, expect, it } from 'vitest';
import { type OllamaServer, startOllamaServer } from '../../fakes/ollama-server.js';

let server: OllamaServer | undefined;

afterEach(async () => {
  await server?.stop();
});

async function start(): Promise<Ollama> {
  server = await startOllamaServer({
    replies: [{ kind: 'text', text: 'Hallo 😀', perMessage: 2 }],
  });
  return new Ollama({ host: server.url });
}

const messages = [{ role: 'user', content: 'hi' }];

describe('the fake Ollama server', () => {
  it('lists its models and its version', async () => {
    const client = await start();
    expect((await client.list()).models.map(({ name }) => name)).toEqual(['small', 'thinker']);
    expect(await client.version()).toEqual({ version: '0.12.0' });
  });

  it('answers a chat whole or streamed, with the same text', async () => {
    const client = await start();
    const whole = await client.chat({ model: 'small', messages });
    let streamed = '';
    for await (const part of await client.chat({ model: 'small', messages, stream: true })) {
      streamed += part.message.content;
    }
    expect([whole.message.content, streamed]).toEqual(['Hallo 😀', 'Hallo 😀']);
    expect(server?.requests).toHaveLength(2);
    expect(await server?.requests[1]?.ended).toBe(true);
  });

  it.each([
    ['an unknown model', { model: 'absent' }, 404],
    ['thoughts of a model without any', { model: 'small', think: true }, 400],
    ['a format with references', { model: 'small', format: { $ref: '#' } }, 500],
    ['a format with large repetitions', { model: 'small', format: { maxLength: 2000 } }, 500],
  ])('refuses %s', async (_name, request, status) => {
    const client = await start();
    await expect(client.chat({ messages, ...request })).rejects.toMatchObject({
      status_code: status,
    });
  });
});
