/** Generates audit chains. */
import fc from 'fast-check';
import { type Chain, chainOf, runParts } from './chains.js';

/** Chains of 4 to 20 records, with names that take one to four bytes a character. */
export const anyChain: fc.Arbitrary<Chain> = fc
  .array(
    fc.record({
      run: fc.stringMatching(/^[0-9a-f]{8}$/),
      calls: fc.integer({ min: 1, max: 3 }),
      who: fc.constantFrom('alice', 'zoë', '李', '😀', 'a"b\\c\n', '\ufffd'),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((runs) =>
    chainOf(runs.flatMap(({ run, calls, who }, i) => runParts(`${i}${run}`, calls, who))),
  );
