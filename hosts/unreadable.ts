/** A file that cannot be read, and why, in words. */

import { codeText } from './error-code.js';
import { HostError } from './errors.js';

const reasons: Readonly<Record<string, string>> = Object.freeze({
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ELOOP: 'its links lead in a circle',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
});

/** The error of a file that cannot be read; `why` where no error of the system says it. */
export function unreadable(path: string, cause: unknown, why?: string): HostError {
  const code = codeText(cause);
  const reason = why ?? reasons[code] ?? code;
  return new HostError('input_unreadable', `cannot read \`${path}\`: ${reason}`, { cause });
}
