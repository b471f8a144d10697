/** The version of a policy as a model is told it: short enough to be said again, and no rule. */
import { createHash } from 'node:crypto';

/** Sixteen hex characters for a version, which may itself be long and name capabilities. */
export function policyToken(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, 16);
}
