/** The text of a SHA-256: 64 lower-case hex characters. */
const DIGEST = /^[0-9a-f]{64}$/;

/** Asks whether a value is the hex text of a SHA-256. */
export function isHexDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}
