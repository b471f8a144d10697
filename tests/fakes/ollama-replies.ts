/**
 * What the fake Ollama server can answer to a chat, from a decent stream to every way of breaking
 * one.
 */
import type { ServerResponse } from 'node:http';

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly think?: boolean | string;
  readonly format?: string | object;
  readonly keep_alive?: string | number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly options?: Readonly<Record<string, unknown>>;
}

export type ChatReply =
  /** The text, in messages of `perMessage` characters; the stream in pieces of `perWrite` bytes. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly thinking?: string;
      readonly doneReason?: string;
      readonly perMessage?: number;
      readonly perWrite?: number;
    }
  /** The text, then silence on an open connection. */
  | { readonly kind: 'stall'; readonly text: string }
  /** Silence before any header. */
  | { readonly kind: 'mute' }
  /** The text, then an end in the middle of a line. */
  | { readonly kind: 'cut'; readonly text: string }
  /** The text, then an end without the last message. */
  | { readonly kind: 'unfinished'; readonly text: string }
  /** The text, then a closed connection. */
  | { readonly kind: 'drop'; readonly text: string }
  /** A closed connection instead of an answer. */
  | { readonly kind: 'close' }
  /** These bytes as the body. */
  | { readonly kind: 'raw'; readonly body: string | Uint8Array }
  /** The text, then an error message in the stream. */
  | { readonly kind: 'error'; readonly text: string; readonly error: string }
  /** Messages without end. */
  | { readonly kind: 'flood'; readonly text: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body: string;
      readonly type?: string;
    }
  | { readonly kind: 'redirect'; readonly to: string };

interface Exchange {
  readonly body: ChatBody;
  readonly response: ServerResponse;
}

type Answers = {
  readonly [K in ChatReply['kind']]: (
    reply: Extract<ChatReply, { kind: K }>,
    exchange: Exchange,
  ) => void;
};

const STREAM = { 'content-type': 'application/x-ndjson' };

const answers: Answers = {
  text: sendText,
  stall: ({ text }, exchange) => {
    open(exchange, text);
  },
  mute: () => {},
  cut: ({ text }, exchange) => {
    open(exchange, text);
    exchange.response.end(messageLine(exchange, { content: text }).slice(0, 20));
  },
  unfinished: ({ text }, exchange) => {
    open(exchange, text);
    exchange.response.end();
  },
  // Only once the text has left does the connection go.
  drop: ({ text }, exchange) => {
    open(exchange, text, () => setImmediate(() => exchange.response.destroy()));
  },
  close: (_reply, { response }) => {
    response.destroy();
  },
  raw: ({ body }, { response }) => {
    response.writeHead(200, STREAM).end(body);
  },
  error: ({ text, error }, exchange) => {
    open(exchange, text);
    exchange.response.end(line({ error }));
  },
  flood: ({ text }, exchange) => {
    open(exchange, text);
    flood(exchange.response, messageLine(exchange, { content: text }));
  },
  status: ({ status, body, type = 'application/json' }, { response }) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  },
  redirect: ({ to }, { response }) => {
    response.writeHead(307, { location: to }).end();
  },
};

/** Answers a chat as the reply says. */
export function answerChat(reply: ChatReply, body: ChatBody, response: ServerResponse): void {
  const answer = answers[reply.kind] as (reply: ChatReply, exchange: Exchange) => void;
  answer(reply, { body, response });
}

/** Answers with one JSON value. */
export function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendText(reply: Extract<ChatReply, { kind: 'text' }>, exchange: Exchange): void {
  const { text, thinking, doneReason = 'stop', perMessage = 8 } = reply;
  const { body, response } = exchange;
  const last = { done: true, done_reason: doneReason, prompt_eval_count: 7, eval_count: 11 };
  if (body.stream === false) {
    const message = { role: 'assistant', content: text, ...(thinking ? { thinking } : {}) };
    sendJson(response, 200, { model: body.model, message, ...last });
    return;
  }
  const lines = thinking === undefined ? [] : [messageLine(exchange, { content: '', thinking })];
  const characters = [...text];
  for (let at = 0; at < characters.length; at += perMessage) {
    const content = characters.slice(at, at + perMessage).join('');
    lines.push(messageLine(exchange, { content }));
  }
  lines.push(line({ model: body.model, message: { role: 'assistant', content: '' }, ...last }));
  response.writeHead(200, STREAM);
  writePieces(response, Buffer.from(lines.join('')), reply.perWrite);
}

/** Writes in pieces, each in a turn of its own, so that they leave as separate chunks. */
function writePieces(response: ServerResponse, bytes: Buffer, size: number | undefined): void {
  const step = size ?? bytes.length;
  let at = 0;
  const next = (): void => {
    if (at >= bytes.length || response.destroyed) {
      response.end();
      return;
    }
    response.write(bytes.subarray(at, at + step));
    at += step;
    setImmediate(next);
  };
  next();
}

function open({ body, response }: Exchange, text: string, done?: () => void): void {
  response.writeHead(200, STREAM);
  response.write(messageLine({ body, response }, { content: text }), done);
}

function flood(response: ServerResponse, more: string): void {
  const next = (): void => {
    while (!response.destroyed && response.write(more));
    if (!response.destroyed) response.once('drain', next);
  };
  next();
}

function messageLine({ body }: Exchange, message: object): string {
  const full = { role: 'assistant', ...message };
  return line({ model: body.model, message: full, done: false });
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
