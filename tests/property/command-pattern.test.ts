import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { commandMatches, commandPattern } from '../../kernel/policy/match/command-pattern.js';
import { naiveAllows, naiveDenies } from '../model/naive-command-pattern.js';
import { seeded } from './seed.js';

const word = fc.constantFrom('git', './git', '/bin/git', 'Git', 'push', 'x', '*', 'pushx');
const blanks = fc.constantFrom(' ', ' ', ' ', '  ', '\t');
const patterns = fc
  .tuple(word, fc.array(fc.tuple(blanks, word), { maxLength: 2 }))
  .map(([first, rest]) => `${first}${rest.flat().join('')}`);
const known = fc.array(word, { maxLength: 4 });
const words = fc.array(fc.option(word, { freq: 6 }), { maxLength: 4 });
/** As the words say, or spelt a little otherwise, or none. */
const commands = fc.oneof(
  fc
    .tuple(known, fc.constantFrom(' ', ' ', '  '), fc.constantFrom('', 'A=1 ', ' '))
    .map(([all, blank, before]) => ({ words: all, text: `${before}${all.join(blank)}` })),
  words.map((all) => ({ words: all, text: null })),
  fc.tuple(words, patterns).map(([all, text]) => ({ words: all, text })),
);

describe('a beginning of a command', () => {
  seeded(
    'fits as the sentences say, in both strictnesses, whole or not',
    fc.property(patterns, commands, fc.boolean(), (text, command, isExact) => {
      const made = commandPattern(text);
      fc.pre(made !== null);
      const exact = commandMatches(made, command, 'exact', isExact);
      const loose = commandMatches(made, command, 'loose', isExact);
      expect(exact).toBe(naiveAllows(text, command, isExact));
      expect(loose).toBe(naiveDenies(text, command, isExact));
      if (exact === 'hit') expect(loose).toBe('hit');
      if (exact === 'unknown') expect(loose).not.toBe('miss');
      // Whole is less than a beginning.
      const whole = commandMatches(made, command, 'exact', true);
      if (whole === 'hit') expect(commandMatches(made, command, 'exact', false)).toBe('hit');
    }),
    { runs: 5000, claims: 'G-32' },
  );
});
