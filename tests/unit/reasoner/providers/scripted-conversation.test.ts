import { describe, expect, it } from 'vitest';
import { type Message, scriptedConversation } from '../../../../reasoner/index.js';
import { question, talk } from '../../../fakes/weather-talk.js';

describe('scriptedConversation', () => {
  it('gives a list in order, fills in what is left out, and ends with it', async () => {
    const provider = scriptedConversation([
      {
        calls: [
          { name: 'a', args: { x: 1 } },
          { id: 'own', name: 'b', args: {} },
        ],
      },
      'Done.',
    ]);
    const rest = {
      thinking: null,
      truncated: false,
      usage: { inputTokens: null, outputTokens: null },
    };
    expect(await provider.converse(talk([question]))).toEqual({
      text: '',
      calls: [
        { id: 'call_1', name: 'a', args: { x: 1 } },
        { id: 'own', name: 'b', args: {} },
      ],
      ...rest,
    });
    expect(await provider.converse(talk([question]))).toEqual({
      text: 'Done.',
      calls: [],
      ...rest,
    });
    await expect(provider.converse(talk([question]))).rejects.toMatchObject({
      code: 'reasoner_failed',
      message: 'the script holds no reply for call 3',
    });
  });

  it('answers by a function of the request', async () => {
    const provider = scriptedConversation(({ messages }) => `${messages.length} messages`);
    expect(await provider.converse(talk([question, question]))).toMatchObject({
      text: '2 messages',
    });
  });

  it('keeps what it was sent as it was then', async () => {
    const messages: Message[] = [question];
    const provider = scriptedConversation(['a', 'b']);
    await provider.converse(talk(messages));
    messages.push(question);
    await provider.converse(talk(messages));
    expect(provider.seen.map((request) => request.messages.length)).toEqual([1, 2]);
  });

  it('answers nothing that is cancelled', async () => {
    const provider = scriptedConversation(['a']);
    const request = talk([question], { signal: AbortSignal.abort() });
    await expect(provider.converse(request)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
