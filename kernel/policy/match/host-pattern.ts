/** Patterns of hosts (behaviour G-22, G-29). A value is what `normalHost` gives. */
import { freeze } from '../../primordials.js';
import { ipv4Bits, sharesPrefix } from './address.js';
import { isPrivateHost, normalHost } from './host-name.js';
import { type Anchor, fold, type Pattern, type Strictness, splitNegation } from './pattern.js';

interface HostTest {
  readonly anchor: Anchor;
  readonly matches: (value: string, how: Strictness) => boolean;
}

const ANY: Anchor = freeze({ kind: 'any' });
const NOT_IN_NAME = /[\s@:/\\?#%*[\]]/;
const IPV6 = /^(?:[0-9a-f:.]*:[0-9a-f:.]*|\[[0-9a-f:.]*\])$/i;
const BLOCK = /^([\d.]+)\/(\d|[12]\d|3[0-2])$/;

/**
 * Reads a name or an address (itself only), `*.example.com` (the name and all below it),
 * `10.0.0.0/8`, `@private` and `*`. Null for what is no host: a URL, a port, an empty label, a `*`
 * elsewhere, a block whose address does not begin it.
 */
export function hostPattern(written: string): Pattern | null {
  const read = splitNegation(written);
  const test = read === null ? null : hostTest(read.text);
  return read === null || test === null ? null : freeze({ ...read, ...test });
}

function hostTest(text: string): HostTest | null {
  if (text === '*') return { anchor: ANY, matches: () => true };
  if (text === '@private') return { anchor: ANY, matches: isPrivate };
  const [, network, length] = BLOCK.exec(text) ?? [];
  if (network !== undefined) return blockTest(network, Number(length));
  const isWild = text.startsWith('*.');
  const host = hostNamed(isWild ? text.slice(2) : text);
  if (host === null) return null;
  if (!isWild) {
    const anchor = freeze({ kind: 'equals', text: host } as const);
    return { anchor, matches: (value, how) => spelt(value, how) === host };
  }
  if (host.includes(':') || ipv4Bits(host) !== null) return null;
  const below = `.${host}`;
  return {
    anchor: freeze({ kind: 'endsWith', text: host }),
    matches: (value, how) => `.${spelt(value, how)}`.endsWith(below),
  };
}

function spelt(value: string, how: Strictness): string {
  return how === 'exact' ? value : fold(value);
}

/** What cannot be read is private only where that denies. */
function isPrivate(value: string, how: Strictness): boolean {
  return isPrivateHost(value) && (how === 'loose' || normalHost(value) !== null);
}

/** A host alone: whoever writes a port or a URL may mean less than its whole host. */
function hostNamed(text: string): string | null {
  const isAlone = text.includes(':') ? IPV6.test(text) : !NOT_IN_NAME.test(text);
  return isAlone ? normalHost(text) : null;
}

function blockTest(network: string, length: number): HostTest | null {
  const base = ipv4Bits(network);
  if (base === null || base % 2 ** (32 - length) !== 0) return null;
  return {
    anchor: ANY,
    matches: (value) => {
      const bits = ipv4Bits(value);
      return bits !== null && sharesPrefix(bits, base, length);
    },
  };
}
