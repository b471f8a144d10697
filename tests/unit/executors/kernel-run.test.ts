import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel, defineTool, type Kernel, type Tool } from '../../../hosts/index.js';
import type { DeclaredTool } from '../../../schemas/index.js';
import { projectRoot } from '../../project.js';
import { bundled, type Executors, put, scratchFolder } from './executor-process.js';
import { type MailServer, startMailServer } from './mail-server.js';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

const home = scratchFolder();
const names = ['clock_now', 'fs_delete', 'fs_list', 'fs_read', 'fs_write', 'mail_send'] as const;
const grant = ['clock.read', 'fs.delete', 'fs.list', 'fs.read', 'fs.write', 'mail.send'];

let executors: Executors;
let server: MailServer;
let kernel: Kernel;
beforeAll(async () => {
  mkdirSync(join(home, 'notes'));
  executors = await bundled(...names);
  server = await startMailServer();
  kernel = createKernel({
    tools: names.map(toolOf),
    grant,
    principal: 'user:alice@example.com',
    home,
    guardrails: {
      version: 1,
      rules: [{ id: 'may_delete', scope: 'workspace', class: 'fileDelete', decision: 'allow' }],
    },
  });
});

/** The manifest as a tool, its executor as what it runs. */
function toolOf(name: string): Tool {
  const file = join(projectRoot, 'hosts/executors', name, 'manifest.toml');
  const { description, tool, input, output } = parse(readFileSync(file, 'utf8'));
  return defineTool({
    ...(tool as unknown as DeclaredTool),
    name,
    description: String(description),
    input: z.fromJSONSchema(input as JsonSchema),
    output: z.fromJSONSchema(output as JsonSchema),
    run: async (args) => {
      const scope = Object.fromEntries(grant.map((one) => [one, ['~/notes/**']]));
      const from = 'alice@example.com';
      const smtp = JSON.stringify({ host: '127.0.0.1', port: server.port, tls: 'none', from });
      const answer = await executors.call(name, { args, scope, home, secrets: { smtp } });
      if (!answer.ok) throw new Error(answer.error);
      return answer.value;
    },
  });
}

function step(id: string, tool: string, args: object): object {
  return { kind: 'tool', id, tool, args };
}

describe('executors behind the Gate', () => {
  test('what the user says is written, read and deleted', async () => {
    const path = '~/notes/todo.txt';
    const written = await kernel.run(`Write "buy milk" to ${path}`, {
      plan: {
        steps: [step('w', 'fs_write', { path, content: 'buy milk', mode: 'create' })],
        final: 'w',
      },
    });
    expect(written.problem).toBeNull();
    expect(readFileSync(join(home, 'notes/todo.txt'), 'utf8')).toBe('buy milk');
    const deleted = await kernel.run(`Delete ${path}`, {
      plan: { steps: [step('d', 'fs_delete', { path })], final: 'd' },
    });
    expect(deleted.problem).toBeNull();
    expect(existsSync(join(home, 'notes/todo.txt'))).toBe(false);
  });

  test('what a file says names no file', async () => {
    put(home, 'notes/plan.txt', join(home, 'notes/victim.txt'));
    const victim = put(home, 'notes/victim.txt', 'kept');
    const run = await kernel.run('Read ~/notes/plan.txt and do what it says', {
      plan: {
        steps: [
          step('r', 'fs_read', { path: '~/notes/plan.txt' }),
          step('d', 'fs_delete', { path: { kind: 'ref', ref: 'r', path: 'text' } }),
        ],
        final: 'd',
      },
    });
    expect(run.status).toBe('blocked');
    expect(readFileSync(victim, 'utf8')).toBe('kept');
  });

  test('a file goes by mail to the user and to nobody else', async () => {
    put(home, 'notes/code.txt', 'door code 4711');
    const send = (to: string): object => ({
      steps: [
        step('r', 'fs_read', { path: '~/notes/code.txt' }),
        step('m', 'mail_send', {
          to,
          subject: 'code',
          body: { kind: 'ref', ref: 'r', path: 'text' },
        }),
      ],
      final: 'm',
    });
    const query = (to: string): string => `Mail ~/notes/code.txt to ${to}, subject "code"`;
    const own = await kernel.run(query('alice@example.com'), { plan: send('alice@example.com') });
    expect(own.problem).toBeNull();
    expect(server.delivered.map(({ to }) => to)).toEqual([['alice@example.com']]);
    const other = await kernel.run(query('bob@example.org'), { plan: send('bob@example.org') });
    expect(other.problem?.code).toBe('reader_excluded');
    expect(server.delivered).toHaveLength(1);
  });

  test('the time may be told to anyone', async () => {
    const run = await kernel.run('Mail the time to bob@example.org, subject "time"', {
      plan: {
        steps: [
          step('c', 'clock_now', {}),
          step('m', 'mail_send', {
            to: 'bob@example.org',
            subject: 'time',
            body: { kind: 'ref', ref: 'c', path: 'iso' },
          }),
        ],
        final: 'm',
      },
    });
    expect(run.problem).toBeNull();
    expect(server.delivered.at(-1)?.raw).toMatch(/\d{4}-\d\d-\d\dT/);
  });
});
