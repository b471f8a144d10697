/**
 * Which addresses of the internet protocols lie outside: those that are handed out to the public.
 * Loopback, private, link-local and documentation ranges, and those that carry another address
 * within them (6to4, Teredo, NAT64, mapped IPv4), do not.
 */
import ipaddr from 'ipaddr.js';

/** The one block that public IPv6 addresses come from: 2000::/3. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_BITS = 3;

/** Asks whether an address is public; what is no address is not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // A mapped IPv4 address is judged as what it stands for.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST, GLOBAL_BITS);
}

/** The one spelling of an address; null for what is none. */
export function plainAddress(text: string): string | null {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}
