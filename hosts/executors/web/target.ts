/** The one URL of a request: what it must be before anything is asked of the network. */
import { quoted, Refusal } from '../protocol/refusal.js';
import type { HostHints } from './host-hints.js';

const MAX_URL = 8192;
const WEB_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
const FIRST_FREE_PORT = 1024;

/**
 * Reads a URL, or a redirect relative to `base`; throws a `Refusal` if it is not http or https,
 * goes from https down to http, names a user, a port of another service, or a host out of reach.
 */
export function readTarget(text: string, hints: HostHints, base?: URL): URL {
  if (text.length > MAX_URL || !URL.canParse(text, base?.href)) {
    throw new Refusal(`${quoted(text)} is no URL; write one that begins with \`https://\``);
  }
  const url = new URL(text, base);
  url.hash = '';
  assertScheme(url, base);
  if (url.username !== '' || url.password !== '') {
    throw new Refusal('the URL holds a user or a password; take it out');
  }
  if (!WEB_PORTS.has(url.port) && Number(url.port) < FIRST_FREE_PORT) {
    throw new Refusal(`the port ${quoted(url.port)} belongs to another service; leave it out`);
  }
  if (hints.coversHost(hostOf(url))) return url;
  const host = quoted(hostOf(url));
  throw new Refusal(`the host ${host} is outside of what \`web.fetch\` reaches; widen its hints`);
}

function assertScheme(url: URL, base: URL | undefined): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Refusal(`${quoted(url.protocol)} is not fetched; use \`https:\` or \`http:\``);
  }
  if (base?.protocol === 'https:' && url.protocol === 'http:') {
    throw new Refusal('the page leads from https down to http; ask for that URL itself');
  }
}

/** The host of a URL as names and addresses are compared: no brackets, no last dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
