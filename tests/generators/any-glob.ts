/** Patterns with a value made along with each, so that many of them match, or nearly do. */
import fc from 'fast-check';

/** A part of a pattern and what may stand for it in a value. */
type Piece = readonly [pattern: string, value: fc.Arbitrary<string>];

/** Signs whose case or composition depends on what stands beside them. */
const ODD = [
  '\u0130',
  '\u03a3',
  '\u03c3',
  '\u03c2',
  'H',
  'h',
  '\u0331',
  'E',
  '\u0301',
  '\u{1f600}',
];
const PLAIN = ['a', 'b', 'A', '.', '/', '/a', '[', '{'];

function text(units: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...units), maxLength });
}

function pieces(
  signs: readonly string[],
  isPath: boolean,
): fc.Arbitrary<readonly [string, string]> {
  const name = text(
    signs.filter((sign) => !sign.includes('/')),
    3,
  );
  const any = text([...signs, '/'], 4);
  const literal = fc
    .constantFrom(...signs)
    .map(
      (sign): Piece => [
        sign,
        fc.constantFrom(sign, sign, sign, sign.toUpperCase(), sign.toLowerCase()),
      ],
    );
  const wild = fc.constantFrom<Piece>(
    ['*', isPath ? name : any],
    ['**', any],
    [
      '/**/',
      fc.oneof(
        fc.constant('/'),
        any.map((middle) => `/${middle}/`),
      ),
    ],
    ['?', fc.constantFrom(...signs)],
    [
      '/**',
      fc.oneof(
        fc.constant(''),
        any.map((below) => `/${below}`),
      ),
    ],
    ...(isPath ? [['\\*', fc.constantFrom('*', 'a')] as const] : []),
  );
  return fc
    .oneof({ weight: 3, arbitrary: literal }, { weight: 2, arbitrary: wild })
    .chain(([pattern, value]) => fc.tuple(fc.constant(pattern), value));
}

/** Pairs of a pattern and a value. */
export function globPairs(isPath: boolean): fc.Arbitrary<readonly [string, string]> {
  const heads = isPath
    ? [
        ['/', '/'],
        ['**/', '/'],
        ['**/', '/a/'],
        ['**', '/b'],
        ['', '/'],
      ]
    : [
        ['', ''],
        ['', ''],
        ['refs/heads/', ''],
        ['tags/', 'tags/'],
        ['', 'tags/'],
        ['**/', 'a/'],
      ];
  const drawn = fc.constantFrom(PLAIN, [...ODD, '/', 'k']).chain((signs) =>
    fc.array(pieces(isPath ? signs : signs.filter((sign) => !'[{'.includes(sign)), isPath), {
      maxLength: 5,
    }),
  );
  return fc
    .tuple(fc.constantFrom(...heads), drawn)
    .map(([[head = '', start = ''], all]) => [
      head + all.map(([pattern]) => pattern).join(''),
      start + all.map(([, value]) => value).join(''),
    ]);
}
