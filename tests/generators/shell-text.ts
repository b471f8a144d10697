/** Texts that look like commands and paths, right and wrong ones. Inert: they are never run. */
import fc from 'fast-check';

const { raw } = String;

/** Parts of a list, with ` ; ` between them. */
function parts(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' ; '));
}

const COMMANDS = parts(
  raw`rm ; rm -rf ; rm -fr ; chmod ; chmod -R ; chmod 777 ; dd ; dd of= ; mkfs ; mkfs.ext4`,
  raw`find ; find / ; find . -name x ; -exec ; -delete ; {} ; \; ; + ; xargs ; xargs -I{}`,
  raw`sudo ; sudo -u x ; env A=1 ; nohup ; timeout 5 ; busybox ; command ; exec ; eval ; sh -c`,
  raw`bash -lc ; bash -s ; trap ; alias ; source ; curl x ; wget -O- x ; curl -o f x ; python3`,
  raw`tee ; sort -o ; cp ; mv ; sed -i ; echo ; printf ; cat ; grep ; git commit -m ; cd ; popd`,
);

const WORDS = parts(
  raw`/ ; // ; /* ; ~ ; ~/ ; ~root ; $HOME ; $x ; "$x" ; $[1] ; .. ; ../.. ; ./build ; /tmp/x ; f`,
  raw`/usr ; /etc/passwd ; /etc/pass* ; ~/.ssh/id ; /proc/self/environ ; /dev/sda ; /dev/tcp/a/1`,
  raw`/root ; a b ; 'a' ; "a" ; $'\x2f' ; {a,b} ; {/usr,x} ; * ; ? ; [a] ; -r ; -f ; -R ; -- ; -o`,
  raw`--recursive ; --rec ; @/etc/passwd ; =/etc/shadow ; x ; >(x) ; <(x) ; @(a|b) ; !(a) ; x=/`,
);

const JOINTS = [
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    '\n',
    ';',
    '&&',
    '||',
    '|',
    '&',
    '>',
    '>>',
    '<',
    '2>&1',
    '>&',
    '<<<',
    '\\\n',
  ],
  ...[
    '(',
    ')',
    '{ ',
    '; }',
    '$(',
    ')',
    '`',
    '<(',
    '>(',
    '"',
    "'",
    '\\',
    '#',
    '!',
    '((',
    '))',
    '[[ ',
  ],
  ...[
    ' ]]',
    'if ',
    '; then ',
    '; fi',
    'for i in ',
    '; do ',
    '; done',
    'case x in x) ',
    ' esac',
    'f() ',
  ],
  ...['<<E\n', "<<'E'\n", '\nE\n', 'x=', 'coproc ', 'time ', '$((', '${', '}', '\0', '\u00a0'],
] as const;

/** A command of parts that a shell knows, in any order. */
export const shellText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...COMMANDS) },
      { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 5, arbitrary: fc.constantFrom(...JOINTS) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

/** A command that a shell would accept, around others. */
export const nestedCommand: fc.Arbitrary<string> = fc.letrec<{ readonly command: string }>(
  (tie) => ({
    command: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc
        .tuple(fc.constantFrom(...COMMANDS), fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }))
        .map(([name, words]) => [name, ...words].join(' ')),
      fc
        .tuple(
          fc.constantFrom(
            '(',
            '{ ',
            'echo $(',
            'cat <(',
            'if true; then ',
            'for i in a; do ',
            'f() { ',
          ),
          tie('command'),
        )
        .map(([open, inner]) => open + inner + closings[open]),
      fc
        .tuple(
          tie('command'),
          fc.constantFrom(' | ', ' && ', '; ', ' || ', ' & ', '\n'),
          tie('command'),
        )
        .map((parts) => parts.join('')),
      tie('command').map((inner) => `sh -c '${inner.replaceAll("'", "'\\''")}'`),
    ),
  }),
).command;

const closings: Readonly<Record<string, string>> = {
  '(': ')',
  '{ ': '; }',
  'echo $(': ')',
  'cat <(': ')',
  'if true; then ': '; fi',
  'for i in a; do ': '; done',
  'f() { ': '; }',
};

/** A path in some spelling, or something that only looks like one. */
export const pathText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      '',
      '/',
      '~',
      '~/',
      '$HOME',
      'file:',
      'file://',
      'C:\\',
      ' ',
      '../',
      '%2f',
      '\\',
    ),
    fc.array(
      fc.constantFrom(
        ...[
          'etc',
          'passwd',
          'shadow',
          'ssh',
          'root',
          'proc',
          'self',
          'dev',
          'sda',
          '.ssh',
          '.gnupg',
        ],
        ...[
          '.aws',
          'credentials',
          '.config',
          'credentials.env',
          'a',
          ' ',
          '.',
          '..',
          '/',
          '\\',
          '%2e',
        ],
        ...[
          '%2F',
          '%',
          '\0',
          '\n',
          ':',
          '?',
          '#',
          '\u2044',
          '\uff0f',
          '\u200b',
          'ETC',
          '\u00e9',
          '~',
        ],
      ),
      { maxLength: 12 },
    ),
  )
  .map(([head, parts]) => head + parts.join(''));
