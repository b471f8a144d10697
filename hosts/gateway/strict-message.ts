/**
 * A message of a client, read by the one strict parser: no duplicate keys, no text behind it,
 * bounded in depth and length. What is none is answered as the protocol says.
 */
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';

/** Longest message of a client, in UTF-16 code units. */
export const MAX_MESSAGE = 4_194_304;

export type ReadMessage =
  | { readonly message: JSONRPCMessage; readonly error: null }
  | { readonly message: null; readonly error: object };

/** Reads one message, or says what to answer in place of it. */
export function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = parseStrictJson(text, { maxLength: MAX_MESSAGE });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { message: null, error: failure(-32700, `${error.code}: ${error.mend}`) };
  }
  const read = JSONRPCMessageSchema.safeParse(value);
  if (read.success) return { message: read.data, error: null };
  return { message: null, error: failure(-32600, 'no message of JSON-RPC 2.0') };
}

/** The answer to what cannot be read: nobody knows which request it was. */
export function failure(code: number, message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}
