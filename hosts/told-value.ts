/**
 * A value of a client session on its way out: answers of calls beside it may have taken its place
 * before it could be told. Nobody is to make the call again for that.
 */
import { errorCode } from './error-code.js';

/** What is said of a call that was carried out and whose answer is gone. */
export const answerGone = Object.freeze({
  code: 'value_unknown',
  message: 'the call was carried out; its answer was too long to keep beside the others',
  mend: 'do not make the call again: ask for less, or for one thing at a time',
} as const);

/** What a look at a kept value gives; null where the session has forgotten the value. */
export function unlessForgotten<Seen>(look: () => Seen): { readonly seen: Seen } | null {
  try {
    return { seen: look() };
  } catch (error) {
    if (errorCode(error) === 'value_unknown') return null;
    throw error;
  }
}
