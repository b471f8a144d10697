/**
 * Why a message of a mailbox was left out, and the mend. The other messages are read all the same.
 */
export const brokenReasons = Object.freeze({
  cut_off: 'its multipart body has no closing boundary; fetch the message again',
  no_date: 'it has no `Date` header that can be read; add one or move the file away',
  no_sender: 'it has no `From` header with an address; add one or move the file away',
  not_regular: 'it is not a regular file; move it out of the mailbox',
  rest_unread: 'it and all after it were not read; raise the bounds or split the mailbox',
  symbolic_link: 'it is a symbolic link, which is never followed; copy the file instead',
  too_large: 'it is over the bound on bytes; raise `maxMessageBytes` or move it away',
  too_many_recipients: 'it has over 1,000 recipients; move it away',
  unparsable: 'the mail parser refused it; fetch the message again',
  unreadable: 'it cannot be read, or changed meanwhile; check its permissions and try again',
} as const);

export type BrokenReason = keyof typeof brokenReasons;

export interface BrokenMessage {
  /** The file name inside the mailbox, or the mbox file's name with `#` and a position from 1. */
  readonly file: string;
  readonly reason: BrokenReason;
}
