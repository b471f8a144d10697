// Family V, items 16 to 21: the dangerous commands of the coded core. Inert text: nothing here is
// run. What the layer over it adds: guard-shell.test.ts.
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel } from '../../hosts/index.js';
import { codedFinding } from '../../kernel/vaglio/coded-core.js';
import type { JsonObject } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { expectBlocked } from '../fakes/refusal.js';
import { readText, sourceFiles } from '../project.js';
import { seeded } from '../property/seed.js';

function find(args: JsonObject, tool = 'shell_exec', capabilities: readonly string[] = []) {
  return codedFinding({ tool, capabilities, args, home: '/home/alice' });
}

function patternOf(command: string): string | null {
  return find({ command })?.pattern ?? null;
}

function passing(commands: readonly string[]): readonly string[] {
  return commands.filter((command) => patternOf(command) === null);
}

const ERASE = 'rm -rf /';

verifies('V-16', 'commands are asked only of `shell_exec` or where code may run', () => {
  expect(find({ command: ERASE })?.code).toBe('guard_dangerous_command');
  expect(find({ command: ERASE }, 'run_it', ['code:exec'])?.code).toBe('guard_dangerous_command');
  expect(find({ command: ERASE }, 'run_it', ['file.write'])).toBeNull();
  expect(find({ command: ERASE }, 'shell_exec2', ['code:execute'])).toBeNull();
});

verifies('V-17', 'the command is `command`, else `cmd`; a list is joined with blanks', () => {
  expect(find({ cmd: ERASE })).not.toBeNull();
  expect(find({ command: ['rm', '-rf', '/'] })).not.toBeNull();
  expect(find({ cmd: ['rm', '-rf', '/'] })).not.toBeNull();
  expect(find({ command: null, cmd: ERASE })).not.toBeNull();
  expect(find({ command: 'ls', cmd: ERASE })).toBeNull();
  expect(find({ script: ERASE, args: { command: ERASE } })).toBeNull();
  expect(find({ command: { text: ERASE } })).toBeNull();
  expect(find({ command: 7 })).toBeNull();
  expect(find({ command: ['rm', 7, '-rf', '/'] })?.code).toBe('guard_dangerous_command');
});

/** For each pattern, as the design writes it: what it denies and what stands just beside it. */
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    '\\brm\\s+-rf?\\s+/(\\s|$)',
    ['rm -rf /', 'rm -r /', 'sudo rm  -rf\t/ ', 'rm -rf / --x', 'rm -rf /\n', 'a;rm -rf /'],
    ['rm -rf /tmp', 'rm -f /', 'farm -rf /', 'rm /'],
  ],
  [
    '\\brm\\s+-rf?\\s+~(\\s|$|/)',
    ['rm -rf ~', 'rm -r ~/', 'rm -rf ~/x', 'rm -rf ~\n'],
    ['rm -rf ~bob', 'rm ~'],
  ],
  ['\\bmkfs\\b', ['mkfs /dev/x', 'mkfs.ext4 x', '/sbin/mkfs'], ['mkfsx', 'xmkfs', 'mkfs_x']],
  [
    '\\bdd\\s+.*\\bof=/dev/',
    ['dd if=x of=/dev/x', 'dd of=/dev/null', 'add; dd \n of=/dev/x', 'dd a\rof=/dev/x'],
    ['dd if=/dev/x of=x', 'dd if=a\nof=/dev/x', 'add of=/dev/x', 'dd xof=/dev/x', 'of=/dev/x dd '],
  ],
  [
    ':\\s*\\(\\s*\\)\\s*\\{\\s*:\\|:&\\s*\\}',
    [':(){ :|:& };:', ': ( ) {:|:&}', 'x:\n(){:|:&\n}'],
    [':(){ :|: & };:', ':{ :|:& };:'],
  ],
  [
    '\\bchmod\\s+-?R?\\s*0?77[0-9]\\s+/',
    ['chmod 777 /', 'chmod -R 777 /', 'chmod R 0770 /x', 'chmod -777 /', 'chmod -R0775 /etc'],
    ['chmod 755 /', 'chmod -R 755 /', 'chmod 777 x', 'chmod 7777 /', 'chmod -RR 777 /'],
  ],
];

for (const [source, denied, beside] of table) {
  verifies('V-18', `${source} denies what it names and nothing beside it`, () => {
    expect(denied.map((text) => [text, patternOf(text)])).toEqual(
      denied.map((text) => [text, source]),
    );
    expect(passing(beside)).toEqual(beside);
  });
}

verifies('V-18', 'there are six', () => {
  expect(table).toHaveLength(6);
});

/** The six patterns as the design writes them, in a language whose `$` and `.` differ a little. */
const asWritten: readonly RegExp[] = table.map(
  ([source]) => new RegExp(source.replaceAll('(\\s|$', '(\\s|\\n?$').replaceAll('.*', '[^\\n]*')),
);

const words = fc.constantFrom(
  ...['dd', 'rm', '-rf', '-r', '/', '~', 'of=/dev/', 'of=', 'mkfs', 'chmod', '-R', '777', 'x'],
  ...[' ', '  ', '\n', '\r', '\u2028', '\t', ':', '(', ')', '{', '|', '&', '}', '0', 'R', '-'],
);

seeded(
  'the patterns accept the language of the design, whatever stands around',
  fc.property(fc.array(words, { maxLength: 24 }), (parts) => {
    const command = parts.join('');
    const expected = asWritten.some((pattern) => pattern.test(command));
    expect(patternOf(command) !== null).toBe(expected);
  }),
  { claims: 'V-18' },
);

verifies('V-18', 'no pattern repeats what repeats, so that a match takes linear time', () => {
  const code = sourceFiles(['kernel'])
    .filter((file) => file.startsWith('kernel/vaglio/'))
    .map((file) => readText(file))
    .join('\n');
  const literals = [...code.matchAll(/(?<=[ (])\/((?:[^/\\\n]|\\.)+)\/g?[,;)]/g)];
  const sources = literals.map((match) => match[1] ?? '');
  expect(sources.length).toBeGreaterThanOrEqual(17);
  // A group that is repeated without bound and itself holds a repeat; or anything at all, repeated.
  const nested = /\((?:[^()\\]|\\.)*[*+](?:[^()\\]|\\.)*\)[*+]/;
  expect(sources.filter((source) => nested.test(source) || source.includes('.*'))).toEqual([]);
});

verifies('V-18', 'a megabyte of almost a match is answered', () => {
  const big = 500_000;
  const almost = [
    'dd '.repeat(big),
    `dd ${'of=/dev'.repeat(big / 4)}`,
    `${'dd '.repeat(big / 2)}x\n${'of=/dev/ '.repeat(big / 8)}`,
    `rm${' '.repeat(big)}`,
    'rm -r'.repeat(big / 4),
    ': '.repeat(big),
    `chmod ${'R'.repeat(big)}`,
    `chmod${' '.repeat(big)}-R${' '.repeat(big)}`,
    `${'/.'.repeat(big)}`,
    `${'/..'.repeat(big)}`,
    `.config/${'.config'.repeat(big / 8)}`,
  ];
  // By place: a difference of such texts is never shown.
  expect(almost.map(patternOf)).toEqual(almost.map(() => null));
});

verifies(['V-19', 'V-14'], 'no grant, rule, layer or ruling lets a command through', async () => {
  const canaries = makeCanaries();
  const tool = canaries.tool(
    {
      name: 'shell_exec',
      description: 'Would run a command; records it here.',
      effect: 'write',
      capabilities: ['code:exec'],
      classes: ['processSpawn'],
      input: z.strictObject({ command: z.string() }),
      output: z.null(),
    },
    null,
  );
  const approver = approverThat('allow');
  const kernel = createKernel({
    tools: [tool],
    grant: ['code:exec'],
    declassify: () => 'release',
    layers: [{ stage: 'rules', answer: () => ({ stage: 'rules', outcome: 'allow' }) }],
    ports: { approver },
    principal: alice,
    home: '/home/alice',
  });
  const plan = planOf(call('run', 'shell_exec', { command: ERASE }));
  const result = await kernel.run(`Run "${ERASE}"`, { plan });
  const denial = expectBlocked(result, 'guard_dangerous_command', 'guard');
  expect(denial?.reason).toBe(
    'guard: shell command that is hard to undo: `\\brm\\s+-rf?\\s+/(\\s|$)`',
  );
  expect(denial?.remedies).toEqual([]);
  expect(approver.asked).toEqual([]);
  expect(canaries.calls).toEqual([]);
});

verifies(
  'V-20',
  'the core is no shell: what passes, and what is blocked too much, as measured',
  () => {
    const passes = [
      'rm -fr /',
      'rm -rf /*',
      'rm -rf //',
      'rm -rf "/"',
      'rm -rf --no-preserve-root /',
      'rm -rf $HOME',
      ':(){ :|: & };:',
      'chmod -R 755 /',
      "r''m -rf /",
      'find / -delete',
    ];
    expect(passing(passes)).toEqual(passes);
    const tooMuch = ['dd if=x of=/dev/null', 'chmod 777 /tmp/x', 'echo rm -rf / now', 'man mkfs'];
    expect(passing(tooMuch)).toEqual([]);
  },
);

verifies('V-21', 'paths are asked before commands', () => {
  expect(find({ command: 'cat ~/.ssh/id; rm -rf /' })?.code).toBe('guard_forbidden_path');
  expect(find({ command: 'rm -rf /', log: '/var/x/.gnupg' })?.code).toBe('guard_forbidden_path');
  // Patterns that speak of how a text begins do not see a path inside a command.
  expect(find({ command: 'cat /etc/passwd' })).toBeNull();
  expect(find({ command: '/etc/passwd' })?.code).toBe('guard_forbidden_path');
});
