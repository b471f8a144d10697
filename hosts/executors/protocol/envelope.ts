/**
 * What the host hands to an executor on stdin: the arguments, what bounds each capability, the
 * secrets that its manifest names, and the user's home. Bounded in size; one JSON object.
 */
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { Refusal } from './refusal.js';

/** Room for the largest arguments with every character escaped. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_HINTS = 256;

const hint = z.string().check(z.minLength(1), z.maxLength(4096));

const envelopeShape = z.strictObject({
  args: z.record(z.string(), z.unknown()),
  scope: z.optional(z.record(z.string(), z.array(hint).check(z.maxLength(MAX_HINTS)))),
  secrets: z.optional(z.record(z.string(), z.string().check(z.maxLength(65_536)))),
  home: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
});

export type Envelope = z.infer<typeof envelopeShape>;

/** Reads one envelope to the end of the stream; throws a `Refusal` for what is none. */
export async function readEnvelope(stream: Readable): Promise<Envelope> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw new Refusal('the call is over 16 MiB; send less');
    chunks.push(bytes);
  }
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new Refusal('the call is no JSON object in UTF-8; start the executor through its host');
  }
  const parsed = envelopeShape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Refusal(
    'the call is no envelope of `args`, `scope`, `secrets` and `home`; mend the host',
  );
}
