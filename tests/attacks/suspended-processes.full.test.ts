// Stored runs and real processes: races for a claim, a death after it, a folder opened at once.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { auditLinesOfStore, verifyAudit } from '../../hosts/index.js';
import type { AuditRecord } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const PROCESS = join(projectRoot, 'dist/tests/fakes/suspended-process.js');

/** A process that is told to begin once all are ready. */
interface Racer {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly words: Promise<readonly string[]>;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Racer {
  const child = spawn(process.execPath, [PROCESS, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let text = '';
  let tell = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    tell = resolve;
  });
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    tell();
  });
  const words = new Promise<readonly string[]>((resolve) => {
    child.once('close', () =>
      resolve(text.split('\n').filter((word) => word !== '' && word !== 'ready')),
    );
  });
  return { child, ready, words };
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];

describe('processes', () => {
  verifies(
    'INV-U2',
    'that race for the same runs take up each once',
    async () => {
      const place = scratchFolder();
      const [folder, effects] = [join(place, 'waiting'), join(place, 'effects')];
      const key = 'c7'.repeat(32);
      const ids = await start(['store', folder, effects, key, '12']).words;
      expect(ids).toHaveLength(12);
      const racers = [0, 1, 2, 3].map(() => start(['resume', folder, effects, key, ...ids]));
      await Promise.all(racers.map(({ ready }) => ready));
      for (const { child } of racers) child.stdin?.end('go\n');
      const words = (await Promise.all(racers.map((racer) => racer.words))).flat();
      expect(words.filter((word) => word === 'committed')).toHaveLength(12);
      expect(words.filter((word) => word === 'suspension_claimed')).toHaveLength(36);
      expect([...linesOf(effects)].sort()).toEqual(ids.map((_, i) => `text ${i}`).sort());
    },
    { timeout: 60_000 },
  );

  verifies(
    ['INV-U2', 'INV-U5'],
    'one that dies after its claim leaves it claimed, and the audit says so',
    async () => {
      const place = scratchFolder();
      const [folder, effects] = [join(place, 'waiting'), join(place, 'effects')];
      const audit = join(place, 'audit.jsonl');
      const [id = ''] = await start(['store', folder, effects, audit, '1']).words;
      expect(
        await start(['resume', folder, effects, audit, id], { SLUICE_TEST_DIES: '1' }).words,
      ).toEqual([]);
      expect(await start(['resume', folder, effects, audit, id]).words).toEqual([
        'suspension_claimed',
      ]);
      expect(linesOf(effects)).toEqual(['text 0']);
      const lines = [...auditLinesOfStore(audit)];
      const kinds = lines.map((line) => (JSON.parse(line) as AuditRecord).kind);
      expect(kinds.filter((kind) => kind !== 'segment_started').slice(-5)).toEqual([
        'run_suspended',
        'run_resumed',
        'plan_verified',
        'ruling',
        'admission',
      ]);
      expect(verifyAudit(lines)).toMatchObject({ ok: true, open: [{ call: expect.any(String) }] });
      expect(readdirSync(folder).sort()).toEqual([`${id}.claimed`, 'key'].sort());
    },
    { timeout: 60_000 },
  );

  verifies(
    'INV-U1',
    'that open a folder at once have one key',
    async () => {
      const place = scratchFolder();
      const [folder, effects] = [join(place, 'waiting'), join(place, 'effects')];
      const key = 'c7'.repeat(32);
      const stored = [0, 1, 2, 3].map(() => start(['store', folder, effects, key, '1']));
      const ids = (await Promise.all(stored.map(({ words }) => words))).flat();
      const racer = start(['resume', folder, effects, key, ...ids]);
      await racer.ready;
      racer.child.stdin?.end('go\n');
      expect(await racer.words).toEqual(Array.from({ length: 4 }, () => 'committed'));
      expect(readdirSync(place).sort()).toEqual(['effects', 'waiting']);
    },
    { timeout: 60_000 },
  );
});
