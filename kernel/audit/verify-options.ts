/** What a verification of an audit chain is given beside its lines. Types only. */
import type { AuditHead } from '../../schemas/index.js';
import type { WatchOptions } from './checkpoint-watch.js';

export interface VerifyOptions extends WatchOptions {
  /** The hash of a record that the chain must hold. */
  readonly expectHead?: string;
  /** What the first line continues; the beginning of a chain if left out. */
  readonly from?: AuditHead;
  /**
   * Whether the chain may begin with the first record of a later file, where its store deleted the
   * files before. What that record and later ones say is kept must be there.
   */
  readonly mayContinue?: boolean;
}
