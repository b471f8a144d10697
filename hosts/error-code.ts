/** The code of what was thrown. */

/** Its code, of the system (`ENOENT`) or of ours (`value_unknown`); null where it has none. */
export function errorCode(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
}

/** Its code as a reason for people. */
export function codeText(thrown: unknown): string {
  return errorCode(thrown) ?? 'unknown error';
}
