/**
 * A signed log in the hands of somebody who may change everything but the key and the checkpoints
 * that were kept: what is changed is found, and what is not is never called changed.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { verifyAudit } from '../../kernel/index.js';
import { recordsOf } from '../fakes/audit-records.js';
import {
  auditKeys,
  checkpointsOf,
  hashedAnew,
  rewritten,
  signedLines,
} from '../fakes/signed-chain.js';
import { naivelyHolds } from '../model/naive-chain.js';
import { runParts } from '../unit/kernel/audit/chains.js';
import { seeded } from './seed.js';

const { signer, verifier } = auditKeys();

/** Signed logs of 4 to some 40 records. */
const anyLog = fc
  .record({
    runs: fc.array(fc.record({ id: fc.stringMatching(/^[0-9a-f]{8}$/), calls: fc.nat(3) }), {
      minLength: 1,
      maxLength: 4,
    }),
    every: fc.integer({ min: 2, max: 9 }),
    who: fc.constantFrom('alice', 'zo\u00eb', '\u{1f600}', '\u2028\u202e\u009b'),
  })
  .map(({ runs, every, who }) =>
    signedLines(
      runs.flatMap(({ id, calls }, i) => runParts(`${i}${id}`, calls, who)),
      signer,
      every,
    ),
  );

type Tamper = (
  lines: readonly string[],
  other: readonly string[],
  a: number,
  b: number,
) => readonly string[];

const tampers: Readonly<Record<string, Tamper>> = {
  nothing: (lines) => lines,
  edit: (lines, _, a, b) => {
    const text = lines.join('\n');
    const at = a % text.length;
    const piece = 'ab01 ",}\n\u00e9'.charAt(b % 9);
    return (text.slice(0, at) + piece + text.slice(at + 1)).split('\n');
  },
  drop: (lines, _, a) => lines.filter((_line, i) => i !== a % lines.length),
  duplicate: (lines, _, a, b) => {
    const copy = [...lines];
    copy.splice(b % (lines.length + 1), 0, lines[a % lines.length] ?? '');
    return copy;
  },
  swap: (lines, _, a, b) => {
    const copy = [...lines];
    const [i, j] = [a % lines.length, b % lines.length];
    [copy[i], copy[j]] = [copy[j] ?? '', copy[i] ?? ''];
    return copy;
  },
  cut: (lines, _, a) => lines.slice(0, a % (lines.length + 1)),
  rewrite: (lines, _, a, b) => rewritten(lines, a % lines.length, b % 2 === 0),
  'rewrite and cut': (lines, _, a, b) =>
    rewritten(lines, a % lines.length, false).slice(0, 1 + (b % lines.length)),
  splice: (lines, other, a, b) => [
    ...lines.slice(0, a % (lines.length + 1)),
    ...other.slice(b % other.length),
  ],
  'splice and rewrite': (lines, other, a, b) =>
    hashedAnew(
      recordsOf([...lines.slice(0, a % (lines.length + 1)), ...other.slice(b % other.length)]),
    ),
  replace: (_, other) => other,
};

/** How many records the kept checkpoints cover. */
function coveredBy(kept: ReturnType<typeof checkpointsOf>): number {
  return Math.max(0, ...kept.map(({ seq }) => seq));
}

function isBeginning(part: readonly string[], whole: readonly string[]): boolean {
  return part.length <= whole.length && part.every((line, i) => line === whole[i]);
}

for (const [name, tamper] of Object.entries(tampers)) {
  seeded(
    `${name}: found wherever a kept checkpoint covers it, and only then`,
    fc.property(anyLog, anyLog, fc.nat(), fc.nat(), (lines, other, a, b) => {
      const kept = checkpointsOf(lines);
      const copy = tamper(lines, other, a, b);
      const covered = coveredBy(kept);
      const isCovered = isBeginning(lines.slice(0, covered), copy);
      const { ok, problems } = verifyAudit(copy, { verifiers: [verifier], kept });
      expect(ok).toBe(naivelyHolds(copy, verifier, kept));
      // Never missed where it is covered, never called changed where it is not.
      if (!isCovered) expect(ok).toBe(false);
      else if (isBeginning(copy, lines)) expect(ok).toBe(true);
      expect(ok).toBe(problems.length === 0);
    }),
    { runs: 150, claims: ['INV-T30', 'INV-T3'] },
  );
}

seeded(
  'with the public key alone: what stands up to the last checkpoint, but not the end',
  fc.property(anyLog, fc.nat(), fc.boolean(), (lines, a, keepsCheckpoints) => {
    const copy = rewritten(lines, a % lines.length, keepsCheckpoints);
    const { ok, signed } = verifyAudit(copy, { verifiers: [verifier] });
    expect(ok).toBe(naivelyHolds(copy, verifier, []));
    // Whatever passes is, up to where the report says, what was signed.
    if (ok) expect(copy.slice(0, signed?.records)).toEqual(lines.slice(0, signed?.records));
  }),
  { runs: 300, claims: 'INV-T30' },
);
