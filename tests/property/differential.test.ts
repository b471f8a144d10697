import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySituation, principal } from '../../hosts/conformance/scene/situation.js';
import { declassify } from '../../kernel/index.js';
import type { NaiveApprover, NaiveEnd } from '../model/naive-end.js';
import { plainLabel } from '../model/naive-label.js';
import { sortedText } from '../model/naive-relabel.js';
import { NaiveRun } from '../model/naive-run.js';
import { naiveFlat } from '../model/naive-tree.js';
import { listFiles, readText } from '../project.js';
import { type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 12,
  failing: 0,
  rules: 3,
  parallel: 0,
  care: 80,
  steps: 8,
});
const approvers = fc.constantFrom<NaiveApprover>('none', 'allows', 'allows', 'denies');

function decisionsOf({ result }: Played): readonly string[] {
  return result.trace.flatMap((event) => {
    if (event.kind === 'gate_allowed') return [`${event.tool} allowed`];
    if (event.kind !== 'gate_denied') return [];
    const { tool, denial } = event;
    return [`${tool} denied by ${denial?.stage}: ${denial?.code}`];
  });
}

function kernelEnd(played: Played): unknown {
  const { status, problem, output } = played.result;
  const value = output && sortedText(declassify(output, { reason: 'the test compares it' }));
  const calls = played.calls.map(({ sketch, args }) => `${sketch.spec.name} ${sortedText(args)}`);
  const code = status === 'rejected' ? 'plan' : (problem?.code ?? null);
  return {
    status,
    code,
    decisions: decisionsOf(played),
    calls,
    value,
    label: output?.label ?? null,
  };
}

function modelEnd({ status, code, output, decisions, calls }: NaiveEnd): unknown {
  return {
    status,
    code: status === 'rejected' ? 'plan' : code,
    decisions,
    calls,
    value: output && sortedText(output.value),
    label: output && plainLabel(naiveFlat(output.tree)),
  };
}

describe('the kernel and the reference model', () => {
  test('share the schemas, and what draws situations, and nothing else', () => {
    const imports = listFiles('tests/model', '.ts').flatMap((file) =>
      [
        ...readText(file).matchAll(
          /from '([^']*\/(?:kernel|reasoner|hosts\/(?!conformance\/scene\/))\/?[^']*)'/g,
        ),
      ].map(([, path]) => `${file} imports ${path}`),
    );
    expect(imports).toEqual([]);
  });

  seeded(
    'decide alike, call the same tools, and end with the same value and label',
    fc.asyncProperty(situations, approvers, fc.nat(500), fc.boolean(), async (...drawn) => {
      const [situation, approver, salt, isStrict] = drawn;
      const { play, ports } = setStage(situation);
      const ask = async ({ approval, digest }: { approval: string; digest: string }) => {
        const decision = approver === 'denies' ? ('deny' as const) : ('allow' as const);
        return { approval, digest, decision, approver: 'me' };
      };
      const asked = approver === 'none' ? ports : { ...ports, approver: { ask } };
      const selection = isStrict ? 'strict' : 'unique';
      const played = await play({ salt }, { config: { ports: asked, selection } });
      const how = { world: { salt }, principal, approver, isStrict };
      const model = new NaiveRun(situation, how).run();
      expect(kernelEnd(played)).toEqual(modelEnd(model));
    }),
  );
});
