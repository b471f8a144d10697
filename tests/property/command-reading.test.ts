import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBashParser } from '../../hosts/index.js';
import { type CommandReading, readCommandLine } from '../../kernel/policy/commands/reading.js';
import { readLine } from '../fakes/command-line.js';
import { nestedCommand, pathText, shellText } from '../generators/shell-text.js';
import { speltWords } from '../generators/spelt-words.js';
import { seeded } from './seed.js';

const anyText = fc.oneof(shellText, nestedCommand, pathText, fc.string({ unit: 'binary' }));
const HOLDS = 512;

function isSubset<T>(some: readonly T[], all: readonly T[]): boolean {
  return some.every((item) => all.includes(item));
}

function expectWhole(reading: CommandReading): void {
  const { commands, paths, isOpaque, hasOpenPaths, refs, hosts } = reading;
  expect(commands.length).toBeLessThanOrEqual(HOLDS);
  expect(paths.length).toBeLessThanOrEqual(HOLDS);
  if (isOpaque) expect(hasOpenPaths).toBe(true);
  if (isOpaque) expect([refs?.reach, hosts?.reach]).not.toContain('listed');
  // What begins nowhere is open.
  if (!hasOpenPaths) expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
  const signs = [...commands.flatMap(({ words }) => words), ...(hosts?.values ?? [])];
  expect(signs.filter((word) => /[\ue000-\ue003]/.test(word ?? ''))).toEqual([]);
}

describe('the reading of a line', () => {
  seeded(
    'ends for any text, without a throw, whole and the same way again',
    fc.property(anyText, fc.constantFrom('/work', null), fc.boolean(), (text, cwd, isList) => {
      const given = isList ? text.split(' ') : text;
      const reading = readLine(given, cwd);
      expectWhole(reading);
      const fresh = { parser: makeBashParser(), home: '/home/me', cwd };
      expect(readCommandLine(given, fresh)).toEqual(reading);
      expectWhole(readCommandLine(given, { parser: null, home: null, cwd }));
    }),
    { runs: 5000 },
  );

  seeded(
    'finds the same words however they are quoted and whatever blanks stand between them',
    fc.property(speltWords, ({ words, text }) => {
      const plain = `'${words.map((word) => word.replaceAll("'", "'\\''")).join("' '")}'`;
      // The text of a command is as it was spelt: its words are compared.
      const [read, expected] = [text, plain].map((line) => {
        const { commands, safety, ...rest } = readLine(line);
        const findings = safety.map((one) => ({ ...one, command: one.command?.words ?? null }));
        return { ...rest, commands: commands.map(({ words: told }) => told), findings };
      });
      expect(read).toEqual(expected);
    }),
    { runs: 3000, claims: 'G-32' },
  );

  seeded(
    'adds up: a line in a longer one, or in a shell of its own, adds no less',
    fc.property(nestedCommand, nestedCommand, (first, second) => {
      const alone = readLine(first);
      fc.pre(!alone.isOpaque);
      // What begins with a dash would be an option of the shell.
      const inner = `sh -c ':;${first.replaceAll("'", "'\\''")}'`;
      for (const around of [`${first}\n${second}`, `(${first}\n)`, `{ ${first}\n}`, inner]) {
        const reading = readLine(around);
        expect([around, isSubset(alone.classes, reading.classes)]).toEqual([around, true]);
        expect([around, isSubset(alone.paths, reading.paths)]).toEqual([around, true]);
        if (alone.hasOpenPaths) expect(reading.hasOpenPaths).toBe(true);
      }
    }),
    { runs: 1000, claims: 'G-34' },
  );
});

test('a long line ends soon', () => {
  const fill = (begin: string, unit: string): string =>
    begin + unit.repeat((32_000 - begin.length) / unit.length);
  const lines = [
    fill('cat ', './a '),
    fill('npm ', '-a b '),
    fill('git ', '-C a '),
    fill('', 'sudo '),
  ];
  lines.push(
    fill('rm ', '* '),
    fill('', 'A=1 '),
    fill('', 'ls;'),
    fill(`cd ${'/aa'.repeat(1300)}; cat `, 'b '),
  );
  for (const line of lines) expectWhole(readLine(line));
});
