/** Addresses in every spelling that readers of URLs take, and texts around a host. */
import fc from 'fast-check';

/** Numbers of which many lie at the edge of a block. */
const octet = fc.oneof(
  fc.constantFrom(0, 1, 9, 10, 11, 63, 64, 100, 127, 128, 168, 169, 172, 192, 198, 224, 255),
  fc.nat(255),
);
export const ipv4: fc.Arbitrary<readonly number[]> = fc.tuple(octet, octet, octet, octet);

function numeral(value: number, base: number): string {
  if (base === 16) return `0x${value.toString(16)}`;
  return base === 8 ? `0${value.toString(8)}` : String(value);
}

/** A spelling of an address of version 4: fewer parts, other bases, other signs. */
export function ipv4Spelling(parts: readonly number[]): fc.Arbitrary<string> {
  const base = fc.constantFrom(8, 10, 16);
  return fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(base, { minLength: 4, maxLength: 4 }))
    .chain(([count, bases]) => {
      const head = parts.slice(0, count - 1);
      const tail = parts.slice(count - 1).reduce((all, part) => all * 256 + part, 0);
      const plain = [...head, tail].map((part, i) => numeral(part, bases[i] ?? 10)).join('.');
      const wide = plain.replaceAll(/[0-9]/g, (digit) =>
        String.fromCharCode(0xff10 + Number(digit)),
      );
      return fc.constantFrom(
        plain,
        plain,
        plain.toUpperCase(),
        `${plain}.`,
        wide,
        plain.replace('.', '。'),
      );
    });
}

const group = fc.oneof(
  fc.constant(0),
  fc.constantFrom(1, 0xffff, 0x64, 0xff9b, 0x7f00, 0xa9fe, 0xdb8, 0x1ff, 0x200, 0xfff, 0x1000),
  fc.nat(0xffff),
);
const first = fc.oneof(
  fc.constantFrom(0, 0x64, 0x100, 0x1fff, 0x2000, 0x2001, 0x2002, 0x3fff, 0x4000, 0xfe80, 0xfc00),
  group,
);
const zeros = fc.constant([0, 0, 0, 0, 0, 0, 0]);
const mapped = fc
  .tuple(fc.constantFrom(0, 0xffff), group, group)
  .map((all) => [0, 0, 0, 0, ...all]);
const translated = fc.tuple(group, group).map((all) => [0xff9b, 0, 0, 0, 0, ...all]);
export const ipv6: fc.Arbitrary<readonly number[]> = fc
  .tuple(
    first,
    fc.oneof(fc.array(group, { minLength: 7, maxLength: 7 }), zeros, mapped, translated),
  )
  .map(([head, tail]) => [head, ...tail]);

/** A spelling of an address of version 6: zeros left out or not, upper case, a dotted tail. */
export function ipv6Spelling(groups: readonly number[]): fc.Arbitrary<string> {
  const runs = groups.flatMap((_, from) =>
    groups.flatMap((_none, i) => {
      const to = groups.length - i;
      return to > from && groups.slice(from, to).every((one) => one === 0) ? [[from, to]] : [];
    }),
  );
  const [high = 0, low = 0] = groups.slice(6);
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return fc
    .tuple(fc.constantFrom(null, ...runs), fc.boolean(), fc.integer({ min: 1, max: 4 }))
    .map(([run, isDotted, width]) => {
      const hex = groups.map((one) => one.toString(16).padStart(width, '0'));
      const isTail = isDotted && (run === null || (run[1] ?? 8) <= 6);
      const all = isTail ? [...hex.slice(0, 6), dotted] : hex;
      const [from, to] = run ?? [];
      const text =
        from === undefined
          ? all.join(':')
          : `${all.slice(0, from).join(':')}::${all.slice(to).join(':')}`;
      return width % 2 === 0 ? text.toUpperCase() : text;
    });
}

/** Texts whose host is the one given, in brackets where it needs them. */
export function aroundHost(host: string): fc.Arbitrary<string> {
  const inUrl = host.includes(':') ? `[${host}]` : host;
  const scheme = fc.constantFrom('http://', 'HTTPS://', 'ws://', 'ssh://', 'git+ssh://', 'ftp:///');
  const user = fc.constantFrom('', 'a@', 'a:b@', 'allowed.example@', 'x%40y:80@');
  const port = fc.constantFrom('', ':', ':80', ':65535');
  const rest = fc.constantFrom('', '/', '/a@b/c', '?q=http://x.example/', '#@x.example', '/\\@x');
  const url = fc.tuple(scheme, user, fc.constant(inUrl), port, rest).map((all) => all.join(''));
  const bare = fc.constantFrom(inUrl, `${inUrl}:80`, `git@${inUrl}:a/b.git`, ` ${inUrl}\n`);
  return fc.oneof(url, bare, ...(host.includes(':') ? [fc.constant(host)] : []));
}
