/**
 * Finds the links and images that a host lets stand: `https`, a host on its list, a path of plain
 * characters, and nothing that could carry more (no user, port, query or fragment). Pure, linear.
 */
import { HostError } from '../errors.js';
import { inertText } from './inert-text.js';

const HOST = /^(?=[^.]*\.)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const URL_PARTS = 'https:\\/\\/([a-z0-9.-]+)((?:\\/[A-Za-z0-9/_.~%-]*)?)';
/** In Markdown with its text, or bare between spaces. */
const PLAIN_LINK = new RegExp(
  `(!?)\\[([^[\\]\\n]*)\\]\\(${URL_PARTS}\\)|(?<=^|\\s)${URL_PARTS}(?=[.,;!?]?(?:\\s|$))`,
  'g',
);

/**
 * Takes a list of host names.
 * @throws HostError `config_malformed` for anything but a full host name in lower case
 */
export function hostList(hosts: readonly string[]): ReadonlySet<string> {
  for (const host of hosts) {
    if (HOST.test(host)) continue;
    throw new HostError('config_malformed', 'a host is written as `cdn.example.com`, nothing else');
  }
  return new Set(hosts);
}

/** Makes text inert but for the plain links to these hosts. */
export function inertExcept(text: string, hosts: ReadonlySet<string>): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(PLAIN_LINK)) {
    const [whole, bang, words, linkHost, linkPath, bareHost, barePath] = match;
    const host = linkHost ?? bareHost ?? '';
    if (!hosts.has(host)) continue;
    out += inertText(text.slice(done, match.index));
    const address = `https://${host}${linkPath ?? barePath ?? ''}`;
    out += words === undefined ? address : `${bang}[${inertText(words)}](${address})`;
    done = match.index + whole.length;
  }
  return out + inertText(text.slice(done));
}
