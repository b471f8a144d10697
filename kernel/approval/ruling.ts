/**
 * A ruling as a face hands it in: read once, as plain data of known shape, and checked against the
 * keys of registered approvers. Trusts nothing about it.
 */
import {
  isJsonObject,
  type Json,
  type Ruling,
  rulingText,
  unknownKey,
  type Verifier,
} from '../../schemas/index.js';
import { freeze, hasOwn } from '../primordials.js';
import { type SnapshotBounds, snapshotOrNone } from '../snapshot/snapshot.js';

/** The public keys of approvers, by how they identify themselves. */
export type ApproverKeys = Readonly<Record<string, Verifier>>;

const BOUNDS: SnapshotBounds = freeze({ maxDepth: 2, maxNodes: 16, maxChars: 4096 });
const MAX_REASON = 1024;
const KEYS: readonly string[] = freeze([
  'approval',
  'digest',
  'decision',
  'approver',
  'source',
  'reason',
  'signature',
]);

const ID = /^[A-Za-z0-9._-]{1,128}$/;
const APPROVER = /^[\w.@:+-]{1,128}$/;
const SOURCE = /^[\w.-]{1,32}$/;
const SIGNATURE = /^[A-Za-z0-9+/=]{1,128}$/;

/** Reads a ruling; null for anything that is none, or holds more. */
export function readRuling(answer: unknown): Ruling | null {
  const copy = snapshotOrNone(answer, BOUNDS);
  if (copy === undefined || !isJsonObject(copy) || unknownKey(copy, KEYS) !== null) return null;
  const { approval, digest, decision, approver, source, reason, signature } = copy;
  if (!isText(approval, ID) || typeof digest !== 'string' || digest.length > 64) return null;
  if (decision !== 'allow' && decision !== 'deny') return null;
  if (!isText(approver, APPROVER)) return null;
  if (source !== undefined && !isText(source, SOURCE)) return null;
  if (signature !== undefined && !isText(signature, SIGNATURE)) return null;
  if (reason !== undefined && (typeof reason !== 'string' || isLong(reason))) return null;
  return freeze({
    approval,
    digest,
    decision,
    approver,
    ...(source === undefined ? {} : { source }),
    ...(reason === undefined ? {} : { reason }),
    ...(signature === undefined ? {} : { signature }),
  });
}

/** Asks whether a registered approver signed a ruling. What a verifier throws is a no. */
export function isSigned(ruling: Ruling, keys: ApproverKeys): boolean {
  const { approver, signature } = ruling;
  const verifier = hasOwn(keys, approver) ? keys[approver] : undefined;
  if (verifier === undefined || signature === undefined) return false;
  try {
    return verifier.verify(rulingText(ruling), signature) === true;
  } catch {
    return false;
  }
}

function isText(value: Json | undefined, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}

/** At most 1024 bytes of UTF-8: no character takes more than three bytes for each code unit. */
function isLong(text: string): boolean {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code < 0x10000) bytes += 3;
    else bytes += 4;
  }
  return bytes > MAX_REASON;
}
