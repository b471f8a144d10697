import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBashParser } from '../../hosts/index.js';
import { codedFinding } from '../../kernel/vaglio/coded-core.js';
import { type GuardAnswer, guardAnswer } from '../../kernel/vaglio/guard.js';
import type { JsonObject } from '../../schemas/index.js';
import { nestedCommand, pathText, shellText } from '../generators/shell-text.js';
import { countedWork } from './counted-work.js';
import { seeded } from './seed.js';

const home = '/home/me';
const shell = makeBashParser();
const anyText = fc.oneof(shellText, nestedCommand, pathText, fc.string({ unit: 'binary' }));
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

function answer(args: JsonObject, cwd: string | null = '/work'): GuardAnswer {
  return guardAnswer({ tool: 'shell_exec', capabilities: [], args, home, cwd, shell });
}

describe('the layer over the coded core', () => {
  seeded(
    'never loosens: what the core denies, the guard denies, and for the same reason',
    fc.property(anyText, anyText, fc.boolean(), (command, path, isList) => {
      const args = { command: isList ? command.split(' ') : command, deep: [{ path }] };
      const coded = codedFinding({ tool: 'shell_exec', capabilities: [], args, home });
      if (coded !== null) expect(answer(args)).toEqual({ finding: coded, questions: [] });
      else
        expect(['guard_forbidden_path', 'guard_dangerous_command', undefined]).toContain(
          answer(args).finding?.code,
        );
    }),
    { runs: 3000, claims: ['V-20', 'INV-B12'] },
  );

  seeded(
    'answers every command, without a throw and the same way again',
    fc.property(fc.oneof(shellText, nestedCommand), fc.boolean(), (command, isKnown) => {
      const cwd = isKnown ? '/work' : null;
      const fresh = guardAnswer({
        tool: 'shell_exec',
        capabilities: [],
        args: { command },
        home,
        cwd,
        shell: makeBashParser(),
      });
      expect(answer({ command }, cwd)).toEqual(fresh);
    }),
    { runs: 50_000, claims: 'V-20' },
  );

  seeded(
    'answers every path, without a throw and the same way again',
    fc.property(fc.oneof(pathText, fc.string({ unit: 'grapheme' })), (path) => {
      fc.pre(isWellFormed(path));
      expect(answer({ path })).toEqual(answer({ path }));
      expect(answer({ path, a: { b: [path] } }).finding).toEqual(answer({ path }).finding);
    }),
    { runs: 50_000, claims: 'V-15' },
  );

  seeded(
    'finds in a nested command what it finds in it alone',
    fc.property(
      nestedCommand,
      fc.constantFrom('(', '{ ', 'true; ', 'true && '),
      (command, open) => {
        const alone = answer({ command });
        fc.pre(alone.finding !== null && !alone.questions.includes('shell_error'));
        const close = open === '(' ? '\n)' : open === '{ ' ? '\n}' : '';
        const around = answer({ command: `${open}${command}${close}` });
        expect(around.finding === null && around.questions.length === 0).toBe(false);
      },
    ),
    { runs: 1000, claims: 'V-20' },
  );
});

describe('the work of the guard on arguments', () => {
  const unit = fc
    .array(
      fc.constantFrom(...['/', '.', '..', '%2f', '%', '\\', 'a', ' ', '~', '\0', ':', '\uff0f']),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => parts.join(''));

  function steps(text: string, size: number): number {
    const long = text.repeat(Math.ceil(size / text.length));
    return countedWork(() => {
      guardAnswer({
        tool: 'x',
        capabilities: [],
        args: { path: long },
        home,
        cwd: '/w',
        shell: null,
      });
    });
  }

  seeded(
    'is twice as much for twice the text',
    fc.property(unit, fc.constantFrom('', '/', '~/', 'file:///'), (text, head) => {
      const [once, twice] = [steps(head + text, 4096), steps(head + text, 8192)];
      expect(twice).toBeLessThan(2.5 * once + 5000);
    }),
    { runs: 100, claims: 'V-15' },
  );

  test('on a megabyte of almost a path ends', () => {
    const almost = ['/..', '/.', '%2', '%2f', '/ ', '. ', '..', 'a/../', '\0/', ':', '\uff0f', '~'];
    const found = almost.map(
      (text) => answer({ path: text.repeat(1_000_000 / text.length) }).finding,
    );
    expect(found).toEqual(almost.map(() => null));
  });
});

describe('the work of the guard on a command', () => {
  test('is bounded by what is read at all: longer ones are asked about', () => {
    const units = ['a ', '$(', '`', '"', '<<E\n', 'x=$x$x;', 'find -exec ', 'sudo ', 'cd x;', 'a|'];
    for (const text of units) {
      const long = answer({ command: text.repeat(40_000 / text.length) });
      expect(long).toEqual({ finding: null, questions: ['shell_too_long'] });
    }
  });

  test('counts what it reads: at most as many scripts as the bound', () => {
    let reads = 0;
    const counting = {
      parse(command: string) {
        reads += 1;
        return shell.parse(command);
      },
    };
    const command = 'sh -c "eval ls; sh -c ls";'.repeat(200);
    guardAnswer({
      tool: 'shell_exec',
      capabilities: [],
      args: { command },
      home,
      cwd: null,
      shell: counting,
    });
    expect(reads).toBeLessThanOrEqual(48);
  });
});
