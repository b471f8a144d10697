/** A store in several files: rotation, retention, and what a crash in the middle leaves. */
import { copyFileSync, linkSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyFile } from '../../../../hosts/cli/audit-verify.js';
import { auditLines, auditLinesOfStore } from '../../../../hosts/stores/audit-lines.js';
import { type FileAudit, openFileAudit } from '../../../../hosts/stores/file-audit.js';
import { oldFilesOf } from '../../../../hosts/stores/old-files.js';
import { AuditChain, type AuditReport, verifyAudit } from '../../../../kernel/index.js';
import type { AuditHead, AuditSink, UnsettledCall } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { type CallStep, naiveUnsettled, record } from '../../../fakes/call-records.js';
import { failingDisk, hastyDisk } from '../../../fakes/failing-disk.js';
import { seeded } from '../../../property/seed.js';
import { scratchFile } from './scratch.js';
import { codeOf, textOf } from './store-checks.js';

const rotate = { maxBytes: 4096, keep: 2 };

function verifyStore(path: string): AuditReport {
  return verifyAudit(auditLinesOfStore(path), { mayContinue: true });
}

/** A sink that keeps a copy of every line which the kernel gave it and it took. */
function copying(file: FileAudit): { readonly sink: AuditSink; readonly lines: string[] } {
  const lines: string[] = [];
  const sink: AuditSink = {
    key: file.key,
    head: () => file.head(),
    async append(given: readonly string[], head: AuditHead) {
      await file.append(given, head);
      lines.push(...given);
    },
    async write(given: readonly string[], head: AuditHead) {
      await file.write(given, head);
      lines.push(...given);
    },
  };
  return { sink, lines };
}

/** What the files of a store tell of the calls that nobody settled. */
function unsettledIn(path: string): readonly string[] {
  const calls = new Map<string, string>();
  const lines = [...auditLinesOfStore(path)];
  const first = JSON.parse(lines[0] ?? '{"kind":"","data":{}}');
  if (first.kind === 'file_started')
    for (const { call, state } of first.data.unsettled as readonly UnsettledCall[])
      calls.set(call, state);
  const carried = [...calls].map(([call, state]) => ({ call, state }));
  // As records again, so that the slow model needs no second rule.
  const before = carried.flatMap(({ call, state }) => [
    JSON.stringify({ kind: 'admission', call }),
    ...(state === 'open'
      ? []
      : [JSON.stringify({ kind: 'terminal', call, data: { outcome: 'uncertain' } })]),
  ]);
  return naiveUnsettled([...before, ...lines]);
}

async function fill(file: FileAudit, calls: number, from = 0): Promise<void> {
  const chain = new AuditChain(file);
  for (let at = from; at < from + calls; at += 1) {
    await record(chain, { call: `c${at}`, does: 'admit' });
    await record(chain, { call: `c${at}`, does: 'committed' });
  }
}

async function madeStore(calls = 60, options = rotate): Promise<string> {
  const path = scratchFile();
  const file = openFileAudit(path, { rotate: options, disk: hastyDisk });
  await fill(file, calls);
  await file.close();
  return path;
}

describe('a store that rotates', () => {
  test('names old files by their first record, and its chain goes through all of them', async () => {
    const path = await madeStore(20, { maxBytes: 4096, keep: 100 });
    const olds = oldFilesOf(path);
    expect(olds.length).toBeGreaterThan(2);
    for (const old of olds) {
      const [line] = auditLines(old.path);
      expect(JSON.parse(line ?? '').seq).toBe(old.first);
      expect(basename(old.path)).toMatch(/^audit\.jsonl\.\d{16}$/);
    }
    expect(olds[0]?.first).toBe(0);
    // Nothing was deleted: the chain verifies from its beginning, without any leave.
    const report = verifyAudit(auditLinesOfStore(path));
    expect([report.ok, report.open, report.begins.seq]).toEqual([true, [], 0]);
    expect(report.head.seq).toBe(report.records);
  });

  test('deletes only old files, from the oldest on, and its chain still verifies', async () => {
    const path = await madeStore();
    expect(oldFilesOf(path)).toHaveLength(2);
    const report = verifyStore(path);
    expect([report.ok, report.open]).toEqual([true, []]);
    expect(report.begins.seq).toBe(oldFilesOf(path)[0]?.first);
    expect(report.carried?.kept).toBe(report.begins.seq);
    // Whoever does not know of the deletion is told of a gap.
    expect(verifyAudit(auditLinesOfStore(path)).problems[0]?.kind).toBe('gap');
  });

  verifies('INV-T20', 'a file that retention still keeps is missed, whichever it is', async () => {
    const path = await madeStore();
    for (const gone of oldFilesOf(path)) {
      copyFileSync(gone.path, `${path}.copy`);
      rmSync(gone.path);
      const report = verifyStore(path);
      expect([report.ok, report.problems[0]?.kind]).toEqual([false, 'gap']);
      expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
      copyFileSync(`${path}.copy`, gone.path);
    }
    expect(verifyStore(path).ok).toBe(true);
    rmSync(path);
    expect(await codeOf(() => openFileAudit(path))).toBe('audit_broken');
  });

  test('goes on after it was closed, with or without rotation', async () => {
    const path = await madeStore();
    const { head } = verifyStore(path);
    for (const options of [{}, { rotate }, { rotate: { maxBytes: 4096, keep: 0 } }]) {
      const file = openFileAudit(path, options);
      await fill(file, 20);
      await file.close();
      expect(verifyStore(path).ok).toBe(true);
    }
    expect(verifyStore(path).head.seq).toBeGreaterThan(head.seq + 100);
    expect(oldFilesOf(path)).toEqual([]);
  });

  test('carries the hash of the first record of all', async () => {
    const path = scratchFile();
    const file = openFileAudit(path, { rotate });
    expect(file.origin).toBe(null);
    await fill(file, 1);
    const [line = ''] = auditLines(path);
    const { hash } = JSON.parse(line);
    expect(file.origin).toBe(hash);
    await fill(file, 60, 1);
    await file.close();
    expect(verifyStore(path).begins.seq).toBeGreaterThan(0);
    const again = openFileAudit(path);
    expect(again.origin).toBe(hash);
    await again.close();
  });

  test('refuses sizes that leave no room', async () => {
    const path = scratchFile();
    for (const options of [
      { rotate: { maxBytes: 10, keep: 1 } },
      { rotate: { maxBytes: 4096, keep: -1 } },
      { rotate: { maxBytes: 4096, keep: 1001 } },
      { quotaBytes: 100 },
      { rotate: { maxBytes: 65_536, keep: 2 }, quotaBytes: 262_143 },
    ])
      expect(() => openFileAudit(path, options)).toThrow(/must be/);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test('is verified as a whole by the command, which says where it begins', async () => {
    const path = await madeStore();
    const report = verifyFile(path);
    expect([report.ok, report.begins.seq > 0]).toEqual([true, true]);
    expect(report.records).toBe(report.head.seq - report.begins.seq);
    expect(verifyFile(path, { expectHead: report.begins.hash }).afterExpected).toBe(report.records);
  });

  test('is one store for a reader, whatever the writer does meanwhile', async () => {
    const path = scratchFile();
    const file = openFileAudit(path, { rotate });
    for (let turn = 0; turn < 25; turn += 1) {
      await fill(file, 3, turn * 3);
      const lines = auditLinesOfStore(path);
      const [first] = lines;
      expect(first).toMatch(/^\{"v":1/);
      expect(verifyStore(path).ok).toBe(true);
    }
    await file.close();
  });
});

describe('calls that nobody settled', () => {
  const steps = fc.array(
    fc.record({
      call: fc.integer({ min: 0, max: 7 }).map((at) => `c${at}`),
      does: fc.constantFrom<CallStep['does'][]>(
        'admit',
        'committed',
        'failed',
        'uncertain',
        'late',
      ),
    }),
    { minLength: 40, maxLength: 120 },
  );

  seeded(
    'none is lost, however often files are rotated, deleted and opened again',
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 2 }), async (list, keep) => {
      const path = scratchFile();
      const all: string[] = [];
      const admitted = new Set<string>();
      const ended = new Set<string>();
      for (let from = 0; from < list.length; from += 40) {
        const file = openFileAudit(path, { rotate: { maxBytes: 4096, keep }, disk: hastyDisk });
        const { sink, lines } = copying(file);
        const chain = new AuditChain(sink);
        for (const step of list.slice(from, from + 40)) {
          // A call is admitted once, and ends at most once after that.
          const isDue = step.does === 'admit' ? !admitted.has(step.call) : admitted.has(step.call);
          if (!isDue || (step.does !== 'admit' && ended.has(step.call))) {
            await record(chain, { call: `x${all.length + lines.length}`, does: 'admit' });
            const call = `x${all.length + lines.length - 1}`;
            await record(chain, { call, does: 'committed' });
            continue;
          }
          if (step.does === 'admit') admitted.add(step.call);
          else if (step.does !== 'late') ended.add(step.call);
          await record(chain, step);
        }
        await file.close();
        all.push(...lines);
        expect(unsettledIn(path)).toEqual(naiveUnsettled(all));
        const open = naiveUnsettled(all).filter((one) => one.endsWith(' open'));
        expect(verifyStore(path).open.map(({ call }) => `${call} open`)).toEqual(open);
      }
      expect(oldFilesOf(path).length).toBeLessThanOrEqual(keep);
    }),
    { runs: 40, claims: 'INV-T20' },
  );

  test('are carried with the words that a person needs', async () => {
    const path = scratchFile();
    const file = openFileAudit(path, { rotate: { maxBytes: 4096, keep: 0 } });
    const chain = new AuditChain(file);
    await record(chain, { call: 'lost', does: 'admit' });
    await record(chain, { call: 'late', does: 'admit' });
    await record(chain, { call: 'late', does: 'uncertain' });
    await record(chain, { call: 'late', does: 'late' });
    await fill(file, 30);
    await file.close();
    const { carried } = verifyStore(path);
    const more = { run: 'r1', at: 7, step: 's"1', tool: 'send_mail', idempotency: null };
    // The call that was under way when the file was started stands behind them.
    expect(carried?.unsettled.slice(0, 2)).toEqual([
      { ...more, call: 'lost', seq: 0, state: 'open', late: null },
      { ...more, call: 'late', seq: 1, state: 'uncertain', late: 'rejected' },
    ]);
  });
});

describe('a crash', () => {
  /** Fills a store whose disk is gone from one call on, as it is for a process that was killed. */
  async function crashAt(at: number): Promise<{ path: string; confirmed: number; calls: number }> {
    const path = scratchFile();
    const fault = failingDisk({ at, times: Number.POSITIVE_INFINITY, half: at % 2 === 0 });
    let confirmed = 0;
    let file: FileAudit | null = null;
    try {
      file = openFileAudit(path, { rotate: { maxBytes: 4096, keep: 1 }, disk: fault.disk });
      const chain = new AuditChain(file);
      await record(chain, { call: 'open', does: 'admit' });
      for (let turn = 0; turn < 16; turn += 1) {
        await record(chain, { call: `c${turn}`, does: 'admit' });
        confirmed = file.head().seq;
        await record(chain, { call: `c${turn}`, does: 'committed' });
      }
    } catch {
      // As it should be: nothing more is confirmed.
    }
    await file?.close().catch(() => undefined);
    return { path, confirmed, calls: fault.calls.length };
  }

  verifies(
    'INV-T20',
    'at any call to the disk leaves a store that opens whole and has lost nothing confirmed',
    async () => {
      const { calls } = await crashAt(Number.POSITIVE_INFINITY);
      expect(calls).toBeGreaterThan(60);
      for (let at = 0; at < calls; at += 1) {
        const { path, confirmed } = await crashAt(at);
        const options = { rotate: { maxBytes: 4096, keep: 1 }, disk: hastyDisk };
        const file = openFileAudit(path, options);
        expect(file.head().seq).toBeGreaterThanOrEqual(confirmed);
        await fill(file, 12, 100);
        await file.close();
        const report = verifyStore(path);
        expect([at, report.ok]).toEqual([at, true]);
        expect(confirmed === 0 || report.open.some(({ call }) => call === 'open')).toBe(true);
        expect(oldFilesOf(path).length).toBeLessThanOrEqual(1);
        expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.next'))).toEqual([]);
      }
    },
  );

  test('a fault of one call while a next file is started stops no record', async () => {
    const whole = failingDisk({ at: Number.POSITIVE_INFINITY });
    const first = openFileAudit(scratchFile(), { rotate, disk: whole.disk });
    await fill(first, 12);
    await first.close();
    for (const [at, name] of whole.calls.entries()) {
      if (!['create', 'link', 'rename', 'remove'].includes(name)) continue;
      const path = scratchFile();
      const fault = failingDisk({ at, code: 'EPERM' });
      const file = openFileAudit(path, { rotate, disk: fault.disk });
      await fill(file, 20);
      await file.close();
      const report = verifyStore(path);
      expect([name, report.ok, report.open]).toEqual([name, true, []]);
      expect(oldFilesOf(path).length).toBeGreaterThan(0);
    }
  });

  test('between the second name and the first: the next writer takes it back', async () => {
    const path = await madeStore(3);
    linkSync(path, `${path}.0000000000000000`);
    writeFileSync(`${path}.next`, 'half a rec', { mode: 0o600 });
    const before = textOf(path);
    expect([...auditLinesOfStore(path)]).toHaveLength(before.split('\n').length - 1);
    const file = openFileAudit(path);
    await file.close();
    expect(readdirSync(dirname(path)).sort()).toEqual(['audit.jsonl', 'audit.jsonl.key']);
    expect([textOf(path), statSync(path).nlink]).toEqual([before, 1]);
  });
});
