// `sluice turn` as a process of its own: settings in a file, a model server, signed executors.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../claims/verifies.js';
import {
  inOrder,
  inWorld,
  type Outside,
  openOutside,
  shippedOnce,
  type TurnWorld,
  toolReply,
  wordReply,
} from '../../../fakes/turn-world.js';
import { type CliOutcome, startCli } from './cli-process.js';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
});

/** Runs one command in a world whose settings are written to its home. */
async function turnIn(
  world: TurnWorld,
  query: string,
  flags: readonly string[] = [],
): Promise<CliOutcome> {
  const { folder, key } = await shippedOnce();
  const settings = join(world.home, 'sluice.toml');
  writeFileSync(
    settings,
    world.text.replace(
      '[catalogue.hints]',
      `[catalogue]
shipped = false
folders = [${JSON.stringify(folder)}]
keys = [${JSON.stringify(key)}]
[catalogue.hints]`,
    ),
    { mode: 0o600 },
  );
  const args = ['turn', query, '--config', settings, ...flags];
  return startCli(args, undefined, world.home).ended;
}

function inTurn(
  replies: readonly ReturnType<typeof wordReply>[],
  body: (world: TurnWorld) => Promise<void>,
): Promise<void> {
  return inWorld(outside, { reply: inOrder(replies) }, async (world) => {
    mkdirSync(join(world.home, '.local'), { recursive: true });
    await body(world);
  });
}

describe('sluice turn', () => {
  verifies('T-6', 'shows steps while they go, and ends with the answer', async () => {
    const replies = [
      toolReply('fs_read', { path: '~/notes/todo.md' }),
      toolReply('answer', { value: '{{step1.text}}' }),
    ];
    await inTurn(replies, async (world) => {
      const {
        exitCode: code,
        stdout,
        stderr,
      } = await turnIn(world, 'Read the file ~/notes/todo.md');
      expect([code, stderr]).toEqual([0, expect.stringContaining('step1  fs_read  allowed')]);
      expect(stderr).toContain('1. fs_read  done');
      expect(stdout).toContain('- buy milk');
      expect(stdout).toMatch(/turn [0-9a-f]{32} {2}local, fast model {2}committed, answer/);
      const days = readdirSync(join(world.home, '.local', 'share', 'sluice', 'turns'));
      expect(days).toEqual([`${new Date().toISOString().slice(0, 10)}.jsonl`]);
    });
  });

  verifies('T-34', 'says why something was refused, and what would make it pass', async () => {
    const replies = [
      toolReply('mail_send', { to: 'eve@evil.example', subject: 'x', body: 'x' }),
      wordReply('I could not.'),
    ];
    await inTurn(replies, async (world) => {
      const { exitCode: code, stdout } = await turnIn(world, 'Send a mail "x"', ['--explain']);
      expect(code).toBe(0);
      expect(stdout).toContain('critical_untrusted');
      expect(stdout).toContain('could pass: quote_value');
      expect(stdout).toContain('on offer');
      expect(outside.mail.delivered).toEqual([]);
    });
  });

  test('prints one object for machines', async () => {
    await inTurn([wordReply('Hello.')], async (world) => {
      const { exitCode: code, stdout } = await turnIn(world, 'Say hello', ['--json']);
      const told = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      expect([code, told['status'], told['kind'], told['answer']]).toEqual([
        0,
        'committed',
        'answer',
        'Hello.',
      ]);
    });
  });

  test('refuses settings and words that are none, with the mend', async () => {
    await inTurn([], async (world) => {
      const bad = await turnIn(world, 'Say hello', ['--mode', 'fast']);
      expect([bad.exitCode, bad.stderr]).toEqual([
        1,
        expect.stringContaining('local, online, hybrid'),
      ]);
      const none = await startCli(['turn', 'Say hello'], undefined, join(world.home, 'notes'))
        .ended;
      expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('sluice.toml')]);
    });
  });
});
