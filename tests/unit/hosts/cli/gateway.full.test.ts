// `sluice gateway` as a process: whom it serves, and what it says of them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tokenDigest } from '../../../../hosts/gateway/index.js';
import { callerOf } from '../../../fakes/gateway-http.js';
import { asReads, draftOdd, edited, oddServer } from '../../../fakes/gateway-room.js';
import { scratchFolder } from '../stores/scratch.js';
import { type CliProcess, startCli } from './cli-process.js';

const principal = '[principal]\nid = "user:alice@example.com"\n';

async function settingsFile(digests: Readonly<Record<string, string>>): Promise<string> {
  const clients = Object.entries(digests).map(
    ([name, digest]) =>
      `[clients.${name}]\nprincipal = "user:${name}"\ntoken_sha256 = "${digest}"\n`,
  );
  const path = join(scratchFolder(), 'sluice.toml');
  const edits = { ...asReads, ...(clients.length > 0 ? { [principal]: clients.join('\n') } : {}) };
  writeFileSync(path, edited(await draftOdd(oddServer('plain')), edits), { mode: 0o600 });
  return path;
}

async function newToken(): Promise<{ readonly token: string; readonly digest: string }> {
  const { stdout } = await startCli(['gateway', 'token']).ended;
  const [token = '', line = ''] = stdout.split('\n');
  const digest = /^token_sha256 = "([0-9a-f]{64})"$/.exec(line)?.[1] ?? '';
  return { token, digest };
}

function firstLine({ process: child }: CliProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (text) => resolve(String(text))));
}

test('`token` prints a token and its digest, another one each time', async () => {
  const [one, two] = [await newToken(), await newToken()];
  expect(one.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(one.digest).toBe(tokenDigest(one.token));
  expect(two.token).not.toBe(one.token);
});

test('clients of a file are served over HTTP, and no token is printed', async () => {
  const [alice, bob] = [await newToken(), await newToken()];
  const path = await settingsFile({ alice: alice.digest, bob: bob.digest });
  const started = startCli(['gateway', '--config', path, '--http']);
  onTestFinished(() => void started.process.kill('SIGKILL'));
  const line = await firstLine(started);
  expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
  const [hers, his] = [callerOf(line.trim(), alice.token), callerOf(line.trim(), bob.token)];
  expect(await hers.begin()).not.toBe('');
  expect(await his.begin()).not.toBe('');
  started.process.kill('SIGTERM');
  const { stdout, stderr } = await started.ended;
  expect(stdout).toBe(line);
  expect(stderr).toContain('alice: 1 tools on offer');
  expect(stderr).toContain('bob: 1 tools on offer');
});

test('clients of a file are not served on standard input', async () => {
  const path = await settingsFile({ alice: (await newToken()).digest });
  const { exitCode, stdout, stderr } = await startCli(['gateway', '--config', path]).ended;
  expect([exitCode === 0, stdout]).toEqual([false, '']);
  expect(stderr).toContain('settings_malformed');
  expect(stderr).toContain('--http');
});

test('the one principal of a file is told address and token', async () => {
  const path = await settingsFile({});
  const started = startCli(['gateway', '--config', path, '--http']);
  onTestFinished(() => void started.process.kill('SIGKILL'));
  const [url = '', token = ''] = (await firstLine(started)).trim().split(' ');
  expect(await callerOf(url, token).begin()).not.toBe('');
  expect((await callerOf(url, 'x'.repeat(43)).post({})).status).toBe(401);
  started.process.kill('SIGTERM');
  await started.ended;
});
