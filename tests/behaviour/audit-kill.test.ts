// A process is killed at each point of the path of an effect; what it leaves is opened again.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { classed } from '../../hosts/conformance/classed.js';
import { auditLines, createKernel, openFileAudit, verifyAudit } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { recordsLike } from '../fakes/audit-records.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { projectRoot } from '../project.js';
import { scratchFile } from '../unit/hosts/stores/scratch.js';
import { startCommand } from '../unit/hosts/stores/writer-process.js';

const SCRIPT = join(projectRoot, 'dist/tests/behaviour/killed-process.js');

interface Left {
  /** Of the run that was killed. */
  readonly effects: number;
  readonly open: number;
  readonly isTorn: boolean;
}

/** What must be found where, the first run left aside: it has ended. */
const points: Readonly<Record<string, Left>> = {
  'before the admission': { effects: 0, open: 0, isTorn: false },
  'half of the admission': { effects: 0, open: 0, isTorn: true },
  'the admission is not durable': { effects: 0, open: 1, isTorn: false },
  'after the admission': { effects: 0, open: 1, isTorn: false },
  'during the effect': { effects: 1, open: 1, isTorn: false },
  'after the effect': { effects: 1, open: 1, isTorn: false },
  'after the terminal record': { effects: 1, open: 0, isTorn: false },
};

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

async function killAt(point: string): Promise<{ path: string; effects: readonly string[] }> {
  if (!existsSync(SCRIPT)) throw new Error('run `npx tsc -b` first');
  const path = scratchFile();
  const effects = join(dirname(path), 'effects');
  const writer = startCommand([process.execPath, SCRIPT, point, path, effects]);
  await writer.hears(1);
  expect(writer.said).toEqual([point]);
  writer.process.kill('SIGKILL');
  await writer.ended;
  return { path, effects: linesOf(effects) };
}

/** Another run over the same file, by a kernel whose tool would tell if it were called. */
async function runAgain(path: string): Promise<void> {
  const canaries = makeCanaries();
  const audit = openFileAudit(path);
  const input = z.strictObject({});
  const note = classed({
    name: 'note',
    description: 'x',
    effect: 'write',
    capabilities: ['note'],
    sink: 'own',
    input,
    output: z.null(),
  });
  const kernel = createKernel({
    tools: [canaries.tool(note, null)],
    grant: ['note'],
    principal: alice,
    audit,
  });
  // What was left open is not made up for.
  expect(canaries.calls).toEqual([]);
  const { status } = await kernel.run('Note it', { plan: planOf(call('a', 'note')) });
  expect([status, canaries.calls.length]).toEqual(['committed', 1]);
  await audit.close();
}

describe('a process that is killed', () => {
  for (const [point, left] of Object.entries(points)) {
    verifies(['A-30', 'A-31'], point, async () => {
      const { path, effects } = await killAt(point);
      const found = verifyAudit(auditLines(path));
      expect(found.tail !== null).toBe(left.isTorn);
      const torn = found.tail;

      const audit = openFileAudit(path);
      expect(audit.recovered).toEqual(torn);
      await audit.close();

      const report = verifyAudit(auditLines(path));
      expect(report.ok).toBe(true);
      const records = [...auditLines(path)].filter((line) => line.endsWith('"}'));
      const admitted = recordsLike(records, 'admission').map((record) => record.call);
      const ended = recordsLike(records, 'terminal').map((record) => record.call);
      // Exactly the calls without an end are open.
      expect(report.open.map((open) => open.call)).toEqual(
        admitted.filter((id) => !ended.includes(id)),
      );
      expect(report.open).toHaveLength(left.open);
      // No effect without its admission, and none twice.
      expect(effects).toHaveLength(1 + left.effects);
      expect(new Set(effects).size).toBe(effects.length);
      expect(effects.filter((id) => !admitted.includes(id))).toEqual([]);

      await runAgain(path);
      expect(linesOf(join(dirname(path), 'effects'))).toEqual(effects);
      expect(verifyAudit(auditLines(path)).open).toEqual(report.open);
    });
  }
});
