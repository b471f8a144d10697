/** Checkpoints that are kept elsewhere: one a line, through crashes and a disk that fails. */
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  keepCheckpoint,
  keptCheckpoints,
  readCheckpoints,
} from '../../../../hosts/audit/checkpoint-file.js';
import { memoryAuditSink, openFileAudit } from '../../../../hosts/index.js';
import {
  AuditChain,
  appendAudit,
  appendCheckpoint,
  verifyAudit,
} from '../../../../kernel/index.js';
import { auditKeys, checkpointsOf } from '../../../fakes/signed-chain.js';
import { runParts } from '../../kernel/audit/chains.js';
import { scratchFile, scratchFolder } from '../stores/scratch.js';
import { codeOf } from '../stores/store-checks.js';

const { signer, verifier } = auditKeys();
const place = (): string => join(scratchFolder(), 'checkpoints');

async function writeRun(chain: AuditChain, run: string): Promise<void> {
  for (const part of runParts(run, 2)) await appendAudit(chain, { ...part, at: 1 });
  await appendCheckpoint(chain, 2);
}

test('every checkpoint of a chain is kept, after its record is stored', async () => {
  const path = scratchFile();
  const kept = place();
  const failed: unknown[] = [];
  const file = openFileAudit(path);
  const sink = keptCheckpoints(file, kept, (error) => failed.push(error));
  await writeRun(new AuditChain(sink, { signer, checkpointEvery: 2 }), 'r1');
  await file.close();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(readCheckpoints(kept)).toEqual(checkpointsOf(lines));
  expect(readCheckpoints(kept).length).toBeGreaterThan(2);
  expect(failed).toEqual([]);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const against = { verifiers: [verifier], kept: readCheckpoints(kept) };
  expect(verifyAudit(lines, against).ok).toBe(true);
  expect(verifyAudit(lines.slice(0, -2), against).ok).toBe(false);
});

test('half a line, which a crash left, is none, and the next one takes its place', () => {
  const kept = place();
  const sink = memoryAuditSink();
  const chain = new AuditChain(
    keptCheckpoints(sink, kept, () => undefined),
    { signer },
  );
  const body = { kind: 'run_ended', data: { status: 'committed', effects: 0 } } as const;
  void appendAudit(chain, { body, run: 'r', call: null, at: 1 });
  const [first] = checkpointsOf(sink.lines());
  if (first === undefined) throw new Error('no checkpoint');
  const whole = readFileSync(kept, 'utf8');
  for (const torn of ['{', whole.slice(0, -1), 'x'.repeat(1000)]) {
    writeFileSync(kept, whole);
    appendFileSync(kept, torn);
    expect(readCheckpoints(kept)).toEqual([first]);
    keepCheckpoint(kept, first);
    expect(readCheckpoints(kept)).toEqual([first, first]);
  }
  appendFileSync(kept, 'no JSON\n');
  expect(readCheckpoints(kept)).toEqual([first, first, null]);
  const report = verifyAudit(sink.lines(), { verifiers: [verifier], kept: readCheckpoints(kept) });
  expect(report.problems.map(({ kind }) => kind)).toEqual(['signature']);
});

test('a checkpoint that cannot be kept is told of, and the chain goes on', async () => {
  const sink = memoryAuditSink();
  const failed: unknown[] = [];
  const kept = keptCheckpoints(sink, join(scratchFolder(), 'a', 'b', 'c'), (error) =>
    failed.push(error),
  );
  await writeRun(new AuditChain(kept, { signer }), 'r1');
  expect(failed).toHaveLength(2);
  expect(verifyAudit(sink.lines(), { verifiers: [verifier] }).ok).toBe(true);
  expect(await codeOf(() => readCheckpoints(place()))).toBe('input_unreadable');
});
