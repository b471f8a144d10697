/** What the readers of a folder and of an mbox hand over, before anything is parsed. */

/** Of one message; what has more is counted, not read. */
export const maxMessageBytes: number = 5 * 1024 * 1024;

export interface RawMail {
  /** What the message's id is made from: not the sender's choice, the same at the next reading. */
  readonly key: string;
  /** Null where it is too large, no regular file or gone. */
  readonly raw: Buffer | null;
}

/** The newest messages, newest first. */
export interface NewestMails {
  readonly mails: readonly RawMail[];
  /** There are older ones. */
  readonly hasMore: boolean;
}
