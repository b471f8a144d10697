/** Answers over HTTP within a bound: a server may say as much as it likes, but not at once. */

export interface Bound {
  /** Bytes of a message. */
  readonly most: number;
  /** Told of an answer over the bound: whoever waits for it would wait on. */
  readonly over: () => void;
}

/** Answers of which no message is longer than the bound; a stream may have any number of them. */
export async function boundedFetch(
  at: string | URL,
  init: RequestInit | undefined,
  bound: Bound,
): Promise<Response> {
  const response = await fetch(at, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const { body, status, statusText, headers } = response;
  const bounded = body.pipeThrough(isStream ? boundedEvents(bound) : boundedBytes(bound));
  return new Response(bounded, { status, statusText, headers });
}

function boundedBytes({ most, over }: Bound): TransformStream<Uint8Array, Uint8Array> {
  let left = most;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left >= 0) return controller.enqueue(chunk);
      controller.error(new RangeError('an answer over the bound'));
      over();
    },
  });
}

const LF = 10;
const CR = 13;

/** An event ends with an empty line. */
function boundedEvents({ most, over }: Bound): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  let last = 0;
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of chunk) {
        const isEnd = byte === LF && last === LF;
        length = isEnd ? 0 : length + 1;
        if (byte !== CR) last = byte;
        if (length > most) {
          controller.error(new RangeError('an event over the bound'));
          return over();
        }
      }
      controller.enqueue(chunk);
    },
  });
}
