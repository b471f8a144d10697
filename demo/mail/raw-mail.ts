/** What the readers of a folder and of an mbox hand over, before anything is parsed. */
import type { BrokenReason } from './broken-message.js';

export interface RawMail {
  /** The name to report. */
  readonly file: string;
  /**
   * What the message's id is made from: stable between two readings, and not the sender's choice.
   */
  readonly key: string;
  readonly raw: Buffer | BrokenReason;
}

export interface MailboxBounds {
  readonly maxMessageBytes: number;
  /** Broken messages count too. */
  readonly maxMessages: number;
}
