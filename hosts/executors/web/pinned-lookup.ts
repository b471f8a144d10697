/**
 * Turns a host into the addresses that the connection will be made to, once: what is checked is
 * what is connected to, whatever the name says a moment later.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { quoted, Refusal, systemCode } from '../protocol/refusal.js';
import type { HostHints } from './host-hints.js';

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Asks the system's resolver for every address of a name. */
export const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * Gives the addresses of a host; throws a `Refusal` if there is none, or if a single one of them is
 * out of reach: a name of the outside with an address of the inside is a trap.
 */
export async function checkedAddresses(
  host: string,
  hints: HostHints,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  const found = family === 0 ? await resolved(host, resolve) : [{ address: host, family }];
  const odd = found.find(({ address }) => !hints.coversAddress(address));
  if (found.length > 0 && odd === undefined) return found;
  const what =
    odd === undefined ? 'has no address' : `leads to ${quoted(odd.address)}, not outside`;
  throw new Refusal(
    `the host ${quoted(host)} ${what}; name another host, or that address in a hint`,
  );
}

async function resolved(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(host);
  } catch (error) {
    const code = systemCode(error) ?? 'no answer';
    throw new Refusal(`the host ${quoted(host)} was not found (${quoted(code)}); check its name`);
  }
}

/** A lookup for a connection that knows these addresses and no other. */
export function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error('no address'), '', 0);
  };
}
