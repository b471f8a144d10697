/** Whatever a provider does, the caller gets a well-formed, bounded reply or a reasoner error. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  askConversation,
  type ConversationProvider,
  conversationBounds,
  type Message,
  ReasonerError,
  type Reply,
  scriptedConversation,
} from '../../../reasoner/index.js';
import { continued, question, talk } from '../../fakes/weather-talk.js';

const CANARY = 'canary-7';
const { maxCalls, maxChars, maxDepth, maxNodes } = conversationBounds;

/** A provider in plain JavaScript: it may return anything. */
function returning(reply: unknown): ConversationProvider {
  return { converse: () => Promise.resolve(reply as Reply) };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

async function failureOf(reply: Promise<unknown>): Promise<ReasonerError> {
  const error: unknown = await reply.catch((thrown: unknown) => thrown);
  if (!(error instanceof ReasonerError)) throw new Error(`no reasoner error: ${inspect(error)}`);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(CANARY);
  return error;
}

/** The arguments of a call, as they come through. */
async function argsOf(args: unknown): Promise<unknown> {
  const provider = scriptedConversation([{ calls: [{ name: 'a', args }] }]);
  return (await askConversation(provider, talk([question]))).calls[0]?.args;
}

describe('a reply', () => {
  it('comes through whole, frozen, and with what its provider needs back', async () => {
    const carry = {};
    const calls = [{ id: 'c', name: 'a', args: { list: [1, null, 'x', { deep: true }] } }];
    const usage = { inputTokens: 1, outputTokens: 2 };
    const given = { text: 'T', calls, thinking: 'Th', truncated: false, usage, carry };
    const reply = await askConversation(returning(given), talk([question]));
    expect(reply).toEqual(given);
    expect(reply.carry).toBe(carry);
    expect([reply, reply.calls, reply.calls[0], reply.usage].every(Object.isFrozen)).toBe(true);
    expect(Object.isFrozen(reply.calls[0]?.args)).toBe(true);
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { text: 7, calls: [] },
    { text: '' },
    { text: '', calls: 'none' },
    { text: '', calls: [null], truncated: false },
    { text: '', calls: [{ id: 'c', args: {} }], truncated: false },
  ])('is refused where it is none: %j', async (reply) => {
    const error = await failureOf(askConversation(returning(reply), talk([question])));
    expect(error.code).toBe('reasoner_failed');
  });

  it('counts as truncated where its provider does not say', async () => {
    const reply = await askConversation(returning({ text: 'T', calls: [] }), talk([question]));
    const usage = { inputTokens: null, outputTokens: null };
    expect(reply).toEqual({ text: 'T', calls: [], thinking: null, truncated: true, usage });
  });

  it('has no calls where it was cut: the last one may be a half', async () => {
    const provider = scriptedConversation([{ truncated: true, calls: [{ name: 'a', args: {} }] }]);
    expect(await askConversation(provider, talk([question]))).toMatchObject({
      truncated: true,
      calls: [],
    });
  });

  it('is cut at the bound of its text, and of the thoughts', async () => {
    const text = 'x'.repeat(maxChars + 1);
    const reply = await askConversation(
      scriptedConversation([{ text, thinking: text }]),
      talk([question]),
    );
    expect(reply.truncated).toBe(true);
    expect(reply.text.length).toBe(maxChars);
    expect(reply.thinking?.length).toBe(maxChars);
  });

  it('is cut where it has more calls than the bound', async () => {
    const calls = Array.from({ length: maxCalls + 1 }, () => ({ name: 'a', args: {} }));
    const whole = await askConversation(
      scriptedConversation([{ calls: calls.slice(1) }]),
      talk([question]),
    );
    expect(whole).toMatchObject({ truncated: false });
    expect(whole.calls.length).toBe(maxCalls);
    const reply = await askConversation(scriptedConversation([{ calls }]), talk([question]));
    expect(reply).toMatchObject({ truncated: true, calls: [] });
  });

  it('has well-formed text', async () => {
    const provider = scriptedConversation([{ text: 'a\ud800b' }]);
    expect((await askConversation(provider, talk([question]))).text).toBe('a\ufffdb');
  });
});

describe('the arguments of a call', () => {
  it.each([[{ a: { b: [1] } }], [[1, 2]], ['no JSON {'], [7], [null], [nested(maxDepth)]])(
    'stay as they are: %j',
    async (args) => {
      expect(await argsOf(args)).toEqual(args);
    },
  );

  it.each([
    [JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    [{ constructor: 1 }, '{"constructor":1}'],
    [nested(maxDepth + 1), JSON.stringify(nested(maxDepth + 1))],
    [{ a: Number.NaN }, '{"a":null}'],
  ])('are kept as text where others would have to copy them with care (%#)', async (args, text) => {
    expect(await argsOf(args)).toBe(text);
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    ['nothing', undefined],
    ['code', () => CANARY],
    ['a cycle', cycle],
    ['too many values', Array.from({ length: maxNodes }, () => 1)],
    ['too much text', [CANARY, 'x'.repeat(maxChars)]],
  ])('are refused where they are %s', async (_name, args) => {
    const error = await failureOf(argsOf(args));
    expect(error.code).toBe('reasoner_failed');
  });

  it('are bounded over all calls of a reply', async () => {
    const args = { text: 'x'.repeat(maxChars / 2) };
    const three = [1, 2, 3].map(() => ({ name: 'a', args }));
    const provider = scriptedConversation([{ calls: three }]);
    const error = await failureOf(askConversation(provider, talk([question])));
    expect(error.message).toBe('the provider returned arguments over the bounds');
  });

  it('are read once: a getter is no JSON', async () => {
    let reads = 0;
    const args = {
      get to() {
        reads += 1;
        return reads;
      },
    };
    expect(typeof (await argsOf(args))).toBe('string');
  });
});

describe('the ids of calls', () => {
  it('are unique within the conversation, whatever the model gave', async () => {
    const calls = ['same', 'same', '', 'x'.repeat(300), 'call_3'].map((id) => {
      return { id, name: 'a', args: {} };
    });
    const provider = scriptedConversation([{ calls }, { calls }]);
    const first = await askConversation(provider, talk([question]));
    const then: readonly Message[] = continued([question], first);
    const second = await askConversation(provider, talk(then));
    const ids = [...first.calls, ...second.calls].map(({ id }) => id);
    expect(new Set(ids).size).toBe(10);
    expect(ids[0]).toBe('same');
    expect(ids.every((id) => id.length > 0 && id.length <= 256)).toBe(true);
  });
});

describe('a provider that does not answer', () => {
  it('lets a reasoner error through as it is', async () => {
    const own = new ReasonerError('reasoner_unreachable', 'down');
    const provider = { converse: () => Promise.reject(own) };
    await expect(askConversation(provider, talk([question]))).rejects.toBe(own);
  });

  it.each([
    ['an error', new Error(CANARY, { cause: CANARY })],
    ['a text', CANARY],
  ])('drops the words of %s', async (_name, thrown) => {
    const provider = { converse: () => Promise.reject(thrown) };
    const error = await failureOf(askConversation(provider, talk([question])));
    expect(error).toMatchObject({ code: 'reasoner_failed', message: 'the provider threw' });
  });

  it('drops the words of a reply that throws when it is read', async () => {
    const reply = {
      get text(): string {
        throw new Error(CANARY);
      },
    };
    const error = await failureOf(askConversation(returning(reply), talk([question])));
    expect(error.message).toBe('the provider threw');
  });

  it.each([
    ['cancelled', undefined],
    ['reasoner_timeout', new DOMException(CANARY, 'TimeoutError')],
  ])('is left when the signal says %s, also where it does not listen', async (code, reason) => {
    const controller = new AbortController();
    const provider = { converse: () => new Promise<Reply>(() => undefined) };
    const reply = askConversation(provider, talk([question], { signal: controller.signal }));
    controller.abort(reason);
    expect((await failureOf(reply)).code).toBe(code);
  });

  it('is not asked under a signal that is aborted already', async () => {
    const provider = scriptedConversation(['late']);
    const request = talk([question], { signal: AbortSignal.abort() });
    expect((await failureOf(askConversation(provider, request))).code).toBe('cancelled');
    expect(provider.seen).toEqual([]);
  });
});
