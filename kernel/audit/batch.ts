/**
 * What one write to the sink adds to a chain: the lines of what waited and, where the chain signs,
 * the checkpoints that are due. Pure but for the signer.
 */
import {
  type AuditHead,
  type Checkpoint,
  checkpointText,
  isSignature,
  type Signer,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { lineAfter, type WrittenEntry, writtenEntry } from './audit-line.js';

/** A chain's signer, and how many records may stand between two checkpoints. */
export interface Signing {
  readonly signer: Signer;
  readonly every: number;
}

/** Where a chain stands. */
export interface Standing {
  readonly head: AuditHead;
  /** Hash of the first record; null while there is none. */
  readonly origin: string | null;
  /** The number behind this chain's last checkpoint; null before the first one. */
  readonly signedTo: number | null;
}

/** A record that waits for the sink: what, or when to sign whatever stands then. */
export type BatchItem = WrittenEntry | { readonly signAt: number };

export interface Batch {
  readonly lines: readonly string[];
  /** Where the chain stands once the sink has taken them. */
  readonly after: Standing;
}

/**
 * Renders a batch behind a standing.
 * @throws KernelFault `audit_unavailable` if the signer throws or gives no signature
 */
export function batchAfter(
  from: Standing,
  items: readonly BatchItem[],
  signing: Signing | null,
): Batch {
  const lines: string[] = [];
  let { head, origin, signedTo } = from;
  const add = (written: WrittenEntry): void => {
    const { line, hash } = lineAfter(head, written);
    lines.push(line);
    origin ??= hash;
    head = { seq: head.seq + 1, hash };
  };
  const sign = (at: number): void => {
    if (signing === null || origin === null || signedTo === head.seq) return;
    add(checkpointEntry(signing.signer, { chain: origin, seq: head.seq, head: head.hash }, at));
    signedTo = head.seq;
  };
  for (const item of items) {
    if ('signAt' in item) sign(item.signAt);
    else {
      add(item);
      // INV-T30: from the first record on, so that a chain without a checkpoint is no signed one.
      if (signing !== null && (signedTo === null || head.seq - signedTo >= signing.every))
        sign(item.entry.at);
    }
  }
  return { lines, after: { head: freeze(head), origin, signedTo } };
}

function checkpointEntry(
  signer: Signer,
  of: Pick<Checkpoint, 'chain' | 'seq' | 'head'>,
  at: number,
): WrittenEntry {
  const { chain, seq, head } = of;
  const data: Checkpoint = { chain, seq, head, key: signer.key, signature: signed(signer, of) };
  return writtenEntry({ body: { kind: 'checkpoint', data }, run: '', call: null, at });
}

function signed(signer: Signer, of: Pick<Checkpoint, 'chain' | 'seq' | 'head'>): string {
  let signature: unknown;
  try {
    signature = signer.sign(checkpointText(of));
  } catch (cause) {
    throw new KernelFault('audit_unavailable', 'the signer of the audit threw', cause);
  }
  if (isSignature(signature)) return signature;
  throw new KernelFault('audit_unavailable', 'the signer of the audit gave no signature');
}
