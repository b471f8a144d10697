/** How a chain signs: with which key, and how often. */
import { isHexDigest, ownFields, type Signer, unknownKey } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze, isSafeInteger } from '../primordials.js';
import type { Signing } from './batch.js';

export interface ChainOptions {
  /** Signs checkpoints: behind the first record that this chain writes, and every so many. */
  readonly signer?: Signer;
  /** Records between two checkpoints. Default: 256. */
  readonly checkpointEvery?: number;
}

const CHECKPOINT_EVERY = 256;

/**
 * Reads the options of a chain; null where it does not sign. @throws KernelFault `config_malformed`
 */
export function signingOf(options: ChainOptions): Signing | null {
  const own = ownFields(options);
  const unknown = unknownKey(own, ['signer', 'checkpointEvery']);
  if (unknown !== null)
    throw new KernelFault('config_malformed', `options of \`AuditChain\`: ${unknown}`);
  const { signer, checkpointEvery: every = CHECKPOINT_EVERY } = own;
  if (!isSafeInteger(every) || every < 2)
    throw new KernelFault('config_malformed', '`checkpointEvery` must be a whole number from 2 on');
  if (signer === undefined) return null;
  if (
    typeof signer !== 'object' ||
    signer === null ||
    typeof signer.sign !== 'function' ||
    !isHexDigest(signer.key)
  )
    throw new KernelFault('config_malformed', '`signer` must have `key` and `sign`');
  return freeze({ signer, every });
}
