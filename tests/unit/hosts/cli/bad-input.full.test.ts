/** What the command is given that it cannot use: a code, a mend, exit code 1, nothing executed. */
import { chmodSync, chownSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes } from '../../../../schemas/index.js';
import { projectRoot } from '../../../project.js';
import { scratchFile, scratchFolder } from '../stores/scratch.js';
import { type CliOutcome, canStartAs, hostPath, runCli, startCli } from './cli-process.js';
import { fileWith, planOfCall } from './plan-file.js';

const office = hostPath('office');
const NOBODY = 65_534;

/** A fault says code and mend on stderr, one object on stdout with --json, and no stack trace. */
function expectFault({ exitCode, stdout, stderr }: CliOutcome, code: keyof typeof codes): void {
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`error ${code}: `);
  expect(stderr).toContain(`mend: ${codes[code].mend}`);
  expect(stderr).not.toMatch(/\n\s+at |node:internal/);
  expect(stderr).not.toContain('tool ran:');
  if (stdout !== '') expect(JSON.parse(stdout)).toMatchObject({ error: { code } });
}

describe('the command line', () => {
  test.each<readonly string[]>([
    [],
    ['audit'],
    ['sing'],
    ['run'],
    ['run', office],
    ['run', office, '--query', 'x', '--qery', 'y'],
    ['run', office, 'more', '--query', 'x', '--json'],
    ['run', office, '--query'],
    ['audit', 'verify'],
    ['audit', 'verify', office, '--expect-head', 'short'],
    ['audit', 'show', office, '--verbose', '--json'],
  ])('%#: %s', async (...args) => {
    const outcome = await runCli(...args);
    expectFault(outcome, 'usage_malformed');
    expect(outcome.stdout === '').toBe(!args.includes('--json'));
  });
});

describe('a plan', () => {
  const call = '{"steps":[{"kind":"const","id":"a","value":1}],"final":"a"}';
  const cases: readonly (readonly [string, keyof typeof codes, () => string])[] = [
    ['that is missing', 'input_unreadable', () => join(scratchFolder(), 'plan.json')],
    ['that is a folder', 'input_unreadable', () => scratchFolder()],
    ['that is empty', 'json_malformed', () => fileWith('')],
    ['with text after it', 'json_malformed', () => fileWith(`${call} {}`)],
    ['with a comment', 'json_malformed', () => fileWith(`// plan\n${call}`)],
    ['that is not UTF-8', 'json_malformed', () => fileWith(Uint8Array.of(0x22, 0xff, 0x22))],
    ['with a key twice', 'json_duplicate_key', () => fileWith(call.replace('{', '{"final":"b",'))],
    ['with `__proto__`', 'json_reserved_key', () => fileWith('{"__proto__":{}}')],
    ['nested too deeply', 'json_too_deep', () => fileWith('['.repeat(100_000))],
  ];

  test.each(cases)('%s', async (_, code, plan) => {
    const args = ['run', office, '--query', 'x', '--plan', plan(), '--json'];
    const outcome = await runCli(...args);
    expectFault(outcome, code);
    expect(outcome.stderr).not.toContain('the host module prints this');
  });

  test('a fault says the place', async () => {
    const plan = fileWith('{\n  "steps": [],\n  "steps": []\n}');
    const { stdout, stderr } = await runCli(
      'run',
      office,
      '--query',
      'x',
      '--plan',
      plan,
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({ error: { at: '3:3' } });
    expect(stderr).toContain('at 3:3');
  });

  test.each(['[]', '4711', '{"steps":[]}', '{"steps":[{"kind":"sing","id":"a"}],"final":"a"}'])(
    '%s is JSON and no plan: rejected',
    async (text) => {
      const args = ['run', office, '--query', 'x', '--plan', fileWith(text), '--json'];
      const { exitCode, stdout } = await runCli(...args);
      expect(exitCode).toBe(4);
      expect(JSON.parse(stdout)).toMatchObject({ problem: { code: 'plan_malformed' } });
    },
  );
});

describe('facts and query', () => {
  test.each([
    ['not JSON', 'json_malformed'],
    ['{"a": 1, "a": 2}', 'json_duplicate_key'],
    ['[]', 'fact_malformed'],
    ['{"a": null}', 'fact_malformed'],
    ['{"a": ["b"]}', 'fact_malformed'],
    ['{"a": {"value": 1, "trusted": true}}', 'fact_malformed'],
    ['{"a b": 1}', 'fact_malformed'],
  ] as const)('facts %s', async (facts, code) => {
    const plan = planOfCall('send_email');
    const args = ['run', office, '--query', 'x', '--plan', plan, '--facts', facts, '--json'];
    expectFault(await runCli(...args), code);
  });

  test('an empty query', async () => {
    const args = ['run', office, '--query', '', '--plan', planOfCall('send_email'), '--json'];
    expectFault(await runCli(...args), 'query_malformed');
  });
});

describe('a host module', () => {
  test.each([
    ['no-such', 'input_unreadable', 'there is no such file'],
    ['throws', 'host_module_failed', 'no key in the environment'],
    ['throws-late', 'host_module_failed', 'TypeError: not today'],
    ['rejects', 'host_module_failed', 'nobody listens'],
    ['waits', 'host_module_failed', 'waits for something that cannot come'],
    ['nothing', 'host_module_malformed', 'no default export'],
    ['number', 'host_module_malformed', 'no object'],
    ['no-tools', 'host_module_malformed', '`tools`'],
    ['no-principal', 'host_module_malformed', '`principal`'],
    ['junk-tool', 'tool_malformed', 'defineTool'],
    ['junk-grant', 'config_malformed', 'junk-grant'],
    ['broken-syntax', 'host_module_failed', 'SyntaxError'],
  ] as const)('%s', async (name, code, words) => {
    const folder = scratchFolder();
    const broken = join(folder, 'broken-syntax.host.mjs');
    writeFileSync(broken, 'export default {');
    const path = name === 'broken-syntax' ? broken : hostPath(name);
    const outcome = await runCli('run', path, '--query', 'x', '--json');
    expectFault(outcome, code);
    expect(outcome.stderr).toContain(words);
    expect(JSON.parse(outcome.stdout)).toHaveProperty('error.mend');
  });

  test('that ends the process makes no run look committed', async () => {
    const { exitCode, stderr } = await runCli('run', hostPath('exits'), '--query', 'x');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the host module ended the process');
  });

  test('in a folder without the package is told to install it', async () => {
    const path = join(scratchFolder(), 'far.host.mjs');
    writeFileSync(path, "import { defineTool } from 'sluice';\nexport default { defineTool };\n");
    const outcome = await runCli('run', path, '--query', 'x');
    expectFault(outcome, 'host_module_failed');
    expect(outcome.stderr).toContain('install the package there');
  });

  test('with another copy of the package is told whose command to run', async () => {
    const home = scratchFolder();
    const copy = join(home, 'node_modules/sluice');
    mkdirSync(copy, { recursive: true });
    const parts = ['schemas', 'kernel', 'reasoner', 'hosts'].map((room) => `dist/${room}`);
    for (const part of ['package.json', ...parts]) {
      cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
    symlinkSync(join(projectRoot, 'node_modules/zod'), join(home, 'node_modules/zod'));
    cpSync(office, join(home, 'office.host.mjs'));
    const outcome = await runCli('run', join(home, 'office.host.mjs'), '--query', 'x');
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toContain('error foreign_kernel');
    expect(outcome.stderr).toContain('npx sluice');
  });
});

describe('an audit file', () => {
  const isRoot = process.getuid?.() === 0;
  const run = (path: string, plan = planOfCall('break_down'), user?: number) => {
    const args = ['run', office, '--query', 'x', '--plan', plan, '--audit', path, '--json'];
    return startCli(args, user).ended;
  };

  test('that is none', async () => {
    expectFault(await run(fileWith('{"v":1}')), 'audit_broken');
  });

  test('in a folder that others may write to', async () => {
    const path = scratchFile();
    chmodSync(dirname(path), 0o777);
    expectFault(await run(path), 'audit_unavailable');
  });

  test('below a file', async () => {
    expectFault(await run(join(fileWith('x'), 'audit.jsonl')), 'audit_unavailable');
  });

  test.runIf(!isRoot || canStartAs(NOBODY))(
    'in a folder that this user may not write to (as root, needs a project others may read)',
    async () => {
      const path = scratchFile();
      const plan = planOfCall('break_down');
      if (isRoot) {
        for (const each of [dirname(path), plan, dirname(plan)]) chownSync(each, NOBODY, NOBODY);
      }
      chmodSync(dirname(path), 0o500);
      expectFault(await run(path, plan, isRoot ? NOBODY : undefined), 'audit_unavailable');
    },
  );
});
