/**
 * Gated calls through a whole kernel whose audit is a file, beside a plain loop that writes as many
 * bytes a decision to the same disk and waits for it each time; and beside the same kernel without
 * a disk.
 */
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel, type Kernel } from '../../hosts/index.js';
import { openFileAudit } from '../../hosts/stores/file-audit.js';
import type { AuditSink } from '../../schemas/index.js';
import type { Candidate } from './measure.js';
import { countingSink, facts, officeConfig, query } from './office.js';

/** Decisions of one unit of work: a run of so many steps by each caller. */
const STEPS = 20;

/** What is measured for one number of callers, and what must be closed after it. */
export interface DurableBench {
  readonly candidates: readonly Candidate[];
  /** Decisions in one unit of work of each candidate. */
  readonly decisions: number;
  /** Bytes that a decision leaves in the file. */
  readonly bytes: number;
  readonly close: () => Promise<void>;
}

const plan = {
  steps: Array.from({ length: STEPS }, (_, at) => ({
    kind: 'tool',
    id: `s${at}`,
    tool: 'send_email',
    args: { to: { kind: 'fact', name: 'me' }, subject: 'Summary', body: 'Summary' },
  })),
  final: `s${STEPS - 1}`,
};

function kernelOn(audit: AuditSink): Kernel {
  return createKernel({ ...officeConfig(), audit });
}

async function runAll(kernel: Kernel, callers: number): Promise<void> {
  const runs = Array.from({ length: callers }, () => kernel.run(query, { facts, plan }));
  for (const { status, problem } of await Promise.all(runs))
    if (status !== 'committed') throw new Error(problem?.message ?? status);
}

/** The loop, the kernel on a file and the kernel on nothing, with so many callers at once. */
export async function durableBench(callers: number): Promise<DurableBench> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const path = join(folder, 'audit.jsonl');
  const file = openFileAudit(path);
  const onFile = kernelOn(file);
  const inMemory = kernelOn(countingSink());
  const decisions = callers * STEPS;
  await runAll(onFile, callers);
  const bytes = Math.round(statSync(path).size / decisions);
  const block = Buffer.alloc(bytes, 'a');
  const fd = openSync(join(folder, 'loop'), 'a', 0o600);
  const loop = (): void => {
    for (let at = 0; at < decisions; at += 1) {
      writeSync(fd, block);
      fdatasyncSync(fd);
    }
  };
  return {
    candidates: [
      { name: `write and sync of ${bytes} B, one after the other`, run: loop },
      { name: 'gated call, audit in a file', run: () => runAll(onFile, callers) },
      { name: 'gated call, audit kept nowhere', run: () => runAll(inMemory, callers) },
    ],
    decisions,
    bytes,
    close: async () => {
      await file.close();
      closeSync(fd);
      rmSync(folder, { recursive: true });
    },
  };
}
