/** Ties a test to what it proves: its title carries the ids of claims and items. */
import { test } from 'vitest';
import { type BehaviourId, behaviour } from './behaviour.js';
import type { Claim } from './claim.js';
import { type ClaimId, claims } from './claims.js';

export type CitedId = ClaimId | BehaviourId;

interface VerifyOptions {
  /** Milliseconds. */
  readonly timeout?: number;
  /** Shows a part of a claim that does not hold yet: the test must fail. */
  readonly knownGap?: boolean;
}

function assertKnown(id: CitedId, options: VerifyOptions): void {
  const claim: Claim | undefined = claims[id as ClaimId];
  if (claim === undefined && behaviour[id as BehaviourId] === undefined) {
    throw new RangeError(`unknown id \`${id}\`: add a row to tests/claims`);
  }
  if (claim?.kind === 'assumed') throw new RangeError(`\`${id}\` is assumed: it has no test`);
  if (options.knownGap === true && claim?.knownGap === undefined) {
    throw new RangeError(`\`${id}\` declares no known gap`);
  }
}

/** Registers a test that proves these claims and items; throws at load if an id is unknown. */
export function verifies(
  ids: CitedId | readonly CitedId[],
  title: string,
  body: () => void | Promise<void>,
  options: VerifyOptions = {},
): void {
  const list: readonly CitedId[] = typeof ids === 'string' ? [ids] : ids;
  if (list.length === 0) throw new RangeError(`no id given for \`${title}\``);
  for (const id of list) assertKnown(id, options);
  const register = options.knownGap === true ? test.fails : test;
  register(`${list.join(' ')}: ${title}`, body, options.timeout);
}
