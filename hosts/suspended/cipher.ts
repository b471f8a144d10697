/**
 * Suspensions as they lie on the disk: AES-256-GCM under a key made of the store's, bound to their
 * id. It keeps content from copies of a file that go somewhere without the key; whoever reads the
 * folder reads the key too.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;
const ALGORITHM = 'aes-256-gcm';

/** Encrypts a text for its id: nonce, tag, then what is secret. */
export function encryptText(key: string, id: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, contentKey(key), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(id));
  const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), secret]);
}

/** The text of an id; null for bytes that this key did not encrypt for it. */
export function decryptText(key: string, id: string, bytes: Buffer): string | null {
  if (bytes.length < NONCE + TAG) return null;
  const nonce = bytes.subarray(0, NONCE);
  const decipher = createDecipheriv(ALGORITHM, contentKey(key), nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    const secret = bytes.subarray(NONCE + TAG);
    return Buffer.concat([decipher.update(secret), decipher.final()]).toString('utf8');
  } catch {
    // Changed, of another id, or of another key: the cipher does not tell which.
    return null;
  }
}

/** A key of its own: that of the store seals. */
function contentKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', 'sluice suspension', 32));
}
