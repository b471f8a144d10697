/**
 * Which hosts a capability reaches: names, `*.name` (the name itself too), `*` for every public
 * host, and addresses. A name never opens an address of the inside; only its own hint does.
 */
import { domainToASCII } from 'node:url';
import { quoted, Refusal } from '../protocol/refusal.js';
import { isPublicAddress, plainAddress } from './public-address.js';

export interface HostHints {
  /** Asks whether a host, as a URL names it, is within reach. */
  coversHost(host: string): boolean;
  /** Asks whether a connection to an address is within reach. */
  coversAddress(address: string): boolean;
}

/** Reads the hints; throws a `Refusal` for one that names no host. */
export function readHostHints(hints: readonly string[]): HostHints {
  const addresses = new Set<string>();
  const names = new Set<string>();
  const zones: string[] = [];
  let isOpen = false;
  for (const hint of hints) {
    const address = plainAddress(hint.replace(/^\[(.*)\]$/, '$1'));
    if (address !== null) addresses.add(address);
    else if (hint === '*') isOpen = true;
    else if (hint.startsWith('*.')) zones.push(hostName(hint.slice(2), hint));
    else names.add(hostName(hint, hint));
  }
  const covers = (address: string): boolean =>
    addresses.has(plainAddress(address) ?? '') || isPublicAddress(address);
  return {
    coversHost(host) {
      const address = plainAddress(host);
      if (address !== null) return addresses.has(address) || (isOpen && isPublicAddress(address));
      const inZone = zones.some((zone) => host === zone || host.endsWith(`.${zone}`));
      return isOpen || inZone || names.has(host);
    },
    coversAddress: covers,
  };
}

function hostName(text: string, hint: string): string {
  // Looked at before it is made a domain, which would end it at a slash.
  const name = /[*/\\:?#@[\]\s]/.test(text) ? '' : domainToASCII(text.replace(/\.$/, ''));
  if (name !== '') return name;
  throw new Refusal(
    `the hint ${quoted(hint)} names no host; write a name, \`*.name\` or an address`,
  );
}
