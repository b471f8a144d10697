/**
 * A provider that answers from a list of texts: it shows what the roles send to a model, without a
 * model.
 */
import { assertNotAborted } from '../cancellation.js';
import { ReasonerError } from '../errors.js';
import type { Completion, CompletionRequest, Provider } from '../provider.js';

export interface ScriptedProvider extends Provider {
  /** Every request it was sent, in order. */
  readonly seen: readonly CompletionRequest[];
}

/**
 * Answers with one text a call, in order. @throws (from `complete`) reasoner_failed past the end,
 * cancelled
 */
export function scriptedProvider(
  texts: readonly (string | Partial<Completion>)[],
): ScriptedProvider {
  const seen: CompletionRequest[] = [];
  return Object.freeze<ScriptedProvider>({
    seen,
    async complete(request) {
      assertNotAborted(request.signal);
      seen.push(request);
      const next = texts[seen.length - 1];
      if (next === undefined) {
        const message = `the script holds no answer for call ${seen.length}`;
        throw new ReasonerError('reasoner_failed', message, {
          mend: 'add the answer to the script',
        });
      }
      const given = typeof next === 'string' ? { text: next } : next;
      const usage = { inputTokens: null, outputTokens: null };
      return { text: '', truncated: false, usage, ...given };
    },
  });
}
