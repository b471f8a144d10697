/** The part of mbox-reader that the executors use; the package brings no types. */
declare module 'mbox-reader' {
  /** Splits an mbox at its `From ` lines, unquotes `>From `, and gives one entry a message. */
  export function mboxReader(
    source: NodeJS.ReadableStream,
  ): AsyncGenerator<{ readonly content: Buffer }, void, void>;
}
