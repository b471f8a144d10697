import { describe, expect, it } from 'vitest';
import { askProvider } from '../../../reasoner/ask-provider.js';
import { type Provider, ReasonerError } from '../../../reasoner/index.js';

const request = { system: 's', user: 'canary-7', schema: {}, maxTokens: 1 };

function throwing(error: unknown): Provider {
  return { complete: () => Promise.reject(error) };
}

describe('askProvider', () => {
  it('lets a reasoner error through as it is', async () => {
    const own = new ReasonerError('reasoner_unreachable', 'down');
    const { signal } = new AbortController();
    await expect(askProvider(throwing(own), { ...request, signal })).rejects.toBe(own);
  });

  it('turns any other error into reasoner_failed and drops its words', async () => {
    const { signal } = new AbortController();
    const foreign = new Error('could not send canary-7');
    const error: unknown = await askProvider(throwing(foreign), { ...request, signal }).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'reasoner_failed', message: 'the provider threw' });
    expect(error).not.toHaveProperty('cause');
  });

  it('says cancelled if the provider threw because of the abort', async () => {
    const controller = new AbortController();
    const provider: Provider = {
      complete: () => {
        controller.abort();
        return Promise.reject(new DOMException('stopped', 'AbortError'));
      },
    };
    const { signal } = controller;
    await expect(askProvider(provider, { ...request, signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it.each([undefined, null, {}, { text: 7 }])('refuses %j as a completion', async (answer) => {
    const provider = { complete: () => Promise.resolve(answer) } as unknown as Provider;
    const { signal } = new AbortController();
    await expect(askProvider(provider, { ...request, signal })).rejects.toMatchObject({
      code: 'reasoner_failed',
    });
  });
});
