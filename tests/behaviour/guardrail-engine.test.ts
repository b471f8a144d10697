// Family G: one engine for every effect, the same answer for whoever asks, and a record of it.
import { describe, expect } from 'vitest';
import { checkCall } from '../../hosts/check/check-call.js';
import { bashParser, nodePathResolver } from '../../hosts/index.js';
import { compileGuardrails } from '../../kernel/index.js';
import type { GuardrailDocumentInput, RulesNote } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeActor } from '../fakes/actor.js';
import { approverThat } from '../fakes/approvers.js';
import { call, planOf } from '../fakes/plan-steps.js';
import { listFiles, readText } from '../project.js';

type GuardrailRuleInput = NonNullable<GuardrailDocumentInput['rules']>[number];

const base = { scope: 'workspace', class: 'workspaceMutation' } as const;
const noMain: GuardrailRuleInput = {
  ...base,
  id: 'no-main',
  decision: 'deny',
  constraint: { refs: ['main'] },
};
const asks = { ...base, id: 'asks', decision: 'prompt' } as const;
const allows = { ...base, id: 'allows', decision: 'allow' } as const;

describe('one engine', () => {
  verifies('G-1', 'is asked in one place of the kernel, for every effect', async () => {
    const sites = listFiles('kernel', '.ts').filter((file) =>
      /(?<!function )\bresolveAction\(/u.test(readText(file)),
    );
    expect(sites).toEqual(['kernel/gate/stages/rules.ts']);
    const { act } = makeActor();
    const { trace } = await act({ path: '/x' });
    const allowed = trace.find((event) => event.kind === 'gate_allowed');
    const stages =
      allowed?.kind === 'gate_allowed' ? allowed.answers.map(({ stage }) => stage) : [];
    expect(stages.filter((stage) => stage === 'rules')).toEqual(['rules']);
  });

  verifies(
    ['G-17', 'G-16'],
    'latches nothing: an allowed call asks again the next time',
    async () => {
      const approver = approverThat('allow');
      const { kernel, canaries } = makeActor({ rules: { rules: [asks] }, ports: { approver } });
      const plan = planOf(call('a', 'act', { path: '/x' }), call('b', 'act', { path: '/x' }));
      await kernel.run('Act.', { plan });
      expect(canaries.calls).toHaveLength(2);
      expect(approver.asked.map(({ obligations }) => obligations.map(({ rule }) => rule))).toEqual([
        ['asks'],
        ['asks'],
      ]);
    },
  );
});

const documents: readonly Omit<GuardrailDocumentInput, 'version'>[] = [
  {},
  { rules: [noMain, allows] },
  { rules: [asks] },
  { never: { paths: ['**/.env'] } },
  { autonomy: { default: 'proposeOnly' } },
  { managed: [{ id: 'held', class: 'workspaceMutation', decision: 'prompt' }] },
];
const calls = [{ ref: 'main' }, { ref: 'feature/x' }, { path: '/work/.env' }, {}, { ref: '--x' }];

verifies(
  ['G-56', 'G-2'],
  'what is checked beforehand comes out as it comes out for real',
  async () => {
    for (const rules of documents) {
      for (const args of calls) {
        const { act } = makeActor({ rules, ports: { shell: bashParser } });
        const real = await act(args);
        const line = {
          tool: 'act',
          args,
          classes: ['workspaceMutation' as const],
          approver: false,
        };
        const said = checkCall(
          line,
          {
            tools: new Map(),
            guardrails: compileGuardrails({ version: 1, ...rules }),
            declassify: [],
            principal: 'user:alice@example.com',
            home: '/home/alice',
            cwd: '/work',
            shell: bashParser,
            paths: nodePathResolver,
            now: 0,
          },
          false,
        );
        expect([said.outcome === 'deny' ? said.code : null, JSON.stringify(args)]).toEqual([
          real.problem?.code ?? null,
          JSON.stringify(args),
        ]);
        if (said.stage === 'rules') expect(said.reason).toBe(real.problem?.denial?.reason);
      }
    }
  },
);

verifies('G-59', 'every verdict is recorded: allows, denials and who was asked', async () => {
  const notes = async (
    rules: Omit<GuardrailDocumentInput, 'version'>,
    args: Readonly<Record<string, string>>,
  ): Promise<readonly [string, RulesNote | undefined][]> => {
    const { act, records } = makeActor({ rules, ports: { approver: approverThat('allow') } });
    await act(args);
    return records().flatMap((record): [string, RulesNote | undefined][] => {
      if (record.kind === 'admission')
        return [['admission', record.data.answers.find(({ stage }) => stage === 'rules')?.rules]];
      if (record.kind === 'denial') return [['denial', record.data.rules]];
      return record.kind === 'ruling' ? [['ruling', undefined]] : [];
    });
  };
  const said = (rule: string): RulesNote => ({ decided: [rule], advisory: [], overridden: [] });
  expect(await notes({ rules: [allows] }, { path: '/x' })).toEqual([
    ['admission', said('workspace:allows')],
  ]);
  expect(await notes({ rules: [noMain, allows] }, { ref: 'main' })).toEqual([
    ['denial', said('workspace:no-main')],
  ]);
  expect(await notes({ rules: [asks] }, { path: '/x' })).toEqual([
    ['ruling', undefined],
    ['admission', said('workspace:asks')],
  ]);
});
