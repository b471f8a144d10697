/**
 * Why an executor did not do what it was asked: one short line with the mend. Whoever reads it may
 * be a model, so it holds no text but the caller's own, between backticks and cut.
 */
const MAX_QUOTED = 200;

/** A reason that is an answer, not a defect; its message goes out as `error`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What the system's own codes mean for the caller. */
const known: Readonly<Record<string, string>> = Object.freeze({
  EACCES: 'the system does not permit it; look at the permissions',
  EDQUOT: 'the disk quota is used up; make room',
  EEXIST: 'something is there already; use another name or `replace`',
  EISDIR: 'it is a folder; name a file',
  ELOOP: 'it is a link, which is never followed; name what it leads to',
  EMFILE: 'too many files are open; try again',
  ENAMETOOLONG: 'the path is too long; shorten it',
  ENOENT: 'nothing is there; look at the folder with `fs_list`',
  ENOSPC: 'the disk is full; make room',
  ENOTDIR: 'a part of the path is no folder; look at it with `fs_list`',
  ENOTEMPTY: 'the folder is not empty; delete what is in it first',
  ENXIO: 'it is no regular file; name one',
  EPERM: 'the system does not permit it; look at the permissions',
  EROFS: 'the disk is read-only; use another folder',
});

/** Quotes the caller's own words: between backticks, on one line, at most 200 characters. */
export function quoted(text: string): string {
  const plain = text.slice(0, MAX_QUOTED).replace(/[\p{C}`]/gu, '\u{fffd}');
  return `\`${plain}${text.length > MAX_QUOTED ? '…' : ''}\``;
}

/** The code of a failed system call, such as `ENOENT`; null where there is none. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code)
    ? error.code
    : null;
}

/** Turns whatever was thrown into the one line that goes out; never a stack, never its message. */
export function refusalText(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = systemCode(error);
  if (code === null) return 'the executor failed; try again, and report it if it fails again';
  return Object.hasOwn(known, code) ? (known[code] ?? code) : `the system answered ${quoted(code)}`;
}
