/**
 * A model service on loopback that speaks one wire format: it reads every request strictly, answers
 * from a script, and misbehaves on demand.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Heard, Said, Wire } from './wires/wire.js';

/** What the service does with one request. */
export type Turn =
  | { readonly kind: 'say'; readonly said: Said }
  | { readonly kind: 'refuse'; readonly status: number; readonly words: string }
  /** These bytes instead of an answer, with a status of success. */
  | { readonly kind: 'raw'; readonly body: string }
  /** The first half of an answer, then silence. */
  | { readonly kind: 'stall'; readonly said: Said }
  /** The first half of an answer, then a closed connection. */
  | { readonly kind: 'drop'; readonly said: Said }
  | { readonly kind: 'redirect'; readonly to: string };

export interface ModelService {
  readonly url: string;
  /** Every request that the format allows, in order. */
  readonly heard: readonly Heard[];
  /** What was wrong with the others; empty in a decent test. */
  readonly misheard: readonly string[];
  /** The keys that came, from whichever header. */
  readonly keys: readonly string[];
  /** Settles once the first half of a stalled answer was written. */
  readonly halfway: Promise<void>;
  /** Settles once the client has left a stalled answer. */
  readonly left: Promise<void>;
  stop(): Promise<void>;
}

interface PromiseWithResolver {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function withResolver(): PromiseWithResolver {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

interface Log {
  readonly heard: Heard[];
  readonly misheard: string[];
  readonly keys: string[];
  readonly halfway: PromiseWithResolver;
  readonly left: PromiseWithResolver;
  came: number;
}

/** Starts the service on a free port; one turn a request, in order. Stop it after the test. */
export async function startModelService(wire: Wire, turns: readonly Turn[]): Promise<ModelService> {
  const [halfway, left] = [withResolver(), withResolver()];
  const log: Log = { heard: [], misheard: [], keys: [], halfway, left, came: 0 };
  const server = createServer((request, response) => {
    answer({ wire, turns, log }, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: log.heard,
    misheard: log.misheard,
    keys: log.keys,
    halfway: halfway.promise,
    left: left.promise,
    stop: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

interface Script {
  readonly wire: Wire;
  readonly turns: readonly Turn[];
  readonly log: Log;
}

async function answer(
  { wire, turns, log }: Script,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const turn = turns[log.came];
  log.came += 1;
  const { authorization, 'x-api-key': key } = request.headers;
  log.keys.push([authorization ?? '', key ?? ''].join(''));
  const refuse = (status: number, words: string): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(wire.refuse(status, words));
  };
  try {
    if (request.url !== wire.path) throw new Error(`no such path: ${request.url}`);
    log.heard.push(wire.hear(JSON.parse(body), request.headers));
  } catch (error) {
    log.misheard.push(String(error));
    return refuse(400, String(error));
  }
  if (turn === undefined) return refuse(500, 'the script is at its end');
  if (turn.kind === 'refuse') return refuse(turn.status, turn.words);
  act({ wire, log }, turn, response);
}

function act(
  { wire, log }: Omit<Script, 'turns'>,
  turn: Exclude<Turn, { kind: 'refuse' }>,
  response: ServerResponse,
): void {
  if (turn.kind === 'redirect') {
    response.writeHead(307, { location: turn.to }).end();
    return;
  }
  response.writeHead(200, { 'content-type': wire.contentType });
  if (turn.kind === 'raw') {
    response.end(turn.body);
    return;
  }
  const pieces = wire.say(turn.said, 'model-of-the-service');
  if (turn.kind === 'say') {
    for (const piece of pieces) response.write(piece);
    response.end();
    return;
  }
  const all = pieces.join('');
  if (turn.kind === 'stall') response.on('close', log.left.resolve);
  const stays = turn.kind === 'stall';
  response.write(all.slice(0, all.length / 2), () => {
    if (stays) log.halfway.resolve();
    else setImmediate(() => response.destroy());
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
