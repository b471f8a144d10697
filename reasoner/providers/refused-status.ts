/** What the status of a refusal means to whoever must act; the words beside it are not read. */
import type { ReasonerCode } from '../errors.js';

const meanings: Readonly<Record<number, ReasonerCode>> = Object.freeze({
  401: 'reasoner_unauthorized',
  403: 'reasoner_unauthorized',
  408: 'reasoner_timeout',
  429: 'reasoner_busy',
  503: 'reasoner_busy',
  504: 'reasoner_timeout',
  529: 'reasoner_busy',
});

/** The code of an HTTP status that is no success; `reasoner_failed` where it says no more. */
export function refusedStatus(status: number): ReasonerCode {
  return meanings[status] ?? 'reasoner_failed';
}
