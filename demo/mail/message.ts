/**
 * A mail as the demo's tools return it: plain JSON. Every field but `id` is an outsider's choice.
 */
export interface MailAddress {
  /** The display name, decoded; empty if there is none. */
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  /** The file name that the sender chose, decoded; empty if there is none. */
  readonly name: string;
  readonly type: string;
  /** Bytes, decoded. */
  readonly size: number;
}

export interface Message {
  /** Minted here from the file name or the position in the mbox: no sender chooses a byte of it. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  /**
   * The plain text, then the text of the HTML with what a reader would not see: comments, invisible
   * spans.
   */
  readonly text: string;
  /** The HTML as it was sent, or null. */
  readonly html: string | null;
  readonly attachments: readonly MailAttachment[];
}
