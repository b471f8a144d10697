/**
 * The demo's one error: a code of the closed list and its mend. No message holds text that came out
 * of a mail.
 */
import { type Code, codes } from '../../schemas/index.js';

/** Something the demo was given is not usable; `code` says what, `mend` what to do. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  readonly code: Code;
  readonly mend: string;
  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.mend = codes[code].mend;
  }
}
