/** The code of the network error behind a failed fetch, such as `ECONNREFUSED`. */
export function networkCode(error: unknown): string | undefined {
  return codeOf(error instanceof Error ? error.cause : undefined);
}

/** The code of an error itself, where it is one of the network's or of Node's. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[A-Z_]{1,40}$/.test(error.code)
    ? error.code
    : undefined;
}
