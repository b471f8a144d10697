/**
 * Whether a chain holds, told slowly: every line is read, hashed and compared with all that is
 * known of it, with nothing of the kernel.
 */
import { createHash } from 'node:crypto';
import type { Checkpoint, Verifier } from '../../schemas/index.js';

interface NaiveRecord {
  readonly seq: number;
  readonly prev: string;
  readonly kind: string;
  readonly run: string;
  readonly call: string | null;
  readonly data: Checkpoint & { readonly outcome: string };
  readonly hash: string;
}

function recordOf(line: string): NaiveRecord | null {
  try {
    return JSON.parse(line) as NaiveRecord;
  } catch {
    return null;
  }
}

function hashOf(line: string): string {
  return createHash('sha256')
    .update(line.slice(0, line.lastIndexOf(',"hash":"')))
    .digest('hex');
}

function isSigned(checkpoint: Checkpoint, verifier: Verifier): boolean {
  const { chain, seq, head, key, signature } = checkpoint;
  const text = ['sluice-checkpoint-v1', chain, String(seq), head].join('\n');
  return key === verifier.key && verifier.verify(text, signature);
}

/** Asks whether lines are a chain that this key signed and that every kept checkpoint fits. */
export function naivelyHolds(
  lines: readonly string[],
  verifier: Verifier,
  kept: readonly Checkpoint[],
): boolean {
  const records = lines.map(recordOf);
  const first = records[0]?.hash;
  const isChained = records.every((record, i) => {
    if (record === null || record.seq !== i || hashOf(lines[i] ?? '') !== record.hash) return false;
    if (record.prev !== (i === 0 ? '0'.repeat(64) : records[i - 1]?.hash)) return false;
    if (record.kind !== 'checkpoint') return true;
    const { chain, seq, head } = record.data;
    return chain === first && seq === i && head === record.prev && isSigned(record.data, verifier);
  });
  const fits = kept.every((checkpoint) => {
    const named = records[checkpoint.seq - 1];
    const isOfChain = checkpoint.chain === first && named?.hash === checkpoint.head;
    return isOfChain && isSigned(checkpoint, verifier);
  });
  return isChained && fits && (lines.length === 0 || records.some((r) => r?.kind === 'checkpoint'));
}
