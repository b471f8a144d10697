/**
 * `sluice keygen`, and of `sluice audit` what signs and settles: each in processes of their own, on
 * a chain that a killed run has left.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeKeyFile } from '../../../../hosts/keys/key-file.js';
import type { KeyPurpose } from '../../../../hosts/keys/key-purpose.js';
import { recordsOf } from '../../../fakes/audit-records.js';
import { rewritten } from '../../../fakes/signed-chain.js';
import { scratchFile, scratchFolder } from '../stores/scratch.js';
import { textOf } from '../stores/store-checks.js';
import { hostPath, runCli, startCli } from './cli-process.js';
import { planOfCall } from './plan-file.js';

const query = 'Mail "hello" to boss@example.com';

function makeKey(purpose: KeyPurpose = 'audit'): string {
  return makeKeyFile(join(scratchFolder(), `${purpose}.key`), purpose).file;
}

function runArgs(tool: string, audit: string, ...more: readonly string[]): readonly string[] {
  const args = tool === 'send_email' ? { to: 'boss@example.com', body: 'hello' } : {};
  const plan = planOfCall(tool, args);
  return ['run', hostPath('office'), '--query', query, '--plan', plan, '--audit', audit, ...more];
}

describe('keygen', () => {
  test('tells where the keys are, and shows no private one', async () => {
    const path = join(scratchFolder(), 'alice.key');
    const args = ['keygen', '--for', 'approver', '--out', path, '--name', 'alice@example.com'];
    const made = await runCli(...args, '--json');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const { key, ...rest } = JSON.parse(made.stdout);
    expect(rest).toEqual({
      file: path,
      publicFile: `${path}.pub`,
      purpose: 'approver',
      name: 'alice@example.com',
    });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(made.stdout).not.toContain(JSON.parse(textOf(path)).pkcs8);
    expect((await runCli(...args)).stderr).toMatch(/error key_exists: .*\nmend: /);
  });

  test.each([
    ['no use', ['--out', 'x.key']],
    ['another use', ['--for', 'mail', '--out', 'x.key']],
    ['a name of two words', ['--for', 'audit', '--out', 'x.key', '--name', 'a b']],
  ])('with %s it makes nothing', async (_, args) => {
    const { exitCode, stderr } = await runCli('keygen', ...args);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('usage_malformed');
    expect(existsSync('x.key')).toBe(false);
  });
});

describe('a signed chain', () => {
  test('shows what was cut off and what was written anew', async () => {
    const [path, key] = [scratchFile(), makeKey()];
    const kept = join(scratchFolder(), 'checkpoints');
    const signing = ['--sign', key, '--checkpoints', kept];
    for (let turn = 0; turn < 2; turn += 1)
      expect((await runCli(...runArgs('read_broken', path, ...signing))).exitCode).toBe(1);
    const whole = textOf(path);
    const verify = async (text: string, ...more: readonly string[]) => {
      const copy = scratchFile();
      writeFileSync(copy, text);
      return runCli('audit', 'verify', copy, '--key', `${key}.pub`, ...more);
    };
    const good = await verify(whole, '--checkpoints', kept);
    expect(good).toMatchObject({ exitCode: 0, stderr: '' });
    expect(good.stdout).toContain(
      '  4 checkpoints in the chain, 4 kept elsewhere, over 13 records\n',
    );
    const lines = whole.trimEnd().split('\n');
    const cut = `${lines.slice(0, 7).join('\n')}\n`;
    const found = await verify(cut, '--checkpoints', kept);
    expect(found.exitCode).toBe(2);
    expect(found.stdout).toContain('cut_off: records 7 to 12 are missing');
    const anew = await verify(`${rewritten(lines, 3, false).join('\n')}\n`, '--checkpoints', kept);
    expect(anew.exitCode).toBe(2);
    expect(anew.stdout).toMatch(/line \d+: rewrite: records 1 to 5 are not what kept checkpoint 2/);
    const unsigned = await verify(`${rewritten(lines, 0, false).join('\n')}\n`);
    expect(unsigned.exitCode).toBe(2);
    expect(unsigned.stdout).toContain('unsigned: no checkpoint');
  });

  test('is signed afterwards too, and goes on', async () => {
    const [path, key] = [scratchFile(), makeKey()];
    await runCli(...runArgs('read_broken', path));
    const kept = join(scratchFolder(), 'checkpoints');
    const args = ['audit', 'checkpoint', path, '--key', key, '--out', kept];
    const signed = await runCli(...args, '--json');
    expect(JSON.parse(signed.stdout)).toMatchObject({ records: 5 });
    await runCli(...runArgs('read_broken', path));
    expect((await runCli(...args)).stdout).toMatch(/^signed 11 records, head [0-9a-f]{64}\n$/);
    const verified = await runCli(
      ...['audit', 'verify', path, '--key', `${key}.pub`, '--checkpoints', kept, '--json'],
    );
    expect(JSON.parse(verified.stdout)).toMatchObject({
      ok: true,
      signed: { checkpoints: 2, kept: 2, records: 11 },
    });
    const shown = await runCli('audit', 'show', path);
    expect(shown.stdout).toMatch(/checkpoint .* 5 records, signed by [0-9a-f]{12}\n/);
  });

  test('with a key for something else nothing is signed', async () => {
    const [path, key] = [scratchFile(), makeKey('approver')];
    await runCli(...runArgs('read_broken', path));
    const before = textOf(path);
    const runs = [
      ['audit', 'checkpoint', path, '--key', key],
      ['audit', 'verify', path, '--key', `${key}.pub`],
      runArgs('read_broken', path, '--sign', key),
    ];
    for (const args of runs) {
      const { exitCode, stderr } = await runCli(...args);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('error key_purpose');
      expect(stderr).not.toContain('tool ran');
    }
    expect(textOf(path)).toBe(before);
  });

  test.each([
    ['verify', ['audit', 'verify', 'FILE', '--checkpoints', 'x'], 'usage_malformed'],
    ['run', ['run', 'x.mjs', '--query', 'q', '--sign', 'k'], 'usage_malformed'],
    [
      'run',
      ['run', 'x.mjs', '--query', 'q', '--audit', 'FILE', '--checkpoints', 'k'],
      'usage_malformed',
    ],
    ['checkpoint', ['audit', 'checkpoint', 'FILE', '--key', 'none'], 'input_unreadable'],
  ])('%s refuses half of what it needs: %j', async (_, args, code) => {
    const path = scratchFile();
    writeFileSync(path, '');
    const { exitCode, stderr } = await runCli(...args.map((arg) => (arg === 'FILE' ? path : arg)));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error ${code}`);
  });
});

describe('a call that may have happened', () => {
  const list = async (path: string) => {
    const { exitCode, stdout } = await runCli('audit', 'uncertain', path, '--json');
    return { exitCode, ...JSON.parse(stdout) };
  };

  test('is running, then uncertain, then resolved', async () => {
    const path = scratchFile();
    const cli = startCli(runArgs('change_long', path));
    await cli.hears('tool ran: waiting');
    const live = await list(path);
    expect(live).toMatchObject({ exitCode: 0, held: true, uncertain: [] });
    expect(live.running).toMatchObject([{ tool: 'change_long', step: 's1', state: 'running' }]);
    const [{ call }] = live.running;
    const early = await runCli('audit', 'resolve', path, call, '--happened');
    expect(early).toMatchObject({ exitCode: 1, stdout: '' });
    expect(early.stderr).toContain('error audit_locked');
    cli.process.kill('SIGKILL');
    await cli.ended;
    expect(await list(path)).toMatchObject({
      exitCode: 5,
      held: false,
      running: [],
      uncertain: [{ call, tool: 'change_long', mayRetry: false, idempotency: null, late: null }],
    });
    const text = await runCli('audit', 'uncertain', path);
    expect(text.stdout).toContain(`uncertain  ${call}  change_long in step s1, admitted 2`);
    expect(text.stdout).toContain('look whether it happened before anybody makes it again\n');
    const wrong = await runCli('audit', 'resolve', path, `${call}0`, '--did-not');
    expect(wrong.stderr).toContain('error call_unknown');
    const both = await runCli('audit', 'resolve', path, call, '--happened', '--did-not');
    expect(both.stderr).toContain('error usage_malformed');
    const done = await runCli('audit', 'resolve', path, call, '--did-not', '--by', 'alice');
    expect(done).toMatchObject({
      exitCode: 0,
      stdout: `recorded: call ${call} did not happen, says alice\n`,
    });
    expect(await list(path)).toMatchObject({ exitCode: 0, running: [], uncertain: [] });
    const again = await runCli('audit', 'resolve', path, call, '--happened');
    expect(again.stderr).toContain('error call_settled');
    expect(recordsOf(readFileSync(path, 'utf8').trimEnd().split('\n')).at(-1)).toMatchObject({
      kind: 'resolution',
      call,
      data: { outcome: 'did_not', by: 'alice' },
    });
    const verified = await runCli('audit', 'verify', path);
    expect(verified.exitCode).toBe(0);
    expect(verified.stdout).not.toContain('admitted, but not ended');
  });

  test('is one that its record calls uncertain; a good chain has none', async () => {
    const path = scratchFile();
    expect((await runCli(...runArgs('break_down', path))).exitCode).toBe(5);
    expect(await list(path)).toMatchObject({ exitCode: 5, uncertain: [{ tool: 'break_down' }] });
    const [{ call }] = (await list(path)).uncertain;
    expect((await runCli('audit', 'resolve', path, call, '--happened', '--json')).exitCode).toBe(0);
    const none = await runCli('audit', 'uncertain', path);
    expect(none.stdout).toBe('every call that was admitted has ended or was resolved\n');
    expect((await runCli('audit', 'uncertain', `${path}.none`)).stderr).toContain(
      'input_unreadable',
    );
    writeFileSync(path, textOf(path).replace('break_down', 'brake_down'));
    expect((await runCli('audit', 'uncertain', path)).exitCode).toBe(2);
  });
});
