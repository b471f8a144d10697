/** What goes wrong between a provider that converses and its service, over real wire formats. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { askConversation, ReasonerError, type Reply } from '../../reasoner/index.js';
import { conversing, KEY, MAX_BYTES, modelServices } from '../fakes/conversing.js';
import type { Turn } from '../fakes/model-service.js';
import { question, readWeather, talk } from '../fakes/weather-talk.js';

const CANARY = 'canary-7';
const serve = modelServices();

/** The error of a request; it must be of the room, and show nothing that anybody wrote. */
async function failureOf(reply: Promise<unknown>): Promise<ReasonerError> {
  const error: unknown = await reply.catch((thrown: unknown) => thrown);
  if (!(error instanceof ReasonerError)) throw new Error(`no reasoner error: ${inspect(error)}`);
  const shown = inspect(error, { depth: 9, showHidden: true }) + error.mend + String(error.stack);
  expect(shown).not.toContain(CANARY);
  expect(shown).not.toContain(KEY);
  expect(Object.hasOwn(error, 'cause')).toBe(false);
  return error;
}

describe.each(conversing)('$name', ({ name, wire, provider, model }) => {
  const isStrict = name === 'Anthropic messages';
  /** Every request tells the canary: a prompt, and what a tool said. */
  const canaryTalk = (signal: AbortSignal = new AbortController().signal) =>
    talk([question, { role: 'user', text: CANARY }], { system: CANARY, signal });
  const ask = async (...turns: Turn[]): Promise<Reply> => {
    const service = await serve(wire, ...turns);
    return askConversation(provider(service.url), canaryTalk());
  };

  it('is unreachable where nobody listens', async () => {
    const service = await serve(wire);
    await service.stop();
    const error = await failureOf(askConversation(provider(service.url), canaryTalk()));
    expect(error.code).toBe('reasoner_unreachable');
    expect(error.message).toContain('ECONNREFUSED');
  });

  it.each([
    [401, 'reasoner_unauthorized'],
    [403, 'reasoner_unauthorized'],
    [429, 'reasoner_busy'],
    [529, 'reasoner_busy'],
    [504, 'reasoner_timeout'],
    [404, 'reasoner_model_missing'],
    [400, 'reasoner_failed'],
    [500, 'reasoner_failed'],
  ] as const)('means by a refusal with %i: %s', async (status, code) => {
    const words = `${CANARY}: Bearer ${KEY}`;
    const error = await failureOf(ask({ kind: 'refuse', status, words }));
    expect(error.code).toBe(code);
    expect(error.message).toContain(status === 404 ? `\`${model}` : `\`${status}\``);
  });

  it('asks once, and does not retry', async () => {
    const service = await serve(wire, { kind: 'refuse', status: 500, words: CANARY });
    await failureOf(askConversation(provider(service.url), canaryTalk()));
    expect(service.heard.length).toBe(1);
  });

  it('cuts at the limit of tokens: the text stays, the calls do not', async () => {
    const calls = [{ id: 'c_a', name: readWeather.name, args: { place: 1 } }];
    const reply = await ask({ kind: 'say', said: { text: 'So far', calls, cut: true } });
    expect(reply).toMatchObject({ text: 'So far', calls: [], truncated: true });
  });

  it('keeps arguments that are no JSON as text', async () => {
    const calls = [{ id: 'c_a', name: readWeather.name, raw: '{"place": 1' }];
    const reply = await ask({ kind: 'say', said: { calls } });
    expect(reply.calls).toMatchObject([{ name: readWeather.name, args: '{"place": 1' }]);
  });

  it('lets no `__proto__` of arguments through as a key', async () => {
    const args: unknown = JSON.parse('{"place":1,"__proto__":{"polluted":true}}');
    const nested: unknown = JSON.parse('{"a":[{"constructor":{"prototype":{"polluted":true}}}]}');
    const calls = [
      { id: 'c_a', name: readWeather.name, args },
      { id: 'c_b', name: readWeather.name, args: nested },
    ];
    const outcome: unknown = await ask({ kind: 'say', said: { calls } }).then(
      (reply) => reply.calls.map((call) => typeof call.args),
      (error: ReasonerError) => error.code,
    );
    // The AI SDK refuses a whole body with such keys; into a text of arguments it does not look.
    expect(outcome).toEqual(isStrict ? 'reasoner_failed' : ['string', 'string']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('does not read an answer over the bound', async () => {
    const said = { text: 'x'.repeat(2 * MAX_BYTES) };
    const reply = await ask({ kind: 'say', said });
    expect(reply.truncated).toBe(true);
    expect(reply.calls).toEqual([]);
    expect(reply.text.length).toBeLessThan(MAX_BYTES);
  });

  it.each([
    ['no JSON', `<h1>${CANARY}</h1>`],
    ['JSON of another shape', `{"${CANARY}":1}`],
    ['nothing', ''],
  ])('fails on an answer that is %s', async (_name, body) => {
    const error = await failureOf(ask({ kind: 'raw', body }));
    expect(error.code).toBe('reasoner_failed');
  });

  it('fails on an answer that breaks off', async () => {
    const said = { text: `${CANARY} and more, and more, and more` };
    const error = await failureOf(ask({ kind: 'drop', said }));
    expect(error.code).toBe('reasoner_failed');
  });

  it('follows no redirect with the conversation and the key', async () => {
    const other = await serve(wire, { kind: 'say', said: { text: 'caught' } });
    const error = await failureOf(ask({ kind: 'redirect', to: other.url + wire.path }));
    expect(error.code).toBe('reasoner_unreachable');
    expect(other.keys).toEqual([]);
  });

  it('ends in the middle of an answer when it is cancelled', async () => {
    const service = await serve(wire, { kind: 'stall', said: { text: CANARY.repeat(20) } });
    const controller = new AbortController();
    const reply = askConversation(provider(service.url), canaryTalk(controller.signal));
    await service.halfway;
    controller.abort(new Error(CANARY));
    expect((await failureOf(reply)).code).toBe('cancelled');
    await service.left;
  });

  it('is out of time when its signal is', async () => {
    const service = await serve(wire, { kind: 'stall', said: { text: CANARY.repeat(20) } });
    const reply = askConversation(provider(service.url), canaryTalk(AbortSignal.timeout(200)));
    expect((await failureOf(reply)).code).toBe('reasoner_timeout');
  });

  it('sends nothing when it is cancelled already', async () => {
    const service = await serve(wire, { kind: 'say', said: { text: 'late' } });
    const reply = provider(service.url).converse(canaryTalk(AbortSignal.abort()));
    expect((await failureOf(reply)).code).toBe('cancelled');
    expect(service.heard).toEqual([]);
  });

  it('names the model and its place, and no key', () => {
    const { model: named } = provider('http://127.0.0.1:9');
    expect(named).toContain(`${model} at `);
    expect(named).not.toContain(KEY);
  });
});
