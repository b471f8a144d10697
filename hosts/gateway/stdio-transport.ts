/** A client on standard input and output: one message a line, read by the strict parser. */
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { failure, MAX_MESSAGE, readMessage } from './strict-message.js';

/** How much may wait for a client that does not read, before it is not heard any more. */
const MAX_WAITING = 2 * MAX_MESSAGE;

/** A transport over two streams; it ends when the input does, or holds a line that is too long. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #decoder = new TextDecoder('utf-8');
  #rest = '';
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.once('end', () => void this.close());
    this.#input.once('error', () => void this.close());
    // A client that is gone reads nothing more.
    this.#output.on('error', () => void this.close());
  }

  /** Writes a message; resolves once it is out, so that a slow reader holds up the next one. */
  async send(message: object): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.#output.write(`${JSON.stringify(message)}\n`, () => {
        if (this.#output.writableLength <= MAX_WAITING && !this.#isClosed) this.#input.resume();
        resolve();
      });
      // A client that asks and never reads is heard again once it has read.
      if (this.#output.writableLength > MAX_WAITING) this.#input.pause();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.onclose?.();
  }

  readonly #onData = (chunk: Uint8Array): void => {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') this.#take(line);
    if (this.#rest.length <= MAX_MESSAGE) return;
    this.#rest = '';
    // The rest of that line is no line.
    this.#input.off('data', this.#onData);
    void this.send(failure(-32700, 'json_too_long: send less text')).then(() => this.close());
  };

  #take(line: string): void {
    const { message, error } = readMessage(line);
    if (message === null) void this.send(error);
    else this.onmessage?.(message);
  }
}
