/** One call of a provider, bounded in time also where it does not listen to its signal. */
import type { PortCall } from '../schemas/index.js';
import { askProvider } from './ask-provider.js';
import { linkAbort } from './cancellation.js';
import { ReasonerError } from './errors.js';
import type { Completion, CompletionRequest, Provider } from './provider.js';

/**
 * Asks once and gives up after `timeoutMs`; what still runs then is ended.
 * @throws reasoner_timeout, and what `askProvider` throws
 */
export async function completeInTime(
  provider: Provider,
  request: Omit<CompletionRequest, 'signal'>,
  { timeoutMs, call }: { readonly timeoutMs: number; readonly call: PortCall },
): Promise<Completion> {
  const link = linkAbort(call.signal);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new ReasonerError('reasoner_timeout', 'the model was too slow'));
    timer = setTimeout(tooLate, timeoutMs);
  });
  const asked = askProvider(provider, { ...request, signal: link.signal });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    link.release();
    asked.catch(() => undefined);
  }
}
