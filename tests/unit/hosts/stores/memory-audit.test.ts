/** The audit store in memory. */
import { expect, test } from 'vitest';
import { memoryAuditSink } from '../../../../hosts/stores/memory-audit.js';
import { AuditChain, appendAudit } from '../../../../kernel/audit/chain.js';
import { verifyAudit } from '../../../../kernel/audit/verify.js';
import { GENESIS } from '../../../../schemas/index.js';
import { chainOf, runParts } from '../../kernel/audit/chains.js';
import { appendRun, codeOf } from './store-checks.js';

test('keeps the lines of a chain, and its head', async () => {
  const sink = memoryAuditSink();
  expect(sink.head()).toEqual({ seq: 0, hash: GENESIS });
  await appendRun(sink, 'r1');
  const head = await appendRun(sink, 'r2', 2);
  expect(sink.head()).toEqual(head);
  const report = verifyAudit(sink.lines());
  expect(report.ok).toBe(true);
  expect(report.head).toEqual(head);
});

test('has a key of its own', () => {
  const keys = [memoryAuditSink().key, memoryAuditSink().key];
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test('serves a chain of the kernel, synchronously', () => {
  const sink = memoryAuditSink();
  const chain = new AuditChain(sink);
  for (const part of runParts('r1', 2))
    expect(appendAudit(chain, { ...part, at: 1 })).toBe(undefined);
  expect(verifyAudit(sink.lines()).ok).toBe(true);
  expect(sink.head()).toEqual(chain.head);
});

test('refuses lines that do not continue it, and keeps none of them', async () => {
  const sink = memoryAuditSink();
  const first = chainOf(runParts('r1', 1));
  const head = first.heads.at(-1) ?? sink.head();
  expect(await codeOf(() => sink.append([], sink.head()))).toBe('audit_broken');
  expect(await codeOf(() => sink.append(first.lines.slice(1), head))).toBe('audit_broken');
  expect(await codeOf(() => sink.append(first.lines, { ...head, seq: 1 }))).toBe('audit_broken');
  expect(await codeOf(() => sink.append(first.lines, { ...head, hash: GENESIS }))).toBe(
    'audit_broken',
  );
  sink.append(first.lines, head);
  expect(await codeOf(() => sink.append(first.lines, head))).toBe('audit_broken');
  expect(sink.lines()).toEqual(first.lines);
});

test('hands out copies of its lines', async () => {
  const sink = memoryAuditSink();
  const before = sink.lines();
  await appendRun(sink, 'r1');
  expect(before).toEqual([]);
  expect(Object.isFrozen(sink.lines())).toBe(true);
});
