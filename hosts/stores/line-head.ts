/**
 * Reads the few fields of an audit line that a store goes by, without parsing the rest. Only for
 * lines that were verified, or that a chain of the kernel rendered.
 */
import type { AuditKind } from '../../schemas/index.js';

export interface LineHead {
  readonly seq: number;
  readonly at: number;
  readonly kind: AuditKind;
  readonly run: string;
  readonly call: string | null;
  /** Where the text of its data begins. */
  readonly data: number;
}

const HEAD =
  /^\{"v":1,"seq":(\d+),"prev":"[0-9a-f]{64}","at":(-?\d+),"kind":"(\w+)","run":"([\w.-]*)","call":(?:null|"([\w.-]+)"),"data":/;

/** Reads the head of a line; null where it has none. */
export function lineHead(line: string): LineHead | null {
  const found = HEAD.exec(line);
  if (found === null) return null;
  const [whole, seq, at, kind, run = '', call = null] = found;
  return {
    seq: Number(seq),
    at: Number(at),
    kind: kind as AuditKind,
    run,
    call,
    data: whole.length,
  };
}
