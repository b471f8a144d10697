import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation } from '../generators/situation.js';
import { criticalPart, isEffect } from './critical-part.js';
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

function effects({ calls }: Played): readonly unknown[] {
  return calls.filter(isEffect).map(criticalPart);
}

describe('two runs that differ only in what outsiders wrote', () => {
  seeded(
    'make the same effects with the same critical arguments, until one of them is refused',
    fc.asyncProperty(wild, salt, salt, fc.boolean(), async (situation, a, b, isPlanned) => {
      const { play } = setStage(situation);
      const one = await play({ salt: a }, { isPlanned });
      const other = await play({ salt: b }, { isPlanned });
      const [left, right] = [effects(one), effects(other)];
      const common = Math.min(left.length, right.length);
      expect(left.slice(0, common)).toEqual(right.slice(0, common));
      if (left.length < right.length) expect(one.result.status).not.toBe('committed');
      if (right.length < left.length) expect(other.result.status).not.toBe('committed');
    }),
    { claims: ['INV-P4', 'INV-P9', 'INV-P19', 'INV-P12'] },
  );
});
