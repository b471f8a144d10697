/**
 * A signed statement about an audit chain: how many records it had, and the hash of the last. It
 * names the chain by its first record, so that it says nothing of another one. Data only.
 */
import { isHexDigest } from './hex-digest.js';

export interface Checkpoint {
  /** Hash of the chain's first record. */
  readonly chain: string;
  /** How many records the chain had. */
  readonly seq: number;
  /** Hash of the last of them. */
  readonly head: string;
  /** SHA-256 of the public key (DER), in hex. */
  readonly key: string;
  /** Ed25519 over `checkpointText`, base64. */
  readonly signature: string;
}

const KEYS = 'chain,seq,head,key,signature';
/** The 64 bytes of an Ed25519 signature. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** The text that a checkpoint signs. */
export function checkpointText({
  chain,
  seq,
  head,
}: Pick<Checkpoint, 'chain' | 'seq' | 'head'>): string {
  return `sluice-checkpoint-v1\n${chain}\n${seq}\n${head}`;
}

/** Asks whether a text has the shape of a signature. */
export function isSignature(text: unknown): text is string {
  return typeof text === 'string' && SIGNATURE.test(text);
}

/** Asks whether data has the shape of a checkpoint, its keys in their order; not who signed it. */
export function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.keys(value).join() !== KEYS) return false;
  const { chain, seq, head, key, signature } = value as Record<keyof Checkpoint, unknown>;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) return false;
  return isHexDigest(chain) && isHexDigest(head) && isHexDigest(key) && isSignature(signature);
}
