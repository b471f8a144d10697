/**
 * A connection to a server that sends what nobody asked for: of that, news of its tools and
 * questions that are refused pass, the rest is dropped, and all of it is counted. A server that
 * sends without end, or does not read what it is answered, is cut off. Upholds INV-X14.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js';

/** What may come unasked within a second. */
const MAX_UNASKED = 1000;
const SECOND = 1000;
/** Answers that a server may leave unread. */
const MAX_UNREAD = 64;
/** How long a server may take nothing of what it is sent. */
const STUCK_MS = 5000;

/** A transport that keeps a server within bounds. */
export class GuardedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly #inner: Transport;
  readonly #cut: () => void;
  /** Requests of ours that have no answer yet. */
  readonly #asked = new Set<number>();
  #unread = 0;
  #unsent = 0;
  #takenAt = 0;
  #unasked = 0;
  #since = 0;
  #isOver = false;

  /** `cut` is told when the server is cut off, before its process has ended. */
  constructor(inner: Transport, cut: () => void) {
    this.#inner = inner;
    this.#cut = cut;
  }

  /** Whether something is to be sent, and the server has long taken nothing. */
  get isStuck(): boolean {
    return this.#unsent > 0 && performance.now() - this.#takenAt > STUCK_MS;
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.#take(message, extra);
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => this.onclose?.();
    await this.#inner.start();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = !('method' in message);
    if ('method' in message && 'id' in message) this.#asked.add(Number(message.id));
    if ('method' in message && message.method === 'notifications/cancelled')
      this.#asked.delete(Number(message.params?.['requestId']));
    if (this.#unsent === 0) this.#takenAt = performance.now();
    this.#unsent += 1;
    if (isAnswer) this.#unread += 1;
    if (this.#unread > MAX_UNREAD) this.#cutOff();
    try {
      await this.#inner.send(message);
    } finally {
      this.#unsent -= 1;
      this.#takenAt = performance.now();
      if (isAnswer) this.#unread -= 1;
    }
  }

  close(): Promise<void> {
    this.#isOver = true;
    return this.#inner.close();
  }

  #take(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (this.#isOver) return;
    const isAnswer = !('method' in message);
    if (isAnswer && this.#asked.delete(Number(message.id))) return this.onmessage?.(message, extra);
    // INV-X14: counted, whatever it is.
    if (this.#isFlood()) return this.#cutOff();
    if (isAnswer) return;
    if ('id' in message || message.method === 'notifications/tools/list_changed')
      this.onmessage?.(message, extra);
  }

  #isFlood(): boolean {
    const now = performance.now();
    if (now - this.#since > SECOND) {
      this.#since = now;
      this.#unasked = 0;
    }
    this.#unasked += 1;
    return this.#unasked > MAX_UNASKED;
  }

  #cutOff(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cut();
  }
}
