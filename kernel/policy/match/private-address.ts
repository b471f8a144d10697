/**
 * Addresses that lead to no host of the public internet: private, local, shared, reserved, for
 * documentation, multicast, and those of metadata services. By the registries of IANA.
 */
import { beginsWith, ipv4Bits, pairBits, sharesPrefix } from './address.js';

const RANGES: readonly (readonly [bits: number, length: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // A platform's own services answer here, in its customers' networks only.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
].map(([text, length]) => [ipv4Bits(String(text)) ?? 0, Number(length)]);

/** Beginnings of addresses that carry one of version 4 behind them, at a group. */
const CARRIERS: readonly { readonly head: readonly number[]; readonly at: number }[] = [
  { head: [0, 0, 0, 0, 0, 0], at: 6 },
  { head: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { head: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { head: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { head: [0x2002], at: 1 },
];

/** Whether 32 bits lie in such a range. */
export function isPrivateIpv4(bits: number): boolean {
  return RANGES.some(([range, length]) => sharesPrefix(bits, range, length));
}

/** The same of eight groups; one that carries an address of version 4 is judged by that. */
export function isPrivateIpv6(groups: readonly number[]): boolean {
  const carrier = CARRIERS.find(({ head }) => beginsWith(groups, head));
  if (carrier !== undefined) return isPrivateIpv4(pairBits(groups, carrier.at));
  const [first = 0, second = 0] = groups;
  // All else that is global lies in 2000::/3.
  if (first < 0x2000 || first > 0x3fff) return true;
  const isProtocol = first === 0x2001 && second < 0x200;
  const isExample = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return isProtocol || isExample;
}
