// Rules under attack: fields on `Object.prototype`, documents that answer twice, budgets raced for.
import { describe, expect } from 'vitest';
import { compileGuardrails } from '../../kernel/index.js';
import type { ActionClass, GuardrailDocumentInput } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeActor } from '../fakes/actor.js';
import { approverThat } from '../fakes/approvers.js';
import { patched } from '../fakes/patched.js';
import { call, fact, map, planOf } from '../fakes/plan-steps.js';

/** Fields that would loosen something, were a rule or a standing read through them. */
const loosening: Readonly<Record<string, unknown>> = {
  expiresAt: 0,
  constraint: { hosts: ['nowhere.example'] },
  exact: true,
  command: 'nothing',
  class: 'gitCommit',
  enforcement: 'advisory',
  decision: 'allow',
  scope: 'agent:nobody',
  paths: ['/nowhere'],
  refs: ['nowhere'],
  maxCount: 99,
  overrides: [{ rule: 'template.fileDelete', by: 'x', justification: 'x', expiresAt: 4e12 }],
  guardrails: compileGuardrails({ version: 1, autonomy: { default: 'actFreely' } }),
  autonomy: 'actFreely',
  default: 'actFreely',
  space: 'elsewhere',
  agent: 'nobody',
  mode: 'chat',
  isOperator: true,
  pinned: ['act'],
  classes: [],
  names: 'none',
  tool: 'act',
  never: { paths: [], refs: [], hosts: [] },
  rule: 'template.fileDelete',
  say: { decision: 'allow', source: 'workspace', rule: 'x' },
  order: 0,
  net: [],
  run: { count: 99 },
  principal: { count: 99 },
  count: 0,
  cents: 0,
};

const documents: readonly (readonly [string, GuardrailDocumentInput, ActionClass])[] = [
  ['a template', { version: 1, template: 'strict' }, 'processSpawn'],
  ['a default', { version: 1 }, 'fileDelete'],
  [
    'a rule',
    {
      version: 1,
      rules: [{ id: 'no', scope: 'workspace', class: 'workspaceMutation', decision: 'deny' }],
    },
    'workspaceMutation',
  ],
  [
    'a list of what is never touched',
    { version: 1, never: { paths: ['/x'] } },
    'workspaceMutation',
  ],
  ['a mode that only reads', { version: 1 }, 'workspaceMutation'],
  ['a budget', { version: 1, budgets: { act: { run: { count: 0 } } } }, 'workspaceMutation'],
];

describe('fields on `Object.prototype` loosen nothing', () => {
  for (const [name, document, kind] of documents) {
    verifies(['INV-H7', 'INV-R1'], name, async () => {
      const make = () =>
        makeActor({
          classes: [kind],
          guardrails: document,
          ...(name.startsWith('a mode') ? { conversationMode: 'plan' as const } : {}),
        });
      const before = make();
      for (const [key, value] of Object.entries(loosening)) {
        await patched([{ on: Object.prototype, key, value }], async () => {
          await before.act({ path: '/x' }).catch(() => null);
          try {
            await make().act({ path: '/x' });
          } catch {
            // Refused when it is made: nothing ran either.
          }
        });
        expect([key, before.canaries.calls.length]).toEqual([key, 0]);
      }
    });
  }
});

verifies(
  'INV-R1',
  'a document is read once: what a getter or a proxy answers later is not seen',
  async () => {
    let reads = 0;
    const rules = [{ id: 'no', scope: 'workspace', class: 'workspaceMutation', decision: 'deny' }];
    const getter = {
      version: 1,
      get rules() {
        reads += 1;
        return reads > 1 ? [] : rules;
      },
    };
    expect(() => compileGuardrails(getter as unknown as GuardrailDocumentInput)).toThrow();
    expect(reads).toBe(0);
    const list = [...rules];
    const document = { version: 1, rules: list } as unknown as GuardrailDocumentInput;
    const { act, canaries } = makeActor({ guardrails: document });
    list.length = 0;
    Object.assign(rules[0] ?? {}, { decision: 'allow' });
    expect((await act({ path: '/x' })).status).toBe('blocked');
    expect(canaries.calls).toEqual([]);
    const held = compileGuardrails({ version: 1 }).document;
    expect(() => Object.assign(held.autonomy, { default: 'actFreely' })).toThrow(TypeError);
  },
);

describe('a budget of one call', () => {
  const budgets = { act: { principal: { count: 1 } } };

  verifies(
    'INV-R6',
    'is drawn once by two runs that both were decided before either drew',
    async () => {
      let waiting = 0;
      let release = (): void => undefined;
      const bothAsked = new Promise<void>((resolve) => {
        release = resolve;
      });
      const approver = approverThat('allow', (ruling) => {
        waiting += 1;
        if (waiting === 2) release();
        return bothAsked.then(() => ruling);
      });
      const rules = [
        { id: 'ask', scope: 'workspace', class: 'workspaceMutation', decision: 'prompt' } as const,
      ];
      const { act, canaries } = makeActor({ rules: { rules, budgets }, ports: { approver } });
      const ends = await Promise.all([act({ path: '/a' }), act({ path: '/b' })]);
      expect(canaries.calls).toHaveLength(1);
      expect(ends.map(({ status }) => status).sort()).toEqual(['blocked', 'committed']);
      expect(ends.flatMap(({ problem }) => problem?.code ?? [])).toEqual(['budget_exhausted']);
    },
  );

  verifies('INV-R6', 'is drawn once by a map over many items', async () => {
    const { kernel, canaries } = makeActor({ rules: { budgets } });
    const plan = planOf(map('m', fact('paths'), call('s', 'act', {})));
    const facts = { paths: { value: ['/a', '/b', '/c'] } };
    const { status } = await kernel.run('Act.', { plan, facts });
    expect([status, canaries.calls.length]).toEqual(['blocked', 1]);
  });
});
