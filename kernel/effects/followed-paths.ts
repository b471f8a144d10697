/**
 * Follows the paths of a call outside, before it is decided and again right before its effect. A
 * resolver that throws, or answers something else, told nothing. Upholds INV-R7.
 */
import type { PathResolver, ResolvedPath } from '../../schemas/index.js';
import { EffectDenied } from '../errors.js';
import type { DecisionInputs, EffectCall } from '../gate/call.js';
import { makeDenial } from '../gate/denial.js';
import { decide, type Gate, resolverOf } from '../gate/gate.js';
import type { Verdict } from '../gate/verdict.js';
import type { FollowedPaths } from '../policy/followed-facet.js';
import { createRecord, freeze, isSafeInteger } from '../primordials.js';

/** A decision, and the inputs with the paths that it took. */
export interface FollowedDecision {
  readonly verdict: Verdict;
  readonly inputs: DecisionInputs;
}

/**
 * Decides a call; where paths have to be followed first, follows them and decides again. `isWhole`
 * asks every stage, also after one that denies.
 */
export function decideFollowing(
  gate: Gate,
  call: EffectCall,
  inputs: DecisionInputs,
  isWhole = false,
): FollowedDecision {
  const verdict = decide(gate, call, inputs, isWhole);
  if (verdict.unfollowed.length === 0) return { verdict, inputs };
  const paths = follow(resolverOf(gate), verdict.unfollowed);
  const complete = freeze({ ...inputs, paths });
  return { verdict: decide(gate, call, complete, isWhole), inputs: complete };
}

/**
 * Follows the same paths once more. @throws EffectDenied `path_changed` where one leads elsewhere
 */
export function followAgain(gate: Gate, before: FollowedPaths): FollowedPaths {
  const names = Object.keys(before);
  if (names.length === 0) return before;
  const now = follow(resolverOf(gate), names);
  // INV-R7: what was decided about is where it leads now.
  for (const name of names)
    if (!isSameEnd(before[name] ?? null, now[name] ?? null)) throw changed();
  return now;
}

function changed(): EffectDenied {
  const reason = 'a path of the call led elsewhere when it was decided';
  return new EffectDenied(makeDenial({ stage: 'admission', code: 'path_changed', reason }));
}

function isSameEnd(a: ResolvedPath | null, b: ResolvedPath | null): boolean {
  if (a === null || b === null) return a === b;
  return a.real === b.real && a.names === b.names;
}

function follow(resolver: PathResolver | null, names: readonly string[]): FollowedPaths {
  const followed: Record<string, ResolvedPath | null> = createRecord();
  for (const name of names) followed[name] = endOf(resolver, name);
  return freeze(followed);
}

function endOf(resolver: PathResolver | null, name: string): ResolvedPath | null {
  try {
    const end = resolver?.resolve(name) ?? null;
    if (end === null) return null;
    const { real, names } = end;
    if (typeof real !== 'string' || !real.startsWith('/')) return null;
    return isSafeInteger(names) && names >= 0 ? freeze({ real, names }) : null;
  } catch {
    return null;
  }
}
