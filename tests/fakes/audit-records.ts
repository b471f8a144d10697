/** Audit lines as data, and sinks that fail as a test says. */
import { type MemoryAudit, memoryAuditSink } from '../../hosts/stores/memory-audit.js';
import type { AuditKind, AuditRecord, AuditSink } from '../../schemas/index.js';

/** Reads lines back. */
export function recordsOf(lines: readonly string[]): readonly AuditRecord[] {
  return lines.map((line) => JSON.parse(line) as AuditRecord);
}

/** The records of one kind, in order. */
export function recordsLike<K extends AuditKind>(
  lines: readonly string[],
  kind: K,
): readonly Extract<AuditRecord, { kind: K }>[] {
  return recordsOf(lines).filter((record) => record.kind === kind) as never;
}

export interface FailingSink {
  readonly sink: AuditSink;
  readonly kept: MemoryAudit;
}

/** A sink that fails on records of one kind, at once or after a while; the rest it keeps. */
export function sinkThatFails(on: AuditKind, how: 'throws' | 'rejects'): FailingSink {
  const kept = memoryAuditSink();
  const fails = (lines: readonly string[]): boolean =>
    recordsOf(lines).some(({ kind }) => kind === on);
  const sink: AuditSink = {
    key: kept.key,
    head: kept.head,
    append:
      how === 'throws'
        ? (lines, head) => {
            if (fails(lines)) throw new Error('disk full');
            kept.append(lines, head);
          }
        : async (lines, head) => {
            await Promise.resolve();
            if (fails(lines)) throw new Error('disk full');
            kept.append(lines, head);
          },
  };
  return { sink, kept };
}
