/** What docs/guides/gateway.md shows: its settings are read as it says, its client prints that. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseGateway, parseGateways } from '../../hosts/gateway/index.js';
import { type TranspiledPackage, transpilePackage } from '../fakes/transpiled-package.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

const guide = readText('docs/guides/gateway.md');
const SERVER = 'node_modules/.bin/mcp-server-filesystem';

function textOf(lang: string, meta = ''): string {
  const found = docBlocks(guide).filter((block) => block.lang === lang && block.meta === meta);
  expect(found).toHaveLength(1);
  return found[0]?.text ?? '';
}

test('its settings are read, with the narrow choice for whatever they leave out', () => {
  const settings = parseGateway(textOf('toml'), '/home/alice/gate/sluice.toml');
  expect(settings).toMatchObject({
    principal: 'user:alice@example.com',
    grant: ['files.read', 'files.write'],
    trust: 'never',
    results: 'values',
    elicitation: false,
    sessionCalls: 10_000,
    approvals: '/home/alice/gate/approvals.db',
  });
  const [files] = settings.servers;
  expect(files?.timeoutMs).toBe(60_000);
  expect(files?.resultBytes).toBe(1_048_576);
  expect(files?.reach).toMatchObject({ command: SERVER, cwd: '/home/alice/gate' });
  expect(Object.keys(files?.tools ?? {})).toEqual(['read_text_file', 'write_file']);
  expect(files?.tools['write_file']).toMatchObject({ untrusted: 'ask', spec: { sink: 'own' } });
});

test('its clients are told apart, each with what the guide says of it', () => {
  const [alice, bob] = parseGateways(textOf('toml', 'clients'), '/home/alice/sluice.toml');
  expect(alice).toMatchObject({
    client: { name: 'alice' },
    principal: 'user:alice@example.com',
    grant: ['files.read', 'files.write'],
    audit: '/home/alice/alice-audit.jsonl',
    approvals: '/home/alice/alice-approvals.db',
  });
  expect(bob).toMatchObject({ grant: ['files.read'], approvals: null });
});

let copy: TranspiledPackage;
beforeAll(async () => {
  copy = await transpilePackage(['schemas', 'kernel', 'reasoner', 'hosts']);
  mkdirSync(join(copy.root, 'notes'));
  writeFileSync(join(copy.root, 'notes/todo.md'), 'milk, eggs\n');
});
afterAll(() => copy?.remove());

/** The client of the guide, with the command of this copy for the one that npm installs. */
function client(): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const [command, args] = ["'node_modules/.bin/sluice'", "['gateway'"];
  const text = textOf('js', 'client.mjs');
  expect([text.split(command).length, text.split(args).length]).toEqual([2, 2]);
  const own = text.replace(command, 'process.execPath');
  return copy.run('client.mjs', own.replace(args, "['dist/hosts/cli/main.js', 'gateway'"));
}

test('from nothing: a draft, a client that asks, and what the guard refuses', async () => {
  const asked = ['gateway', 'init', '--name', 'files', '--', SERVER, 'notes'];
  const drafted = await copy.runFile('hosts/cli/main', asked);
  writeFileSync(join(copy.root, 'sluice.toml'), drafted.stdout);
  expect(await client()).toMatchObject({ stdout: `${textOf('text', 'client.mjs')}\n`, stderr: '' });
});

test('narrowed: the same client is asked nothing, and offered what is named', async () => {
  writeFileSync(join(copy.root, 'sluice.toml'), textOf('toml'));
  const [, , ...rest] = textOf('text', 'client.mjs').split('\n');
  const { stdout, stderr } = await client();
  expect([stdout, stderr]).toEqual([['2 tools', ...rest, ''].join('\n'), '']);
});
