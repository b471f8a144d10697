/**
 * Hosts of URLs and of bare names, in one spelling (behaviour G-22, G-31). A name is not resolved:
 * where it leads nobody knows here.
 */
import { urlHostname } from '../../primordials.js';
import { ipv4Bits, ipv4Text, ipv6Groups, pairBits } from './address.js';
import { isPrivateIpv4, isPrivateIpv6 } from './private-address.js';

/** Longer than any name, escaped or not. */
const MAX_HOST = 1024;
/** Slashes after these count for nothing. */
const WEB = ['http', 'https', 'ws', 'wss', 'ftp'];
/** What stands between `//` and the next slash is a host for these; nothing in the rest is. */
const NETWORK = [
  ...['ssh', 'scp', 'sftp', 'ftps', 'rsync', 'telnet', 'tftp', 'gopher', 'dict', 'smb'],
  ...['git', 'git+ssh', 'git+http', 'git+https', 'svn', 'svn+ssh', 'mqtt', 'rtsp'],
  ...['ldap', 'ldaps', 'imap', 'imaps', 'pop3', 'pop3s', 'smtp', 'smtps'],
];
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const BARE = /^(?:([^@:/\\?#%[\]]+)@)?(\[[^\]]*\]|[^@:/\\?#%[\]]+)(?::([^@]*))?$/su;
const BARE_IPV6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i;
const HOST_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/su;
const BLANK = /[\s\p{Cc}]/u;
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa|ip6-localhost|ip6-loopback)$/;

/**
 * Host of a URL or of a bare name with or without port, in its one spelling; null where none can
 * be read. Read as the URL standard does: lower case, ASCII, no dot at the end, addresses of
 * version 4 dotted, of version 6 compressed and without brackets, mapped ones as version 4. What
 * stands before `@` is never the host. `user@host:path` has a host too.
 *
 * Null also for what two programs would read differently (a backslash, a blank, a bare text with a
 * slash), for schemes that name no host, and for names with characters beyond letters, digits, `-`
 * and `_`. So null says that nobody can tell, not that there is none.
 */
export function normalHost(text: string): string | null {
  const given = text.trim();
  const scheme = SCHEME.exec(given)?.[1] ?? '';
  const rest = given.slice(scheme.length + 1);
  if (WEB.includes(scheme.toLowerCase())) return hostOfAuthority(rest, pastSlashes(rest));
  const isNetwork = NETWORK.includes(scheme.toLowerCase()) && rest.startsWith('//');
  return isNetwork ? hostOfAuthority(rest, 2) : hostOfBare(given);
}

/**
 * Loopback, private, link-local, shared (100.64/10), multicast, unspecified, reserved and unique
 * local addresses, those of version 6 that carry one of them, `localhost`, `local`, `internal`,
 * `home.arpa` and what is below these names. A text that is no host counts as private.
 */
export function isPrivateHost(host: string): boolean {
  const name = normalHost(host);
  if (name === null) return true;
  if (name.includes(':')) return isPrivateIpv6(ipv6Groups(name));
  const bits = ipv4Bits(name);
  return bits === null ? PRIVATE_NAME.test(name) : isPrivateIpv4(bits);
}

function pastSlashes(text: string): number {
  let at = 0;
  while (text[at] === '/') at += 1;
  return at;
}

function hostOfAuthority(text: string, from: number): string | null {
  const length = text.slice(from).search(/[/?#\\]/);
  const end = length === -1 ? text.length : from + length;
  const authority = text.slice(from, end);
  // Some programs take a backslash for a slash, others do not.
  if (text[end] === '\\' || BLANK.test(authority)) return null;
  const [, host = '', port] = HOST_PORT.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  return isPort(port) ? spelt(host) : null;
}

function hostOfBare(text: string): string | null {
  if (BLANK.test(text)) return null;
  if (BARE_IPV6.test(text)) return spelt(`[${text}]`);
  const [, user, host = '', rest] = BARE.exec(text) ?? [];
  if (user === undefined && !isPort(rest)) return null;
  return spelt(host);
}

function isPort(text: string | undefined): boolean {
  return text === undefined || (/^\d{0,5}$/.test(text) && Number(text) < 65_536);
}

function spelt(host: string): string | null {
  if (host === '' || host.length > MAX_HOST) return null;
  let read: string;
  try {
    read = urlHostname(`http://${host}/`);
  } catch {
    return null;
  }
  if (read.startsWith('[')) return speltIpv6(read.slice(1, -1));
  const name = read.endsWith('.') ? read.slice(0, -1) : read;
  return NAME.test(name) ? name : null;
}

function speltIpv6(text: string): string {
  const mapped = /^::ffff:[0-9a-f]+:[0-9a-f]+$/.test(text);
  return mapped ? ipv4Text(pairBits(ipv6Groups(text), 6)) : text;
}
