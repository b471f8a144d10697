/**
 * An audit store in memory, for tests and for hosts that keep their records elsewhere. Lost with
 * the process.
 */
import { randomUUID } from 'node:crypto';
import { type AuditHead, type AuditSink, GENESIS } from '../../schemas/index.js';
import { HostError } from '../errors.js';

export interface MemoryAudit extends AuditSink {
  append(lines: readonly string[], head: AuditHead): void;
  /** A copy of every line so far. */
  lines(): readonly string[];
}

/**
 * Builds an empty audit store; `append` throws HostError `audit_broken` if lines do not continue
 * its head.
 */
export function memoryAuditSink(): MemoryAudit {
  const stored: string[] = [];
  let last: AuditHead = Object.freeze({ seq: 0, hash: GENESIS });
  return Object.freeze({
    key: `${randomUUID()}${randomUUID()}`.replaceAll('-', ''),
    head: () => last,
    append(lines: readonly string[], head: AuditHead): void {
      const first = `{"v":1,"seq":${last.seq},"prev":"${last.hash}",`;
      const fits =
        lines[0]?.startsWith(first) === true &&
        lines.at(-1)?.endsWith(`,"hash":"${head.hash}"}`) === true &&
        head.seq === last.seq + lines.length;
      if (!fits) {
        throw new HostError('audit_broken', `the records do not continue record ${last.seq - 1}`);
      }
      for (const line of lines) stored.push(line);
      last = head;
    },
    lines: () => Object.freeze([...stored]),
  });
}
