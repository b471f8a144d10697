/** An option that takes a positive whole number. */
import { HostError } from '../errors.js';

/** Reads it. @throws HostError `usage_malformed` */
export function countOf(option: string, text: string): number {
  const count = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 0x7fffffff)
    throw new HostError(
      'usage_malformed',
      `\`${option}\` takes a whole number from 1 to 2147483647`,
    );
  return count;
}
