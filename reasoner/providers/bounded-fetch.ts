/**
 * A fetch for clients of model services. A client reads an answer whole before anybody can look at
 * it, and follows redirects with the conversation and the key in hand: this one does neither.
 */
import { ReasonerError } from '../errors.js';

export interface BoundedFetchOptions {
  /** The most bytes of an answer that are read. Default 4 MiB; a longer answer is truncated. */
  readonly maxBytes?: number;
  readonly fetch?: typeof fetch;
}

const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Makes a fetch that breaks off an answer over the bound and follows no redirect. A body over the
 * bound errors with `reasoner_output_truncated`.
 */
export function boundedFetch(options: BoundedFetchOptions = {}): typeof fetch {
  const { maxBytes = DEFAULT_MAX_BYTES, fetch: send = fetch } = options;
  return async (input, init) => {
    const response = await send(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(atMost(maxBytes));
    return new Response(body, { status, statusText, headers });
  };
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        const message = `the answer is over ${maxBytes} bytes`;
        throw new ReasonerError('reasoner_output_truncated', message);
      }
      to.enqueue(chunk);
    },
  });
}
