// The MCP Inspector's command line before the gateway: on stdio and over HTTP.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openGateway, parseGateway, serveHttp } from '../../hosts/gateway/index.js';
import { asReads, draftOdd, edited, oddServer } from '../fakes/gateway-room.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';
import { officialTool, runTool, type ToolOutcome } from './official-tool.js';

// It says that it needs Node 22.19; its command line was seen to run on Node 20.
const inspector = officialTool(
  '@modelcontextprotocol/inspector',
  'clients/launcher/build/index.js',
  20,
);
const name = 'odd__read_note';

async function onStdio() {
  const server = oddServer('plain');
  const folder = scratchFolder();
  const settings = join(folder, 'sluice.toml');
  writeFileSync(settings, edited(await draftOdd(server), asReads), { mode: 0o600 });
  const args = [join(projectRoot, 'dist/hosts/cli/main.js'), 'gateway', '--config', settings];
  const config = join(folder, 'mcp.json');
  const gate = { command: process.execPath, args };
  writeFileSync(config, JSON.stringify({ mcpServers: { gate } }));
  const inspect = (...how: string[]): Promise<ToolOutcome> =>
    runTool(inspector, ['--cli', '--config', config, '--server', 'gate', ...how]);
  return { server, inspect };
}

describe.skipIf(inspector.missing !== null)('on stdio', () => {
  test('lists and calls the tools on offer', async () => {
    const { server, inspect } = await onStdio();
    const { tools } = JSON.parse((await inspect('--method', 'tools/list')).stdout);
    expect(tools).toMatchObject([{ name, annotations: { readOnlyHint: true } }]);
    const told = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      name,
      '--tool-arg',
      'path=a',
    );
    expect(JSON.parse(told.stdout)).toEqual({ content: [{ type: 'text', text: 'note a' }] });
    expect([told.exitCode, server.calls().length]).toEqual([0, 1]);
  });

  test('is told of a refusal, and of nothing beside tools', async () => {
    const { server, inspect } = await onStdio();
    const call = ['--method', 'tools/call', '--tool-name', name];
    const refused = await inspect(...call, '--tool-arg', 'path=/etc/shadow');
    expect(JSON.parse(refused.stdout)).toMatchObject({ isError: true });
    expect(refused.stdout).toContain('guard_forbidden_path');
    expect(refused.exitCode).not.toBe(0);
    for (const kind of ['resources', 'prompts']) {
      const { stdout } = await inspect('--method', `${kind}/list`);
      expect(JSON.parse(stdout)).toEqual({ [kind]: [] });
    }
    expect(server.calls()).toEqual([]);
  });
});

test.skipIf(inspector.missing !== null)('over HTTP it needs the token', async () => {
  const server = oddServer('plain');
  const text = edited(await draftOdd(server), asReads);
  const gateway = await openGateway(parseGateway(text, join(projectRoot, 'sluice.toml')));
  onTestFinished(() => gateway.close());
  const http = await serveHttp(gateway);
  onTestFinished(() => http.close());
  const inspect = (token: string): Promise<ToolOutcome> => {
    const header = ['--header', `Authorization: Bearer ${token}`];
    const call = ['--method', 'tools/call', '--tool-name', name, '--tool-arg', 'path=a'];
    return runTool(inspector, ['--cli', http.url, '--transport', 'http', ...header, ...call]);
  };
  expect((await inspect('x'.repeat(43))).exitCode).not.toBe(0);
  expect(server.calls()).toEqual([]);
  const told = await inspect(http.token);
  expect(JSON.parse(told.stdout)).toEqual({ content: [{ type: 'text', text: 'note a' }] });
  expect([told.exitCode, server.calls().length]).toEqual([0, 1]);
});
