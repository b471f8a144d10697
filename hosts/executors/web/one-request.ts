/**
 * One GET to one checked address, with no memory of an earlier one; its body bounded as it comes.
 */
import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as encryptedRequest } from 'node:https';
import { quoted, Refusal, systemCode } from '../protocol/refusal.js';
import { pinnedLookup } from './pinned-lookup.js';
import { plainAddress } from './public-address.js';

const MAX_BODY = 1024 * 1024;
const MAX_HEADERS = 16 * 1024;

export interface WebResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** As it was sent, still encoded; empty where `wantsBody` said no. */
  readonly body: Buffer;
}

export interface WebRequest {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
  readonly signal: AbortSignal;
  /** Told the status and headers: whether the body is read at all. */
  readonly wantsBody: (response: Pick<WebResponse, 'status' | 'headers'>) => boolean;
}

/** Makes the request; throws a `Refusal` where no bounded answer comes before the signal. */
export function oneRequest(given: WebRequest): Promise<WebResponse> {
  const { url, addresses, signal, wantsBody } = given;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(faultOf(url, signal, error));
    const send = url.protocol === 'https:' ? encryptedRequest : plainRequest;
    const sent = send(url, {
      agent: false,
      headers: {
        accept: 'text/*, application/json, application/xml;q=0.9, */*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'sluice-web-fetch/1.0',
      },
      lookup: pinnedLookup(addresses),
      maxHeaderSize: MAX_HEADERS,
      signal,
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers, socket } = response;
      response.on('error', fail);
      const stop = (error?: Refusal): void => {
        if (error !== undefined) reject(error);
        sent.destroy();
      };
      if (!isOneOf(addresses, socket.remoteAddress)) {
        return stop(new Refusal(`${quoted(url.host)} answered from another address; try again`));
      }
      if (!wantsBody({ status, headers })) {
        resolve({ status, headers, body: Buffer.alloc(0) });
        return stop();
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BODY) chunks.push(chunk);
        else stop(new Refusal(`${quoted(url.href)} has over ${MAX_BODY} bytes; ask for less`));
      });
      response.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }));
    });
    sent.end();
  });
}

function isOneOf(addresses: readonly LookupAddress[], remote: string | undefined): boolean {
  const found = plainAddress(remote ?? '');
  return found !== null && addresses.some(({ address }) => plainAddress(address) === found);
}

function faultOf(url: URL, signal: AbortSignal, error: unknown): Refusal {
  if (signal.aborted) {
    return new Refusal(`${quoted(url.host)} did not answer in full in time; try again later`);
  }
  const code = systemCode(error) ?? 'no answer';
  return new Refusal(`${quoted(url.host)} could not be read (${quoted(code)}); check the URL`);
}
