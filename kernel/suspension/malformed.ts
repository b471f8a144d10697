/** What is said of a suspension that is not as it was stored. */
import { KernelFault } from '../errors.js';

/** @throws KernelFault `suspension_malformed`, always */
export function malformed(why: string): never {
  throw new KernelFault('suspension_malformed', `not a suspension of this store: ${why}`);
}
