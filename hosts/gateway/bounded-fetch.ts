/** Answers over HTTP within a bound: a server may say as much as it likes, but not at once. */

/** Answers of which no message is longer than the bound; a stream may have any number of them. */
export async function boundedFetch(
  at: string | URL,
  init: RequestInit | undefined,
  most: number,
): Promise<Response> {
  const response = await fetch(at, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const { body, status, statusText, headers } = response;
  const bounded = body.pipeThrough(isStream ? boundedEvents(most) : boundedBytes(most));
  return new Response(bounded, { status, statusText, headers });
}

function boundedBytes(most: number): TransformStream<Uint8Array, Uint8Array> {
  let left = most;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new RangeError('an answer over the bound'));
      else controller.enqueue(chunk);
    },
  });
}

const LF = 10;
const CR = 13;

/** An event ends with an empty line. */
function boundedEvents(most: number): TransformStream<Uint8Array, Uint8Array> {
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
          return;
        }
      }
      controller.enqueue(chunk);
    },
  });
}
