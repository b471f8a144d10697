/** Which addresses are private: lists of blocks, compared as whole numbers. */

const IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16
172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;

/** What the registry of IANA does not hold as global unicast, and what of that is set aside. */
const IPV6 = `0:0:0:0:0:0:0:0/8 100:0:0:0:0:0:0:0/8 200:0:0:0:0:0:0:0/7 400:0:0:0:0:0:0:0/6
800:0:0:0:0:0:0:0/5 1000:0:0:0:0:0:0:0/4 4000:0:0:0:0:0:0:0/3 6000:0:0:0:0:0:0:0/3
8000:0:0:0:0:0:0:0/3 a000:0:0:0:0:0:0:0/3 c000:0:0:0:0:0:0:0/3 e000:0:0:0:0:0:0:0/4
f000:0:0:0:0:0:0:0/5 f800:0:0:0:0:0:0:0/6 fc00:0:0:0:0:0:0:0/7 fe00:0:0:0:0:0:0:0/9
fe80:0:0:0:0:0:0:0/10 fec0:0:0:0:0:0:0:0/10 ff00:0:0:0:0:0:0:0/8 2001:0:0:0:0:0:0:0/23
2001:db8:0:0:0:0:0:0/32 3fff:0:0:0:0:0:0:0/20`;

/** Blocks that hold addresses of version 4, and how many bits follow these. */
const CARRIERS = `0:0:0:0:0:0:0:0/96>0 0:0:0:0:0:ffff:0:0/96>0 0:0:0:0:ffff:0:0:0/96>0
64:ff9b:0:0:0:0:0:0/96>0 2002:0:0:0:0:0:0:0/16>80`;

/** The addresses just inside and just outside of each block: of version 4, of version 6. */
export function naiveEdges(size: 32n | 128n): readonly bigint[] {
  const blocks = size === 32n ? IPV4 : `${IPV6} ${CARRIERS.replaceAll(/>\d+/g, '')}`;
  return blocks.split(/\s+/).flatMap((block) => {
    const [base = '', length = ''] = block.split('/');
    const start = bits(base);
    const end = start + (1n << (size - BigInt(length)));
    return [start - 1n, start, end - 1n, end].filter((at) => at >= 0n && at < 1n << size);
  });
}

/** Addresses of version 6 that carry these 32 bits. */
export function naiveCarried(address: bigint): readonly bigint[] {
  return CARRIERS.split(/\s+/).map((carrier) => {
    const [block = '', after = '0'] = carrier.split('>');
    return bits(block.split('/')[0] ?? '') | (address << BigInt(after));
  });
}

function bits(address: string): bigint {
  const parts = address.split(/[.:]/);
  const [radix, width] = address.includes('.') ? [10, 8n] : [16, 16n];
  return parts.reduce((all, part) => (all << width) | BigInt(Number.parseInt(part, radix)), 0n);
}

function isIn(address: bigint, block: string, size: bigint): boolean {
  const [base = '', length = ''] = block.split('/');
  const shift = size - BigInt(length);
  return address >> shift === bits(base) >> shift;
}

/** Of 32 bits. */
export function naivePrivateIpv4(address: bigint): boolean {
  return IPV4.split(/\s+/).some((block) => isIn(address, block, 32n));
}

/** Of 128 bits. */
export function naivePrivateIpv6(address: bigint): boolean {
  for (const carrier of CARRIERS.split(/\s+/)) {
    const [block = '', after = ''] = carrier.split('>');
    if (isIn(address, block, 128n)) {
      return naivePrivateIpv4((address >> BigInt(after)) & 0xffff_ffffn);
    }
  }
  return IPV6.split(/\s+/).some((block) => isIn(address, block, 128n));
}
