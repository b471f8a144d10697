import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { codedFinding, type GuardFinding } from '../../kernel/vaglio/coded-core.js';
import type { JsonObject } from '../../schemas/index.js';
import { naiveCommand, naivePath } from '../model/naive-guard.js';
import { seeded } from './seed.js';

const home = '/home/me';

function inShell(command: string): GuardFinding | null {
  return codedFinding({ tool: 'shell_exec', capabilities: [], args: { command }, home });
}

function onPath(args: JsonObject): GuardFinding | null {
  return codedFinding({ tool: 'read_file', capabilities: ['fs.read'], args, home });
}

function words(...units: readonly string[]): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...units), maxLength: 9 });
}

const BREAKS = [' ', '  ', '\t', '\n', '\r', '\u2028', '\u00a0'];
const devices = words('dd', 'of=', '/dev/', 'of=/dev/', 'dd ', 'if=a', 'x', ...BREAKS);
const modes = words('chmod', 'chmod ', '-', 'R', '-R', '0', '7', '77', '777', '/', ...BREAKS);
const removals = words('rm', 'rm ', '-r', '-rf', 'f', '/', '~', 'mkfs', 'x', ...BREAKS);
const bombs = words(':', '(', ')', '{', '}', '|', '&', ':|:&', ':(){', ...BREAKS);
const paths = fc
  .tuple(
    fc.constantFrom('', '/', '~', '~/', '/home/', 'x', ' ', 'a/'),
    words('.ssh', 'etc', 'passwd', '/', '.aws', 'credentials', '.config', '.gnupg', '\n', 'a'),
  )
  .map((parts) => parts.join(''));
const roots = fc
  .tuple(
    fc.constantFrom('/etc', '/root', '/boot', '/sys', '/proc', '/dev', 'etc', '/ETC'),
    words('/', 'ssh', 'passwd', 'sd', 'nvme', 'loop', 'mmcblk', '0', '\n', 'x', '.'),
  )
  .map((parts) => parts.join(''));

describe('a command', () => {
  for (const [name, commands] of Object.entries({ devices, modes, removals, bombs })) {
    seeded(
      `is refused where the pattern as it is written matches: ${name}`,
      fc.property(commands, (command) => {
        fc.pre(naivePath({ command }, home) === null);
        const pattern = naiveCommand(command);
        const expected = pattern === null ? null : { code: 'guard_dangerous_command', pattern };
        expect(inShell(command)).toEqual(expected);
      }),
      { runs: 5000, claims: ['V-18', 'INV-B12'] },
    );
  }
});

describe('a path', () => {
  seeded(
    'is refused where a pattern as it is written matches, at any depth',
    fc.property(fc.oneof(paths, roots), fc.boolean(), (text, isDeep) => {
      const args: JsonObject = isDeep ? { a: [{ b: 'x' }, { c: [text] }] } : { path: text };
      const pattern = naivePath(args, home);
      const found = onPath(args);
      const expected = pattern === null ? null : { code: 'guard_forbidden_path', pattern };
      expect(found).toEqual(expected);
    }),
    { runs: 5000, claims: ['V-11', 'V-13', 'INV-B12'] },
  );

  seeded(
    'begins with the home of the user where it begins with a tilde',
    fc.property(paths, (text) => {
      const expanded = `${home}/${text}`;
      expect(onPath({ path: `~/${text}` })).toEqual(onPath({ path: expanded }));
    }),
    { claims: 'V-12' },
  );
});
