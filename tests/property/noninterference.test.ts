import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { criticalPart } from '../../hosts/conformance/critical-part.js';
import { isEffectCall } from '../../hosts/conformance/deeds.js';
import { anySituation } from '../../hosts/conformance/scene/situation.js';
import type { Label } from '../../schemas/index.js';
import { eventsOf } from '../fakes/office.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const wild = anySituation({
  mixing: 10,
  failing: 0,
  rules: 0,
  parallel: 30,
  care: 85,
  steps: 8,
});
const salt = fc.nat(1000);

/** Whose effect it is beside the user's and the host's: nobody's who had read content. */
function isTrusted(label: Label | undefined): boolean {
  const { sources = ['nobody'], control = [] } = label ?? {};
  const isOwn = (source: string): boolean => !/^(tool:|q_parse|client|verbatim)/.test(source);
  return [...sources, ...control].every(isOwn);
}

/**
 * The effects that nothing guarded but what the user and the host know. Content may decide whether
 * the others happen, and nothing else about them.
 */
function effects({ calls, result }: Played): readonly unknown[] {
  const allowed = eventsOf(result, 'gate_allowed');
  expect(allowed.length).toBe(calls.length);
  const kept = calls.filter((call, i) => {
    const { decision, ...args } = allowed[i]?.labels ?? {};
    if (!isEffectCall(call) || isTrusted(decision)) return isEffectCall(call);
    expect(Object.values<Label>(args).every(isTrusted)).toBe(true);
    return false;
  });
  return kept.map(criticalPart);
}

describe('two runs that differ only in what outsiders wrote', () => {
  seeded(
    'make the same effects with the same critical arguments, until one of them is refused',
    fc.asyncProperty(wild, salt, salt, fc.boolean(), async (situation, a, b, isPlanned) => {
      const { play } = setStage(situation);
      // Words of the user that name an item may name another one where outsiders wrote the names.
      const config = { selection: 'strict' } as const;
      const one = await play({ salt: a }, { isPlanned, config });
      const other = await play({ salt: b }, { isPlanned, config });
      const [left, right] = [effects(one), effects(other)];
      const common = Math.min(left.length, right.length);
      expect(left.slice(0, common)).toEqual(right.slice(0, common));
      if (left.length < right.length) expect(one.result.status).not.toBe('committed');
      if (right.length < left.length) expect(other.result.status).not.toBe('committed');
    }),
    { claims: ['INV-P4', 'INV-P9', 'INV-P19', 'INV-P12', 'INV-P24', 'INV-P25'] },
  );
});
