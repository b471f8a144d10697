import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { isPrivateHost, normalHost } from '../../kernel/policy/match/host-name.js';
import { verifies } from '../claims/verifies.js';
import { aroundHost, ipv4, ipv4Spelling, ipv6, ipv6Spelling } from '../generators/any-host.js';
import {
  naiveCarried,
  naiveEdges,
  naivePrivateIpv4,
  naivePrivateIpv6,
} from '../model/naive-private.js';
import { seeded } from './seed.js';

const claims = 'G-22';
/** No number, no scheme and no coded name. */
const last = fc.stringMatching(/^[i-v][a-z0-9_-]{0,3}[a-z]$/);
const labels = fc.stringMatching(/^[a-z0-9_-]{1,5}$/).filter((label) => !label.startsWith('xn--'));
const names = fc
  .tuple(fc.array(labels, { maxLength: 3 }), last)
  .map(([head, tail]) => [...head, tail].join('.'));

function asNumber(parts: readonly number[], width: bigint): bigint {
  return parts.reduce((all, part) => (all << width) | BigInt(part), 0n);
}

/** The one spelling of eight groups: the first of the longest runs of zeros left out. */
function canonical(groups: readonly number[]): string {
  if (/^0,0,0,0,0,65535,/.test(groups.join())) {
    return groups
      .slice(6)
      .flatMap((pair) => [pair >> 8, pair & 255])
      .join('.');
  }
  const hex = groups.map((one) => one.toString(16)).join(':');
  const runs = [...hex.matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)];
  const longest = runs.reduce((best, [run]) => (run.length > best.length ? run : best), '');
  const at = runs.find(([run]) => run === longest)?.index ?? -1;
  if (longest === '') return hex;
  return `${hex.slice(0, at)}::${hex.slice(at + longest.length)}`.replaceAll(/:{3,}/g, '::');
}

describe('the host of a text', () => {
  seeded(
    'is the name in it, whatever stands around it',
    fc.property(
      names.chain((name) => fc.tuple(fc.constant(name), aroundHost(name))),
      ([name, text]) => {
        expect(normalHost(text)).toBe(name);
      },
    ),
    { claims },
  );

  seeded(
    'is an address of version 4 in its one spelling, however it is written',
    fc.property(
      ipv4.chain((parts) =>
        fc.tuple(
          fc.constant(parts),
          ipv4Spelling(parts).chain((host) => aroundHost(host)),
        ),
      ),
      ([parts, text]) => {
        expect(normalHost(text)).toBe(parts.join('.'));
        expect(isPrivateHost(text)).toBe(naivePrivateIpv4(asNumber(parts, 8n)));
      },
    ),
    { runs: 3000, claims },
  );

  seeded(
    'is an address of version 6 in its one spelling, however it is written',
    fc.property(
      ipv6.chain((groups) =>
        fc.tuple(
          fc.constant(groups),
          ipv6Spelling(groups).chain((host) => aroundHost(host)),
        ),
      ),
      ([groups, text]) => {
        const host = normalHost(text);
        expect(host).toBe(canonical(groups));
        expect(isPrivateHost(text)).toBe(naivePrivateIpv6(asNumber(groups, 16n)));
        expect(normalHost(host ?? '')).toBe(host);
      },
    ),
    { runs: 3000, claims },
  );

  const odd = [
    '/',
    '\\',
    '@',
    ':',
    '?',
    '#',
    '.',
    '..',
    '%40',
    '%2e',
    '!',
    '*',
    '[',
    ']',
    ' ',
    '\t',
  ];
  const texts = fc
    .tuple(
      fc.constantFrom('http:', 'https://', 'ws:/', 'ssh://', 'mailto:', 'javascript://', '', '//'),
      fc.string({
        unit: fc.constantFrom('a', 'b.c', '1', '0x', '。', '\u00ad', 'É', ...odd),
        maxLength: 7,
      }),
    )
    .map((parts) => parts.join(''));

  seeded(
    'is what the URL standard reads, or none; it is its own host',
    fc.property(texts, (text) => {
      const host = normalHost(text);
      fc.pre(host !== null);
      expect(host).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$|^[0-9a-f:]+$/);
      expect(normalHost(host)).toBe(host);
      if (!/^(https?|ws):/.test(text)) return;
      const read = new URL(text).hostname.replace(/\.$/, '');
      expect(normalHost(read)).toBe(host);
      expect(read.startsWith('[') || read === host).toBe(true);
    }),
    { runs: 5000, claims },
  );
});

describe('an address', () => {
  const ipv4Text = (bits: bigint): string =>
    [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  const ipv6Text = (bits: bigint): string =>
    [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
      .map((shift) => ((bits >> shift) & 0xffffn).toString(16))
      .join(':');

  verifies(claims, 'is private up to the edge of each block and not beyond', () => {
    const [short, long] = [naiveEdges(32n), naiveEdges(128n)];
    expect(short.length + long.length).toBeGreaterThan(120);
    for (const bits of short) {
      expect([ipv4Text(bits), isPrivateHost(ipv4Text(bits))]).toEqual([
        ipv4Text(bits),
        naivePrivateIpv4(bits),
      ]);
    }
    for (const bits of [...long, ...short.flatMap(naiveCarried)]) {
      expect([ipv6Text(bits), isPrivateHost(ipv6Text(bits))]).toEqual([
        ipv6Text(bits),
        naivePrivateIpv6(bits),
      ]);
    }
  });
});
