// Family G, item 32: beginnings of commands. The table of docs/patterns.md, row by row, and what it
// does not show.
import { describe, expect } from 'vitest';
import { commandMatches, commandPattern } from '../../kernel/policy/match/command-pattern.js';
import type { Strictness } from '../../kernel/policy/match/pattern.js';
import type { ActionCommand } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { tableRows } from '../docs/patterns-page.js';

/** The words of a simple command, without assignments. */
function commandOf(text: string): ActionCommand {
  const words = text.split(/ +/).filter((word) => word !== '');
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  return { words: words.slice(start), text };
}

function asked(
  pattern: string,
  command: ActionCommand,
  how: Strictness,
  isExact = false,
): 'hit' | 'unknown' | 'miss' {
  const made = commandPattern(pattern);
  if (made === null) throw new Error('an empty pattern');
  return commandMatches(made, command, how, isExact);
}

describe('a command', () => {
  verifies(['G-22', 'G-32'], 'begins with a pattern as the table says', () => {
    const word = { hit: 'yes', miss: 'no', unknown: 'unknown' } as const;
    const rows = tableRows('Commands');
    expect(rows.length).toBeGreaterThan(5);
    const found = rows.map(([pattern, text]) => [
      pattern,
      text,
      word[asked(pattern, commandOf(text), 'exact')],
      word[asked(pattern, commandOf(text), 'loose')],
    ]);
    expect(found).toEqual(rows);
  });

  verifies('G-32', 'is unknown where a word that counts is', () => {
    const command: ActionCommand = { words: ['git', null, 'x'], text: 'git $A x' };
    expect(asked('git', command, 'exact')).toBe('hit');
    expect(asked('git push', command, 'loose')).toBe('unknown');
    expect(asked('git push', command, 'exact')).toBe('miss');
    expect(asked('git push', { ...command, text: null }, 'exact')).toBe('unknown');
    // It may have been several words.
    expect(asked('git push y', command, 'loose')).toBe('unknown');
    expect(asked('hg push', command, 'loose')).toBe('miss');
  });

  verifies('G-32', 'without a text of its own is its words', () => {
    const command: ActionCommand = { words: ['git', 'push', 'a'], text: null };
    expect(asked('git push', command, 'exact')).toBe('hit');
    expect(asked('git pus', command, 'exact')).toBe('miss');
    expect(asked('git push a b', command, 'loose')).toBe('miss');
    expect(asked('ls', { words: [], text: null }, 'loose')).toBe('miss');
  });

  verifies('G-32', 'that is meant whole has no further word', () => {
    const status = (text: string, how: Strictness) =>
      asked('git status', commandOf(text), how, true);
    for (const how of ['exact', 'loose'] as const) {
      expect(status('git status', how)).toBe('hit');
      expect(status(' git status ', how)).toBe('hit');
      expect(status('git status -s', how)).toBe('miss');
    }
    const redirected: ActionCommand = { words: ['git', 'status'], text: 'git status > /x' };
    expect(asked('git status', redirected, 'exact', true)).toBe('miss');
    expect(asked('git status', redirected, 'loose', true)).toBe('hit');
    const open: ActionCommand = { words: ['git', 'status', null], text: null };
    expect(asked('git status', open, 'loose', true)).toBe('unknown');
    expect(
      asked('git status', { words: ['git', 'status', null, 'x'], text: null }, 'loose', true),
    ).toBe('miss');
  });

  verifies('G-32', 'hits what denies by its text too, where quotes change its words', () => {
    const command: ActionCommand = { words: ['echo', 'a b'], text: 'echo "a b" c' };
    expect(asked('echo "a b"', command, 'loose')).toBe('hit');
    expect(asked('echo "a b"', command, 'exact')).toBe('miss');
  });

  verifies('G-32', 'pattern is empty without a word', () => {
    expect([commandPattern(''), commandPattern(' \t')]).toEqual([null, null]);
    expect(commandPattern(' git\t push ')).toEqual({ text: 'git\t push', words: ['git', 'push'] });
  });
});
