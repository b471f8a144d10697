/** Bytes as text, or nothing: a file that is no text is refused, not guessed at. */
import { quoted, Refusal } from '../protocol/refusal.js';

/** Decodes UTF-8; throws a `Refusal` for other bytes and for a NUL. */
export function utf8Text(bytes: Uint8Array, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new Refusal(`the file ${quoted(path)} is no text in UTF-8; name a text file`);
}
