import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { isAnchored } from '../../kernel/policy/match/glob-anchor.js';
import { isPrivateHost } from '../../kernel/policy/match/host-name.js';
import { hostPattern } from '../../kernel/policy/match/host-pattern.js';
import { fold } from '../../kernel/policy/match/pattern.js';
import { ipv4 } from '../generators/any-host.js';
import { naiveBlock, naiveHost } from '../model/naive-host-pattern.js';
import { seeded } from './seed.js';

const claims = 'G-29';
const names = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'x-a', 'com'), { minLength: 1, maxLength: 4 })
  .map((labels) => labels.join('.'));
const spelt = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(text, text, text.toUpperCase(), `${text}.`);

describe('a host pattern', () => {
  seeded(
    'matches what it matches label by label, however it is written; its anchor holds that',
    fc.property(
      fc.boolean(),
      names.chain((name) => fc.tuple(fc.constant(name), spelt(name))),
      names,
      fc.constantFrom('exact', 'loose'),
      (isWild, [name, written], host, how) => {
        const made = hostPattern(`${isWild ? '*.' : ''}${written}`);
        const expected = naiveHost(`${isWild ? '*.' : ''}${name}`, host);
        expect(made?.matches(host, how)).toBe(expected);
        if (made !== null && expected) expect(isAnchored(made.anchor, fold(host))).toBe(true);
        expect(made?.matches(host.toUpperCase(), 'loose')).toBe(expected);
        expect(made?.matches(host.toUpperCase(), 'exact')).toBe(false);
      },
    ),
    { claims },
  );

  seeded(
    'that is a block holds the addresses that begin with its bits',
    fc.property(ipv4, ipv4, fc.nat(32), (one, other, length) => {
      const mask = BigInt(32 - length);
      const bits = one.reduce((all, part) => (all << 8n) | BigInt(part), 0n);
      const base = (bits >> mask) << mask;
      const text = [24n, 16n, 8n, 0n].map((shift) => (base >> shift) & 255n).join('.');
      const block = hostPattern(`${text}/${length}`);
      for (const host of [one.join('.'), other.join('.')]) {
        expect(block?.matches(host, 'exact')).toBe(naiveBlock(`${text}/${length}`, host));
      }
      const isBase = base === bits;
      expect(hostPattern(`${one.join('.')}/${length}`) !== null).toBe(isBase);
      expect(block?.matches('a.example', 'loose')).toBe(false);
    }),
    { claims },
  );

  seeded(
    'of all private hosts is what is private',
    fc.property(
      fc.oneof(
        names,
        ipv4.map((parts) => parts.join('.')),
      ),
      (host) => {
        for (const how of ['exact', 'loose'] as const) {
          expect(hostPattern('@private')?.matches(host, how)).toBe(isPrivateHost(host));
          expect(hostPattern('*')?.matches(host, how)).toBe(true);
        }
      },
    ),
    { claims },
  );
});
