/**
 * Fetches one text over http or https. Each hop of a redirect is checked like the first: scheme,
 * host, address. All hops share one time limit.
 */
import { Refusal } from '../protocol/refusal.js';
import { assertText, bodyText, mediaType } from './body-text.js';
import { type HostHints, readHostHints } from './host-hints.js';
import { oneRequest, type WebResponse } from './one-request.js';
import { checkedAddresses, type Resolve, systemResolve } from './pinned-lookup.js';
import { hostOf, readTarget } from './target.js';

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 15_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface FetchedText {
  /** The URL that the text came from. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The URLs that redirects led to, in order. */
  readonly redirects: readonly string[];
}

export interface FetchMeans {
  readonly hints: readonly string[];
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/** Fetches the text at a URL; throws a `Refusal` for whatever stands in the way. */
export async function fetchText(url: string, means: FetchMeans): Promise<FetchedText> {
  const { resolve = systemResolve, timeoutMs = TIMEOUT_MS } = means;
  const hints = readHostHints(means.hints);
  const signal = AbortSignal.timeout(timeoutMs);
  const redirects: string[] = [];
  let target = readTarget(url, hints);
  for (;;) {
    const response = await visit(target, hints, resolve, signal);
    const next = redirectOf(response, hints, target);
    if (next === null) {
      const text = await bodyText(response);
      return {
        url: target.href,
        status: response.status,
        type: mediaType(response),
        text,
        redirects,
      };
    }
    if (redirects.length >= MAX_REDIRECTS) {
      throw new Refusal(`the page redirects over ${MAX_REDIRECTS} times; ask for its last URL`);
    }
    redirects.push(next.href);
    target = next;
  }
}

async function visit(
  url: URL,
  hints: HostHints,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<WebResponse> {
  const addresses = await checkedAddresses(hostOf(url), hints, resolve);
  const wantsBody = ({ status, headers }: Pick<WebResponse, 'status' | 'headers'>): boolean =>
    !(REDIRECTS.has(status) && headers.location !== undefined);
  const response = await oneRequest({ url, addresses, signal, wantsBody });
  if (wantsBody(response) && response.body.length > 0) assertText(response);
  return response;
}

function redirectOf({ status, headers }: WebResponse, hints: HostHints, from: URL): URL | null {
  if (!REDIRECTS.has(status) || headers.location === undefined) return null;
  return readTarget(headers.location, hints, from);
}
