import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type DelegationRequest, delegationRefusal } from '../../kernel/policy/delegation.js';
import { makePairRate } from '../../kernel/policy/pair-rate.js';
import { naiveAdmitted, naiveFailures } from '../model/naive-delegation.js';
import { seeded } from './seed.js';

const agent = fc.constantFrom('A', 'B', 'C', 'D', 'E');
const autonomy = fc.constantFrom(null, 'proposeOnly', 'actWithApproval', 'actFreely', 'yolo');
const request: fc.Arbitrary<DelegationRequest> = fc.record(
  {
    chain: fc.array(agent, { minLength: 1, maxLength: 5 }),
    delegate: agent,
    maxDepth: fc.integer({ min: -1, max: 6 }),
    delegatorAutonomy: autonomy,
    delegateAutonomy: autonomy,
    remaining: fc.constantFrom(null, -1, 0, 0.5, 1, 1000),
  },
  { requiredKeys: ['chain', 'delegate', 'delegatorAutonomy', 'delegateAutonomy', 'remaining'] },
);

const speaks: Readonly<Record<string, string>> = {
  depth: 'chain depth ',
  cycle: 'cycle detected ',
  autonomy: 'a delegate cannot run ',
  budget: "the delegator's budget ",
};

describe('a delegation', () => {
  seeded(
    'is refused by the first of the guards that fail, and only where one does',
    fc.property(request, (asked) => {
      const failures = naiveFailures(asked);
      const first = Object.keys(speaks).find((guard) => failures.has(guard));
      const refusal = delegationRefusal(asked);
      if (first === undefined) expect(refusal).toBeNull();
      else expect(refusal).toContain(`Delegation refused: ${speaks[first]}`);
    }),
    { claims: ['G-49', 'G-50'] },
  );

  seeded(
    'goes on only to an end: no chain of admitted delegations is longer than its cap',
    fc.property(fc.array(agent, { maxLength: 20 }), fc.nat(4), (delegates, maxDepth) => {
      const chain = ['root'];
      for (const delegate of delegates) {
        const asked = { chain, delegate, maxDepth, delegatorAutonomy: null };
        const refusal = delegationRefusal({ ...asked, delegateAutonomy: null, remaining: null });
        if (refusal === null) chain.push(delegate);
      }
      expect(chain.length - 1).toBeLessThanOrEqual(maxDepth);
      expect(new Set(chain).size).toBe(chain.length);
    }),
    { claims: 'G-49' },
  );
});

const message = fc.record({
  from: fc.constantFrom('A', 'B'),
  to: fc.constantFrom('A', 'B'),
  step: fc.integer({ min: -20_000, max: 20_000 }),
});

seeded(
  'a pair speaks as often as the model lets it, whatever the clock does',
  fc.property(fc.array(message, { maxLength: 120, size: 'max' }), (drawn) => {
    let at = 0;
    const messages = drawn.map(({ from, to, step }) => {
      at += step / 4;
      return { from, to, at };
    });
    const rate = makePairRate();
    expect(messages.map(({ from, to, at: now }) => rate.admits(from, to, now))).toEqual(
      naiveAdmitted(messages),
    );
  }),
  { runs: 300, claims: 'G-51' },
);
