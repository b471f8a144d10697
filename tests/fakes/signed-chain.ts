/** Chains that are signed with real keys, and what an attacker without the key can do to them. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryAuditSink } from '../../hosts/index.js';
import {
  type KeySigner,
  type KeyVerifier,
  makeKeyFile,
  signerOf,
  verifierOf,
} from '../../hosts/keys/key-file.js';
import { AuditChain, type AuditEntry, appendAudit, appendCheckpoint } from '../../kernel/index.js';
import { type AuditRecord, type Checkpoint, GENESIS } from '../../schemas/index.js';
import { recordsLike, recordsOf } from './audit-records.js';

export interface AuditKeys {
  readonly signer: KeySigner;
  readonly verifier: KeyVerifier;
}

/** Makes a pair of keys for an audit; its files are gone when it returns. */
export function auditKeys(): AuditKeys {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-'));
  try {
    const { file, publicFile } = makeKeyFile(join(folder, 'audit.key'), 'audit');
    return { signer: signerOf(file, 'audit'), verifier: verifierOf(publicFile, 'audit') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Records parts in a chain that signs, its end too. */
export function signedLines(
  entries: readonly Omit<AuditEntry, 'at'>[],
  signer: KeySigner,
  checkpointEvery: number,
): readonly string[] {
  const sink = memoryAuditSink();
  const chain = new AuditChain(sink, { signer, checkpointEvery });
  entries.forEach((entry, at) => {
    void appendAudit(chain, { ...entry, at });
  });
  void appendCheckpoint(chain, entries.length);
  return sink.lines();
}

/** The checkpoints that stand in a chain. */
export function checkpointsOf(lines: readonly string[]): readonly Checkpoint[] {
  return recordsLike(lines, 'checkpoint').map(({ data }) => data);
}

function inAscii(json: string): string {
  return json.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Numbers records anew and hashes each behind the one before: what needs no key. */
export function hashedAnew(records: readonly AuditRecord[]): readonly string[] {
  let prev = GENESIS;
  return records.map((record, seq) => {
    const { hash: _, ...rest } = { ...record, seq, prev };
    const text = inAscii(JSON.stringify(rest)).slice(0, -1);
    prev = createHash('sha256').update(text).digest('hex');
    return `${text},"hash":"${prev}"}`;
  });
}

/** A chain written anew from one record on, with or without what its checkpoints were. */
export function rewritten(
  lines: readonly string[],
  from: number,
  keepsCheckpoints: boolean,
): readonly string[] {
  const records = recordsOf(lines)
    .map((record, i) => (i === from ? { ...record, at: record.at + 1 } : record))
    .filter(({ kind }, i) => keepsCheckpoints || i < from || kind !== 'checkpoint');
  return hashedAnew(records as readonly AuditRecord[]);
}
