/**
 * A real HTTP server on loopback that speaks Ollama's protocol: `/api/chat` streamed and whole,
 * `/api/tags`, `/api/version`. It answers from a script, misbehaves on demand and keeps every
 * request it was sent. Like the real one it refuses unknown models, `think` for models that cannot,
 * and formats that its grammars cannot hold.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { answerChat, type ChatBody, type ChatReply, sendJson } from './ollama-replies.js';

export interface RecordedRequest {
  readonly path: string;
  readonly body: ChatBody;
  /**
   * Settles when the connection of this request ended: `true` if the answer was complete by then.
   */
  readonly ended: Promise<boolean>;
}

interface FakeModel {
  readonly name: string;
  readonly thinks?: boolean;
}

export interface OllamaServerOptions {
  readonly models?: readonly FakeModel[];
  /** One reply a chat, in order; the last one stays. */
  readonly replies?: readonly ChatReply[];
  /** Chooses the reply from the request; goes before `replies`. */
  readonly reply?: (body: ChatBody) => ChatReply;
}

export interface OllamaServer {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Settles once `count` chats have come in. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULT_MODELS: readonly FakeModel[] = [{ name: 'small' }, { name: 'thinker', thinks: true }];

/** Starts the server on a free port of loopback. Stop it, or the test process stays. */
export async function startOllamaServer(options: OllamaServerOptions = {}): Promise<OllamaServer> {
  const requests: RecordedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const onChat = (body: ChatBody, response: ServerResponse): void => {
    const ended = new Promise<boolean>((resolve) => {
      response.on('close', () => resolve(response.writableFinished));
    });
    requests.push({ path: '/api/chat', body, ended });
    for (const one of waiting) if (requests.length >= one.count) one.resolve();
    chat(options, requests.length - 1, body, response);
  };
  const server = createServer((request, response) => {
    handle(options, request, response, onChat).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    arrived: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    stop: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handle(
  options: OllamaServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  onChat: (body: ChatBody, response: ServerResponse) => void,
): Promise<void> {
  const models = options.models ?? DEFAULT_MODELS;
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /api/version') return sendJson(response, 200, { version: '0.12.0' });
  if (route === 'GET /api/tags') {
    const listed = models.map(({ name }) => ({ name, model: name, size: 1 }));
    return sendJson(response, 200, { models: listed });
  }
  if (route !== 'POST /api/chat') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    return;
  }
  onChat(JSON.parse(await bodyOf(request)), response);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function chat(
  options: OllamaServerOptions,
  index: number,
  body: ChatBody,
  response: ServerResponse,
): void {
  const refusal = refuse(options, body);
  if (refusal !== undefined) {
    sendJson(response, refusal.status, { error: refusal.error });
    return;
  }
  const replies = options.replies ?? [];
  const reply = options.reply?.(body) ?? replies[Math.min(index, replies.length - 1)];
  if (reply === undefined) sendJson(response, 500, { error: 'the script has no reply' });
  else answerChat(reply, body, response);
}

function refuse(
  options: OllamaServerOptions,
  body: ChatBody,
): { status: number; error: string } | undefined {
  const models = options.models ?? DEFAULT_MODELS;
  const model = models.find(({ name }) => name === body.model);
  if (model === undefined) return { status: 404, error: `model '${body.model}' not found` };
  if (body.think && model.thinks !== true) {
    return { status: 400, error: `"${body.model}" does not support thinking` };
  }
  if (typeof body.format === 'object' && !fitsGrammar(body.format)) {
    return { status: 500, error: 'invalid JSON schema in format' };
  }
  return undefined;
}

/**
 * What makes a real server refuse a format: references that recurse, large repetitions, empty
 * property lists.
 */
function fitsGrammar(format: object): boolean {
  const text = JSON.stringify(format);
  const bounds = [...text.matchAll(/"(?:maxItems|minItems|maxLength|minLength)":(\d+)/g)];
  const isLarge = bounds.some(([, bound]) => Number(bound) >= 2000);
  return !text.includes('"$ref"') && !isLarge && !text.includes('"properties":{}');
}
