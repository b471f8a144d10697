// What is durable when, what fails alone, and what the user is told: with real files.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { classed } from '../../hosts/conformance/classed.js';
import { createKernel, type Kernel, type KernelConfig, type RunResult } from '../../hosts/index.js';
import type { AppendDisk } from '../../hosts/stores/append-disk.js';
import { auditLinesOfStore } from '../../hosts/stores/audit-lines.js';
import {
  type FileAudit,
  type FileAuditOptions,
  openFileAudit,
} from '../../hosts/stores/file-audit.js';
import { AuditChain, type AuditReport, verifyAudit } from '../../kernel/index.js';
import type { AuditSink } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { recordsLike, recordsOf } from '../fakes/audit-records.js';
import { record } from '../fakes/call-records.js';
import { type Canaries, makeCanaries } from '../fakes/canary.js';
import { failingDisk, hastyDisk } from '../fakes/failing-disk.js';
import { alice } from '../fakes/office.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { cuttable } from '../fakes/power-cut.js';
import { scratchFile, scratchFolder } from '../unit/hosts/stores/scratch.js';

interface Noted {
  readonly kernel: Kernel;
  readonly canaries: Canaries;
  /** The ids of the calls that the tool saw. */
  readonly ran: string[];
  readonly run: (steps?: number) => Promise<RunResult>;
}

/** A kernel with one tool; `look` is called inside it. */
function noting(
  audit: AuditSink,
  look: (id: string) => void = () => undefined,
  config: Partial<KernelConfig> = {},
): Noted {
  const canaries = makeCanaries();
  const ran: string[] = [];
  const note = canaries.tool(
    classed({
      name: 'note',
      description: 'x',
      effect: 'write',
      capabilities: ['note'],
      sink: 'own',
      input: z.strictObject({}),
      output: z.null(),
    }),
    (_args: unknown, context: { readonly call: string }) => {
      ran.push(context.call);
      look(context.call);
      return null;
    },
  );
  const kernel = createKernel({
    tools: [note],
    grant: ['note'],
    principal: alice,
    audit,
    ...config,
  });
  const run = (steps = 2) => {
    const list = Array.from({ length: steps }, (_, at) => call(`s${at}`, 'note'));
    return kernel.run('Note it', { plan: planOf(...list) });
  };
  return { kernel, canaries, ran, run };
}

function verifyStore(path: string): AuditReport {
  return verifyAudit(auditLinesOfStore(path), { mayContinue: true });
}

/** The lines of a store that are whole. */
function wholeLines(path: string): readonly string[] {
  return [...auditLinesOfStore(path)].filter((line) => line.endsWith('"}'));
}

function callsOf(path: string, kind: 'admission' | 'terminal'): readonly (string | null)[] {
  return recordsLike(wholeLines(path), kind).map((one) => one.call);
}

async function open(options: FileAuditOptions): Promise<FileAudit> {
  return openFileAudit(scratchFile(), options);
}

describe('a power cut', () => {
  verifies(
    ['INV-T23', 'INV-T2', 'INV-T8'],
    'inside an effect leaves its admission; after the result, how each effect ended',
    async () => {
      const power = cuttable();
      const audit = await open({ disk: power.disk });
      const noted = noting(audit, (id) => {
        const left = power.cut(audit.path, scratchFolder());
        const report = verifyStore(left);
        expect(report.problems).toEqual([]);
        expect(report.open.map((one) => one.call)).toContain(id);
      });
      for (const steps of [1, 3, 2]) {
        expect((await noted.run(steps)).status).toBe('committed');
        const left = power.cut(audit.path, scratchFolder());
        const report = verifyStore(left);
        expect([report.ok, report.open]).toEqual([true, []]);
        expect(callsOf(left, 'terminal')).toEqual(noted.ran);
      }
      expect(noted.ran).toHaveLength(6);
      await audit.close();
    },
  );

  test('leaves as open what ended a moment ago, and that is all', async () => {
    const power = cuttable();
    const audit = await open({ disk: power.disk });
    const ends: string[][] = [];
    const noted = noting(audit, () => {
      const report = verifyStore(power.cut(audit.path, scratchFolder()));
      ends.push(report.open.map((one) => one.call));
    });
    await noted.run(3);
    await audit.close();
    // The end of a call has become durable with the admission of the next one.
    expect(ends).toEqual(noted.ran.map((id) => [id]));
  });

  test('a moment later leaves the end too, though nothing follows it', async () => {
    const power = cuttable();
    const audit = await open({ disk: power.disk });
    const chain = new AuditChain(audit);
    await record(chain, { call: 'c1', does: 'admit' });
    await record(chain, { call: 'c1', does: 'committed' });
    const openNow = () => verifyStore(power.cut(audit.path, scratchFolder())).open.length;
    expect(openNow()).toBe(1);
    while (openNow() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await audit.close();
  });
});

const FULL_OR_UNWRITABLE = /it is full; delete old audit files|it cannot be written; look at/;

/** How many calls to the disk a run of two steps makes, by name. */
async function callsOfRun(): Promise<readonly (keyof AppendDisk)[]> {
  const whole = failingDisk({ at: Number.POSITIVE_INFINITY });
  const audit = await open({ disk: whole.disk });
  await noting(audit).run();
  const calls = [...whole.calls];
  await audit.close();
  return calls;
}

describe('a disk with a fault', () => {
  verifies(
    ['INV-T2', 'INV-T24', 'INV-T25', 'A-19', 'A-30', 'A-31', 'A-39'],
    'at any call: no effect without a durable admission, no result that the records do not hold',
    async () => {
      const calls = await callsOfRun();
      expect(calls.filter((name) => name === 'sync')).toHaveLength(3);
      for (const [at] of calls.entries())
        for (const fault of [
          { times: 1, code: 'EIO' },
          { times: 1, code: 'ENOSPC', half: true },
          { times: Number.POSITIVE_INFINITY, code: 'ENOSPC' },
          { times: Number.POSITIVE_INFINITY, code: 'EROFS', half: true },
        ]) {
          const broken = failingDisk({ at, ...fault });
          const power = cuttable(broken.disk);
          const audit = await open({ disk: power.disk });
          const noted = noting(audit, (id) => {
            const left = power.cut(audit.path, scratchFolder());
            expect(callsOf(left, 'admission')).toContain(id);
          });
          const { status, effects, problem } = await noted.run();
          const left = power.cut(audit.path, scratchFolder());
          const ended = callsOf(left, 'terminal');
          // What ran is told, by its own outcome, whatever became of its record.
          expect(effects.map((one) => one.call)).toEqual(noted.ran);
          expect(effects.every(({ outcome }) => outcome === 'committed')).toBe(true);
          if (status === 'committed') expect(ended).toEqual(noted.ran);
          else expect(problem?.code).toBe('audit_unavailable');
          // What was refused was refused in words that help.
          if (status === 'blocked') expect(problem?.denial?.reason).toMatch(FULL_OR_UNWRITABLE);
          expect(status === 'uncertain' || ended.length >= noted.ran.length).toBe(true);
          await audit.close().catch(() => undefined);
          broken.heal();
          const again = openFileAudit(audit.path, { disk: hastyDisk });
          await again.close();
          expect(verifyStore(audit.path).ok).toBe(true);
          for (const id of noted.ran) expect(callsOf(audit.path, 'admission')).toContain(id);
        }
    },
    { timeout: 60_000 },
  );

  verifies(
    ['INV-T24', 'A-31', 'A-39'],
    'at the end of a run: uncertain, with the outcome of each effect as it was',
    async () => {
      const calls = await callsOfRun();
      const at = calls.lastIndexOf('sync');
      const audit = await open({ disk: failingDisk({ at }).disk });
      const { status, output, effects, problem, trace } = await noting(audit).run();
      expect([status, output, problem?.code]).toEqual(['uncertain', null, 'audit_unavailable']);
      expect(problem?.mend).toMatch(/look whether the effect happened/);
      expect(effects.map(({ outcome }) => outcome)).toEqual(['committed', 'committed']);
      expect(trace.at(-1)?.kind).toBe('run_errored');
      await expect(audit.close()).resolves.toBe(undefined);
    },
  );

  verifies('INV-T25', 'nothing that a store throws but one of two words is told', async () => {
    for (const [refusal, told] of [
      ['full', /it is full; delete old audit files/],
      ['unwritable', /it cannot be written; look at its disk/],
      ['pin 1234', /^the audit store did not take the `run_started` record$/],
      [{ toString: () => 'pin 1234' }, /^the audit store did not take the `run_started` record$/],
    ] as const) {
      const audit = await open({ disk: hastyDisk });
      const sink: AuditSink = {
        key: audit.key,
        head: () => audit.head(),
        append: () => Promise.reject(Object.assign(new Error('pin 1234'), { refusal })),
      };
      const { problem } = await noting(sink).run();
      expect(problem?.denial?.reason).toMatch(told);
      await audit.close();
    }
  });

  verifies(
    ['C2', 'A-30', 'A-39'],
    'stops an effect where the audit is on it, and none where only the log is',
    async () => {
      const verdictLog = {
        write: () => {
          throw new Error('disk full');
        },
      };
      const audit = await open({ disk: hastyDisk });
      const shown = noting(audit, undefined, { ports: { verdictLog } });
      expect((await shown.run(1)).status).toBe('committed');
      await audit.close();
      const after = await shown.run(1);
      expect([after.status, after.problem?.code]).toEqual(['blocked', 'audit_unavailable']);
      expect(shown.ran).toHaveLength(1);
    },
  );
});

describe('a store with a quota', () => {
  verifies(
    ['INV-T21', 'INV-T22', 'A-30'],
    'admits until ends would not fit; then every admitted call has its end, and no other ran',
    async () => {
      const quotaBytes = 98_304;
      const audit = await open({ disk: hastyDisk, quotaBytes });
      const noted = noting(audit);
      const results: RunResult[] = [];
      for (let turn = 0; turn < 30; turn += 1)
        results.push(...(await Promise.all(Array.from({ length: 8 }, () => noted.run(3)))));
      const statuses = new Set(results.map(({ status }) => status));
      expect([...statuses].sort()).toEqual(['blocked', 'committed']);
      const lines = [...auditLinesOfStore(audit.path)];
      expect(lines.join('\n').length).toBeLessThan(quotaBytes);
      expect(verifyStore(audit.path).open).toEqual([]);
      expect([...callsOf(audit.path, 'terminal')].sort()).toEqual([...noted.ran].sort());
      // Runs that began have an end, those too that were refused on their way.
      const begun = recordsOf(lines).filter(({ kind }) => kind === 'run_ended');
      const withEffects = results.filter(({ effects }) => effects.length > 0);
      const endedRuns = new Set(begun.map(({ run }) => run));
      expect(withEffects.filter(({ run }) => !endedRuns.has(run))).toEqual([]);
      const last = results.at(-1);
      expect(last?.problem?.message).toMatch(
        /it is full; delete old audit files, free the disk or raise its quota/,
      );
      await audit.close();

      const more = openFileAudit(audit.path, { disk: hastyDisk, quotaBytes: 2 * quotaBytes });
      expect((await noting(more).run()).status).toBe('committed');
      await more.close();
    },
    { timeout: 60_000 },
  );

  test('that rotates deletes old files instead, and goes on for ever', async () => {
    const rotate = { maxBytes: 16_384, keep: 2 };
    const audit = await open({ disk: hastyDisk, quotaBytes: 131_072, rotate });
    const noted = noting(audit);
    for (let turn = 0; turn < 100; turn += 1) expect((await noted.run(4)).status).toBe('committed');
    expect(verifyStore(audit.path).ok).toBe(true);
    await audit.close();
  });
});

describe('records that were written together', () => {
  verifies('INV-T22', 'fail alone: an admission that is refused takes no end along', async () => {
    const audit = await open({ disk: hastyDisk });
    const sink: AuditSink = {
      key: audit.key,
      head: () => audit.head(),
      append: async (lines, head) => {
        await Promise.resolve();
        if (recordsLike(lines, 'admission').some((one) => one.call === 'refused'))
          throw new Error('no');
        await audit.append([...lines], head);
      },
    };
    const chain = new AuditChain(sink);
    await record(chain, { call: 'c1', does: 'admit' });
    await record(chain, { call: 'c2', does: 'admit' });
    const settled = await Promise.allSettled([
      record(chain, { call: 'c3', does: 'admit' }),
      record(chain, { call: 'c1', does: 'committed' }),
      record(chain, { call: 'refused', does: 'admit' }),
      record(chain, { call: 'c2', does: 'committed' }),
      record(chain, { call: 'c4', does: 'admit' }),
    ]);
    const no = { status: 'rejected', reason: expect.anything() };
    const yes = { status: 'fulfilled', value: undefined };
    expect(settled).toEqual([yes, yes, no, yes, yes]);
    const report = verifyStore(audit.path);
    expect([report.ok, report.open.map((one) => one.call)]).toEqual([true, ['c3', 'c4']]);
    await audit.close();
  });
});
