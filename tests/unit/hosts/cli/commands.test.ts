// Every command once, as a user starts it; each loads its own code alone.
import { describe, expect, test } from 'vitest';
import { readText } from '../../../project.js';
import { runCli, startCli } from './cli-process.js';

const names = [...readText('hosts/cli/program.ts').matchAll(/^ {2}(\w+): async \(\) =>/gm)].map(
  ([, name]) => name ?? '',
);

test('the help lists every command, `run` first', async () => {
  const { exitCode, stdout, stderr } = await runCli('--help');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const section = stdout.slice(stdout.indexOf('Commands:'));
  const listed = [...section.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  expect(listed).toEqual(['run', ...names, 'help']);
  expect(names).toHaveLength(21);
});

describe('a command says what it takes', () => {
  test.each(['run', ...names])('%s', async (name) => {
    const { exitCode, stdout, stderr } = await runCli(name, '--help');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: sluice ${name} `));
  });
});

test('a fault that nobody reads ends the command all the same', async () => {
  const { process: child, ended } = startCli(['sing']);
  child.stderr?.destroy();
  child.stdout?.destroy();
  expect((await ended).exitCode).toBe(1);
});

describe('what is no command', () => {
  test.each([
    ['sing', ['sing']],
    ['nothing', []],
    ['a name that every object has', ['constructor']],
    ['an option before the command', ['--json', 'vaglio']],
  ])('%s', async (_, args) => {
    const { exitCode, stderr } = await runCli(...args);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('error usage_malformed: ');
  });
});
