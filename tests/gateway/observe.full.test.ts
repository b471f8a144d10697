// A trial with a real server and the official SDK, from the calls that nobody held up to settings
// under which the same calls are put to their user.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseToml, stringify as writeToml } from 'smol-toml';
import { expect, onTestFinished, test } from 'vitest';
import { accept, connect, draftOf, edited, openRoom } from '../fakes/gateway-room.js';
import { projectRoot } from '../project.js';
import { cliMain, runCli } from '../unit/hosts/cli/cli-process.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const server = join(
  projectRoot,
  'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);

interface Settings {
  [key: string]: unknown;
}

/** Lays the additions of a draft over settings: lists grow, tables are met, words are replaced. */
function laidOver(settings: unknown, additions: unknown): unknown {
  if (Array.isArray(settings) && Array.isArray(additions))
    return [...new Set([...settings, ...additions])];
  if (!isTable(settings) || !isTable(additions)) return additions;
  const out: Settings = { ...settings };
  for (const [key, value] of Object.entries(additions))
    out[key] = key in out ? laidOver(out[key], value) : value;
  return out;
}

const isTable = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Settings that name one tool less, grant one capability less, and ask about nothing. */
async function narrowSettings(folder: string): Promise<string> {
  const draft = await draftOf('files', [server, folder]);
  const text = edited(draft, {
    'untrusted = "ask"': 'untrusted = "deny"',
    'elicitation = true\n': 'elicitation = false\n',
    '  "files.write_file",\n': '',
  });
  const settings = parseToml(text) as { servers: { files: { tools: Settings } } };
  delete settings.servers.files.tools['list_directory'];
  return writeToml(settings);
}

const line = (tool: { tool: string; refused: number; absent: number }): string =>
  `${tool.tool} ${tool.refused} ${tool.absent}`;

/** A client of a trial, in a process of its own. */
async function connectTrial(settings: string, into: string) {
  const client = new Client({ name: 'tests', version: '1' });
  const args = [cliMain, 'observe', '--config', settings, '--into', into];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
  const noted: string[] = [];
  transport.stderr?.on('data', (data) => void noted.push(String(data)));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, noted };
}

test('what would have been refused goes through, is reported, and is asked about by its draft', async () => {
  const home = scratchFolder();
  const folder = join(home, 'files');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.txt'), 'SECRET-4711');
  const settings = join(home, 'sluice.toml');
  const into = join(home, 'observed.jsonl');
  writeFileSync(settings, await narrowSettings(folder), { mode: 0o600 });
  const calls = [
    ['files__read_text_file', { path: join(folder, 'a.txt') }],
    ['files__write_file', { path: join(folder, 'b.txt'), content: 'SECRET-4711' }],
    ['files__list_directory', { path: folder }],
  ] as const;

  const { client, noted } = await connectTrial(settings, into);
  expect(client.getServerVersion()?.title).toContain('nothing is enforced');
  expect((await client.listTools()).tools).toHaveLength(14);
  for (const [name, given] of calls) {
    const result = await client.callTool({ name, arguments: given });
    expect(result.isError).toBeUndefined();
  }
  await client.close();
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('SECRET-4711');
  expect(noted.join('')).toContain('NOTHING IS ENFORCED');
  expect(readFileSync(into, 'utf8')).not.toContain('SECRET');

  const told = await runCli('report', into);
  expect(told).toMatchObject({ exitCode: 0 });
  expect(told.stdout).toMatch(/^NOTHING WAS ENFORCED/);
  expect(told.stdout).toContain('capability_missing');
  const json = JSON.parse((await runCli('report', into, '--json')).stdout);
  expect(json).toMatchObject({ enforced: false, calls: 3, sessions: 1 });
  const counts: string[] = json.tools.map(line);
  expect(counts.sort()).toEqual([
    'files__list_directory 0 1',
    'files__read_text_file 1 0',
    'files__write_file 1 0',
  ]);

  const { stdout: draft } = await runCli('report', into, '--draft');
  const merged = laidOver(parseToml(readFileSync(settings, 'utf8')), parseToml(draft));
  const before = await openRoom(readFileSync(settings, 'utf8'));
  const held = await connect(before, accept);
  for (const [name, given] of calls) expect((await held.call(name, given)).isError).toBe(true);
  const text = writeToml(laidOver(merged, { gateway: { elicitation: true } }) as Settings);
  const room = await connect(await openRoom(text), accept);
  for (const [name, given] of calls) expect((await room.call(name, given)).isError).toBeUndefined();
  expect(room.asked).toHaveLength(3);
});
