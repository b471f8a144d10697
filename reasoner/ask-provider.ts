/**
 * The one call of a provider: whatever it does, the caller gets a completion or a `ReasonerError`.
 */
import { abortError, assertNotAborted } from './cancellation.js';
import { ReasonerError } from './errors.js';
import type { Completion, CompletionRequest, Provider } from './provider.js';

/**
 * Asks a provider once. @throws cancelled, reasoner_timeout, reasoner_failed, and what the provider
 * throws.
 */
export async function askProvider(
  provider: Provider,
  request: CompletionRequest,
): Promise<Completion> {
  assertNotAborted(request.signal);
  const completion = await complete(provider, request);
  // A provider written in plain JavaScript may return anything.
  const text: unknown = completion?.text;
  if (typeof text !== 'string') {
    throw new ReasonerError('reasoner_failed', 'the provider returned no text');
  }
  return completion;
}

async function complete(provider: Provider, request: CompletionRequest): Promise<Completion> {
  try {
    return await provider.complete(request);
  } catch (error) {
    if (error instanceof ReasonerError) throw error;
    if (request.signal.aborted) throw abortError(request.signal);
    // The message of a foreign error may quote the prompt: it is dropped.
    throw new ReasonerError('reasoner_failed', 'the provider threw');
  }
}
