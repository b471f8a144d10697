/** The body of a response as text: unpacked within bounds, and only if it says that it is text. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { quoted, Refusal } from '../protocol/refusal.js';
import type { WebResponse } from './one-request.js';

const MAX_UNPACKED = 1024 * 1024;
const MAX_TYPE = 200;
const TEXT_TYPE =
  /^(?:text\/[\w.+-]+|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|javascript|x-ndjson|yaml))$/;

type Unpack = (body: Buffer, bounds: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unpackers: Readonly<Record<string, Unpack>> = Object.freeze({
  gzip: promisify(gunzip) as Unpack,
  'x-gzip': promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as Unpack,
});

/** The media type of a response, in lower case and without parameters; empty if it says none. */
export function mediaType({ headers }: Pick<WebResponse, 'headers'>): string {
  return (
    (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase().slice(0, MAX_TYPE) ?? ''
  );
}

/** Throws a `Refusal` unless the response says that it is text. */
export function assertText(response: Pick<WebResponse, 'headers'>): void {
  const type = mediaType(response);
  if (TEXT_TYPE.test(type)) return;
  const what = type === '' ? 'does not say its type' : `is ${quoted(type)}`;
  throw new Refusal(`the page ${what}, and only text is fetched; ask for another page`);
}

/** Unpacks and decodes the body; throws a `Refusal` if it is over 1 MiB or cannot be read. */
export async function bodyText(response: WebResponse): Promise<string> {
  const bytes = await unpacked(response);
  const label = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(response.headers['content-type'] ?? '');
  try {
    return new TextDecoder(label?.[1] ?? 'utf-8').decode(bytes);
  } catch {
    throw new Refusal(`the character set ${quoted(label?.[1] ?? '')} is not known; ask elsewhere`);
  }
}

async function unpacked({ headers, body }: WebResponse): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '' || body.length === 0) return body;
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (unpack === undefined) {
    throw new Refusal(`the encoding ${quoted(encoding)} is not read; ask for another page`);
  }
  try {
    return await unpack(body, { maxOutputLength: MAX_UNPACKED });
  } catch {
    throw new Refusal(`the body is broken or over ${MAX_UNPACKED} bytes unpacked; ask for less`);
  }
}
