/**
 * The wire below the Ollama client: a fetch for one request that turns every failure into a
 * `ReasonerError`, and that lets only whole, well-formed lines through. Without it the client
 * prints bad lines and error pages on the console, skips what it cannot read, and follows redirects
 * with the prompt in hand.
 */
import { ReasonerError } from '../errors.js';
import { networkCode } from './network-code.js';
import { refusedStatus } from './refused-status.js';

/** The most bytes of an error page that are looked at. */
const MAX_ERROR_BYTES = 16_384;

export interface WireOptions {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readonly model: string;
  /** The address of the server, as messages show it. */
  readonly origin: string;
  /** The most bytes of an answer that are read. */
  readonly maxBytes: number;
}

/**
 * A fetch bound to one request. @throws reasoner_unreachable, reasoner_model_missing,
 * reasoner_unauthorized, reasoner_busy, reasoner_timeout, reasoner_failed
 */
export function wireFetch(options: WireOptions): typeof fetch {
  return async (input, init) => {
    const response = await connect(options, input, init);
    if (!response.ok) throw await refusal(options, response);
    if (response.body === null) throw new ReasonerError('reasoner_failed', 'the answer is empty');
    return new Response(response.body.pipeThrough(wholeLines(options.maxBytes)));
  };
}

async function connect(
  options: WireOptions,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  try {
    return await options.fetch(input, { ...init, signal: options.signal, redirect: 'error' });
  } catch (error) {
    throw networkError(error, options.origin);
  }
}

function networkError(error: unknown, origin: string): ReasonerError {
  const code = networkCode(error);
  const shown = code === undefined ? '' : ` (\`${code}\`)`;
  return code === 'UND_ERR_HEADERS_TIMEOUT'
    ? new ReasonerError('reasoner_timeout', `\`${origin}\` sent no answer in time${shown}`)
    : new ReasonerError('reasoner_unreachable', `no model server answers at \`${origin}\`${shown}`);
}

/** What a status means. The server's own words are read for their sense and never repeated. */
async function refusal(options: WireOptions, response: Response): Promise<ReasonerError> {
  const said = await errorText(response);
  if (response.status === 404 && said !== undefined) {
    return new ReasonerError(
      'reasoner_model_missing',
      `the model \`${options.model}\` is not there`,
      {
        mend: `run \`ollama pull ${options.model}\`, or name a model that is installed`,
      },
    );
  }
  if (response.status === 404) {
    return new ReasonerError('reasoner_unreachable', `\`${options.origin}\` has no chat service`);
  }
  const message = `the model server refused with status \`${response.status}\``;
  const mend = mendFor(said ?? '');
  const code = refusedStatus(response.status);
  return new ReasonerError(code, message, mend === undefined ? {} : { mend });
}

function mendFor(said: string): string | undefined {
  if (said.includes('support thinking')) return 'leave `think` out, or use a model that thinks';
  if (/schema|grammar/i.test(said)) return 'set `format` to `json`: the server refuses the schema';
  return undefined;
}

async function errorText(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await firstBytes(response));
    const isRecord = typeof body === 'object' && body !== null && 'error' in body;
    return isRecord && typeof body.error === 'string' ? body.error : undefined;
  } catch {
    return undefined;
  }
}

async function firstBytes(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  while (size <= MAX_ERROR_BYTES) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

/**
 * Passes on lines, each once it is whole and proved to be a JSON object. @throws reasoner_failed
 */
function wholeLines(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const encoder = new TextEncoder();
  let pending = '';
  let size = 0;
  const pass = (line: string, to: TransformStreamDefaultController<Uint8Array>): void => {
    if (line.trim() === '') return;
    assertJsonObject(line);
    to.enqueue(encoder.encode(`${line}\n`));
  };
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        throw new ReasonerError(
          'reasoner_output_truncated',
          `the answer is over ${maxBytes} bytes`,
        );
      }
      const lines = decode(decoder, chunk).split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        pass(pending + line, to);
        pending = '';
      }
      pending += last;
    },
    flush(to) {
      pass(pending + decode(decoder), to);
    },
  });
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new ReasonerError('reasoner_failed', 'the stream of the model server is not UTF-8');
  }
}

function assertJsonObject(line: string): void {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ReasonerError('reasoner_failed', 'the stream of the model server is not JSON lines');
  }
  if (typeof value !== 'object' || value === null) {
    throw new ReasonerError('reasoner_failed', 'the stream of the model server holds no messages');
  }
}
