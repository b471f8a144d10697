/** The error of the hosts room: a code of the closed list, its mend and, for text, the place. */
import { type AuditRefusal, type Code, codes } from '../schemas/index.js';

export interface HostErrorDetail {
  /** `line:column`, both from 1, of the text that was refused. */
  readonly at?: string;
  /** Every problem that was found, where a text has several; the first is the message. */
  readonly problems?: readonly string[];
  readonly cause?: unknown;
  /** Of an audit store: why it took no record. */
  readonly refusal?: AuditRefusal;
}

/**
 * Something outside the kernel cannot go on; the message never holds the content that caused it.
 */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: Code;
  /** What the reader can do about it. */
  readonly mend: string;
  /** `line:column`, both from 1; null where no text was read. */
  readonly at: string | null;
  /** Every problem that was found, one sentence each; only the message where there is one. */
  readonly problems: readonly string[];
  /** Of an audit store: why it took no record; null where nothing is known. */
  readonly refusal: AuditRefusal | null;

  constructor(code: Code, message: string, detail: HostErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.mend = codes[code].mend;
    this.at = detail.at ?? null;
    this.refusal = detail.refusal ?? null;
    this.problems = Object.freeze([...(detail.problems ?? [message])]);
  }
}
