/** Words, and ways to write them that a shell reads as the same words. Inert: never run. */
import fc from 'fast-check';

const PLAIN = /^[\w./:=@%+,-]+$/;

/** Texts of words, odd ones too. */
export const wordText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'git',
    'push',
    'origin',
    'main',
    'npm',
    'publish',
    '-rf',
    '--force',
    'a=b',
    './x',
  ),
  fc.stringMatching(/^[a-z][a-z0-9_.-]{0,6}$/),
  fc.constantFrom(
    '',
    'a b',
    '$x',
    "it's",
    'a"b',
    'a\\b',
    '*',
    '`id`',
    '#',
    '~',
    '{a,b}',
    ';',
    'é',
    '!',
  ),
);

type Style = 'bare' | 'single' | 'double' | 'escaped' | 'split';
const styles: readonly Style[] = ['bare', 'single', 'double', 'escaped', 'split'];

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replace(/["\\$`]/g, '\\$&')}"`;

function write(text: string, style: Style): string {
  if (style === 'single') return single(text);
  if (style === 'double') return double(text);
  if (text === '') return "''";
  if (style === 'split') return double(text.slice(0, 1)) + single(text.slice(1));
  if (style === 'escaped') return text.replace(/[^\w./:=@%+,-]/gu, '\\$&');
  return PLAIN.test(text) ? text : single(text);
}

const item = (word: fc.Arbitrary<string>) =>
  fc.record({
    word,
    style: fc.constantFrom(...styles),
    gap: fc.constantFrom(' ', '  ', '\t', ' \\\n', ' \t '),
  });

/** Programs that are no word of the shell's own. */
const program = fc.constantFrom('git', 'npm', 'rm', './x', '/bin/cat', 'a b', 'gh', 'curl', 'cp');

/** Words, and a text that is these words to a shell. */
export const speltWords: fc.Arbitrary<{
  readonly words: readonly string[];
  readonly text: string;
}> = fc
  .tuple(item(program), fc.array(item(wordText), { maxLength: 6 }))
  .map(([first, others]) => [first, ...others])
  .map((items) => ({
    words: items.map(({ word }) => word),
    text: items.map(({ word, style, gap }) => gap + write(word, style)).join(''),
  }));
