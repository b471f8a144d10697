/** When an audit store starts its next file, and what its files may take. */
import { KernelFault } from '../../kernel/index.js';
import { assertKnownKeys } from '../config-check.js';
import { MIN_QUOTA } from './audit-room.js';

export interface RotateOptions {
  /** A file that has as many bytes is written no more; at least 4096. */
  readonly maxBytes: number;
  /** How many files before the one that is written stay; older ones are deleted. At most 1000. */
  readonly keep: number;
}

const MIN_FILE = 4096;
/** A reader opens all of them at once. */
const MAX_KEEP = 1000;

function isWhole(value: unknown, from: number, to: number = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to;
}

/** @throws KernelFault `config_malformed` for sizes that leave a store no room */
export function assertSizes(rotate: RotateOptions | null, quota: number | null): void {
  const wrong = sizesMisfit(rotate, quota);
  if (wrong !== null) throw new KernelFault('config_malformed', wrong);
}

function sizesMisfit(rotate: RotateOptions | null, quota: number | null): string | null {
  if (quota !== null && !isWhole(quota, MIN_QUOTA))
    return `\`quotaBytes\` must be a whole number from ${MIN_QUOTA} on`;
  if (rotate === null) return null;
  assertKnownKeys(rotate, ['maxBytes', 'keep'], '`rotate`');
  if (!isWhole(rotate.maxBytes, MIN_FILE))
    return `\`rotate.maxBytes\` must be a whole number from ${MIN_FILE} on`;
  if (!isWhole(rotate.keep, 0, MAX_KEEP))
    return `\`rotate.keep\` must be a whole number from 0 to ${MAX_KEEP}`;
  // One more than stay: the oldest is deleted only once the next one is there.
  const least = rotate.maxBytes * (rotate.keep + 2);
  if (quota === null || quota >= least) return null;
  return `\`quotaBytes\` must be ${least} at least: \`rotate.maxBytes\` times \`rotate.keep\` + 2`;
}
