/** Audit chains to test with, written by the kernel's own `auditLine`. */
import { auditLine } from '../../../../kernel/audit/audit-line.js';
import { type AuditBody, type AuditHead, GENESIS, type Label } from '../../../../schemas/index.js';

export interface Chain {
  readonly lines: readonly string[];
  /** `heads[n]` is what record n continues; one more than there are lines. */
  readonly heads: readonly AuditHead[];
}

interface Part {
  readonly body: AuditBody;
  readonly run: string;
  readonly call: string | null;
}

const DIGEST = 'a'.repeat(64);
const START: AuditHead = { seq: 0, hash: GENESIS };

function admission(who: string): AuditBody {
  const label: Label = {
    sources: ['user'],
    control: ['user', 'planner'],
    readers: [`user:${who}@example.com`],
    subjects: [],
  };
  return {
    kind: 'admission',
    data: {
      step: 's1',
      tool: 'send_mail',
      definition: DIGEST,
      args: DIGEST,
      labels: { '': label, '/to': label },
      answers: [{ stage: 'guard', outcome: 'allow' }],
      policy: 'p1',
    },
  };
}

const terminal: AuditBody = {
  kind: 'terminal',
  data: { outcome: 'committed', output: 'valid', code: null, result: DIGEST },
};

/** One run with `calls` admitted and ended effects: 2 + 2 · calls records. */
export function runParts(run: string, calls: number, who = 'alice'): readonly Part[] {
  const parts: Part[] = [
    { body: { kind: 'run_started', data: { query: DIGEST, depth: 0 } }, run, call: null },
  ];
  for (let i = 0; i < calls; i += 1) {
    parts.push({ body: admission(who), run, call: `c${i}` });
    parts.push({ body: terminal, run, call: `c${i}` });
  }
  const end: AuditBody = { kind: 'run_ended', data: { status: 'committed', effects: calls } };
  parts.push({ body: end, run, call: null });
  return parts;
}

/** Chains parts up from a head. */
export function chainOf(parts: readonly Part[], from: AuditHead = START, at = 1_000): Chain {
  const lines: string[] = [];
  const heads: AuditHead[] = [from];
  let head = from;
  for (const part of parts) {
    const { line, hash } = auditLine({ ...part, at: at + head.seq }, head);
    lines.push(line);
    head = { seq: head.seq + 1, hash };
    heads.push(head);
  }
  return { lines, heads };
}

/** A `segment_started` record after torn text. */
export function segmentLine(head: AuditHead, tail: { torn: string | null; bytes: number }): string {
  const body = { kind: 'segment_started', data: tail } as const;
  return auditLine({ body, run: '', call: null, at: 7 }, head).line;
}
