import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalRef } from '../../kernel/policy/match/ref-name.js';
import { propertySeed, seeded } from './seed.js';

const SIGNS = [
  'a',
  'B',
  '/',
  '//',
  '.',
  '..',
  '.lock',
  '@',
  '@{',
  '-',
  '+',
  '~',
  '^',
  ':',
  '?',
  '*',
];
const MORE = [
  '[',
  '\\',
  ' ',
  '\t',
  '\x7f',
  '\u00e9',
  '$',
  ';',
  "'",
  '!',
  'HEAD',
  'refs',
  'heads',
  'tags',
];
const names = fc.string({ unit: fc.constantFrom(...SIGNS, ...MORE), minLength: 1, maxLength: 5 });
const texts = fc
  .tuple(fc.constantFrom('', '+', 'HEAD:', ':', 'refs/heads/', 'heads/', 'tags/', 'refs/x/'), names)
  .map((parts) => parts.join(''));
/** What normalRef refuses beside what git refuses. */
const OURS =
  /[;&|<>$()`"'!{}:]|^[-+]|^(?:@|HEAD|refs|heads|tags|remotes)$|^(?:refs|heads|tags|remotes)\//u;

const hasGit = spawnSync('git', ['--version']).status === 0;

function gitTakes(name: string): boolean {
  return spawnSync('git', ['check-ref-format', `refs/heads/${name}`]).status === 0;
}

describe('the short name of a ref', () => {
  seeded(
    'is its own short name',
    fc.property(fc.oneof(texts, fc.string({ maxLength: 12 })), (text) => {
      const name = normalRef(text);
      if (name !== null) expect(normalRef(name)).toBe(name);
      expect(normalRef(`src:${text}`) === null || !text.includes(':')).toBe(true);
    }),
    { runs: 5000, claims: 'G-22' },
  );

  seeded(
    'is one for every way to write it, and none that a shell acts on',
    fc.property(names, (text) => {
      const name = normalRef(text);
      fc.pre(name !== null && !/^[+]|:/.test(text));
      expect(name).not.toMatch(/[\s;&|<>$()`"'!{}]|^-/u);
      for (const other of [`+${text}`, `HEAD:${text}`, `+HEAD~1:${text}`, `:${text}`]) {
        expect(normalRef(other)).toBe(name);
      }
      const isBranch = !/^(?:refs|tags|remotes)\//.test(name);
      if (isBranch) expect(normalRef(`refs/heads/${name}`)).toBe(name);
    }),
    { runs: 3000, claims: 'G-22' },
  );

  // Without git there is nothing to compare with.
  test.skipIf(!hasGit)(`is refused where git refuses it [seed ${propertySeed()}]`, () => {
    const drawn = fc.sample(names, { numRuns: 50, seed: propertySeed() });
    const known = [
      'a',
      'a/b',
      'a.lock',
      '.a',
      'a.',
      'a..b',
      'a@{b',
      '@',
      'a b',
      'a/.b',
      'a//b',
      'a/',
    ];
    let taken = 0;
    for (const name of new Set([...known, ...drawn.filter((text) => !text.includes(':'))])) {
      const ours = normalRef(`refs/heads/${name}`);
      const isTaken = gitTakes(name);
      taken += isTaken ? 1 : 0;
      if (!isTaken) expect([name, ours]).toEqual([name, null]);
      else if (!OURS.test(name)) expect([name, ours]).toEqual([name, name]);
    }
    expect(taken).toBeGreaterThan(2);
  });
});
