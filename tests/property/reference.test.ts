import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { predicted } from '../../hosts/conformance/requirements/reference.js';
import { anyCoreSituation } from '../../hosts/conformance/scene/core-situation.js';
import type { Situation } from '../../hosts/conformance/scene/situation.js';
import { declassify } from '../../kernel/index.js';
import { listFiles, readText } from '../project.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anyCoreSituation({ rules: 3, care: 80, steps: 8 });
const rulings = fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const, null);

function kernelSays({ result, calls }: Played): unknown {
  const { status, output, trace } = result;
  return {
    status,
    output: output && declassify(output, { reason: 'the test compares it' }),
    decisions: trace.flatMap((event) => {
      if (event.kind === 'gate_allowed') return [[event.tool, 'allow']];
      if (event.kind !== 'gate_denied') return [];
      const stage = event.denial?.stage;
      return [[event.tool, stage === 'approval' ? 'ask' : stage]];
    }),
    calls: calls.map(({ sketch, args }) => [sketch.spec.name, args]),
  };
}

/** More than a plan of eight steps can ask, with three more in each sub-kernel. */
const MOST_ASKED = 64;

function referenceSays(situation: Situation, salt: number, ruling: 'allow' | 'deny' | null) {
  const answers = Array.from({ length: MOST_ASKED }, () => ruling ?? 'deny');
  const { status, output, decisions, calls } = predicted({ situation, salt, rulings: answers });
  return { status, output, decisions, calls };
}

describe('the kernel and the reference of the conformance kit', () => {
  test('the reference is at most 300 lines of code, and shares shapes alone', () => {
    const files = listFiles('hosts/conformance/reference', '.ts').map((file) => readText(file));
    const lines = files
      .flatMap((text) => text.split('\n'))
      .filter((line) => {
        return line.trim() !== '' && !/^\s*(\/\*\*|\*|\/\/)/.test(line);
      });
    expect(lines.length).toBeLessThanOrEqual(300);
    const imports = files.flatMap((text) => [...text.matchAll(/from '([^']*)'/g)]);
    const others = imports
      .map(([, path = '']) => path)
      .filter((path) => {
        return !/^(\.\/|\.\.\/\.\.\/\.\.\/schemas\/|\.\.\/scene\/)/.test(path);
      });
    expect(others).toEqual([]);
  });

  seeded(
    'decide alike, make the same calls and end alike',
    fc.asyncProperty(situations, fc.nat(500), rulings, async (situation, salt, ruling) => {
      const { play, ports } = setStage(situation);
      const ask = async ({ approval, digest }: { approval: string; digest: string }) => {
        return { approval, digest, decision: ruling ?? 'deny', approver: 'me' } as const;
      };
      const asked = ruling === null ? ports : { ...ports, approver: { ask } };
      const played = await play({ salt }, { config: { ports: asked } });
      expect(kernelSays(played)).toEqual(referenceSays(situation, salt, ruling));
    }),
    { runs: 100_000, quick: 3000 },
  );
});
