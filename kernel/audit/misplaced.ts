/** Names how an intact record fails to follow the one before it. Pure. */
import type { AuditHead } from '../../schemas/index.js';
import type { AuditProblemKind } from './audit-report.js';
import type { RecordLine } from './record-line.js';

export interface Misplaced {
  readonly kind: AuditProblemKind;
  readonly message: string;
}

/** Tells a repetition, a step back, a gap and a splice apart. */
export function misplaced({ seq, hash }: RecordLine, head: AuditHead): Misplaced {
  if (hash === head.hash) return { kind: 'duplicate', message: `record ${seq} stands twice` };
  if (seq < head.seq)
    return { kind: 'reorder', message: `record ${seq} stands where record ${head.seq} is due` };
  if (seq > head.seq)
    return { kind: 'gap', message: `records ${head.seq} to ${seq - 1} are missing` };
  return { kind: 'splice', message: `record ${seq} does not continue the record before it` };
}
