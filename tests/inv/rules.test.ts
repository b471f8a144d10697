// Family R: the rules stage, from a plan to the effect.
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { nodePathResolver } from '../../hosts/index.js';
import { compileGuardrails } from '../../kernel/index.js';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { GuardrailRule } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeActor } from '../fakes/actor.js';
import { approverThat } from '../fakes/approvers.js';
import { call, child, constant, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule as release } from '../fakes/release-rule.js';

type RuleInput = Omit<GuardrailRule, 'enforcement' | 'provenance' | 'id'> & Partial<GuardrailRule>;

let made = 0;
function rule(given: RuleInput): GuardrailRule {
  made += 1;
  return { id: `r${made}`, enforcement: 'hard', provenance: 'written', ...given };
}

const allowAll = rule({ scope: 'workspace', class: 'workspaceMutation', decision: 'allow' });

verifies('INV-R1', 'rules that another maker compiled deny everything', async () => {
  const fakes = [{}, { document: { version: 1 } }, Object.create(null) as object];
  for (const fake of fakes) {
    let guardrails = compileGuardrails({ version: 1 }) as object;
    const policy = {
      current: () => ({ version: '1', grant: ['act'], declassify: [], guardrails }),
    };
    const { act, canaries } = makeActor({ ports: { policy } });
    expectCommitted(await act({ path: '/x' }));
    guardrails = fake;
    expectBlocked(await act({ path: '/x' }), 'policy_unavailable', 'admission');
    expect(canaries.calls).toHaveLength(1);
    expect(() => makeActor({ ports: { policy } })).toThrow(/compileGuardrails/);
  }
});

verifies(['INV-R2', 'G-42'], 'a managed rule tightens, and lifts nothing', async () => {
  const managed = (decision: GuardrailRule['decision']): GuardrailRule =>
    rule({ scope: 'managed', class: 'workspaceMutation', decision });
  const denied = makeActor({ rules: { rules: [allowAll], managed: [managed('deny') as never] } });
  const result = await denied.act({ path: '/x' });
  expectBlocked(result, 'rules_denied', 'rules');
  expect(result.problem?.denial?.reason).toContain('managed rule');
  const own = rule({ scope: 'workspace', class: 'workspaceMutation', decision: 'deny' });
  const lifted = makeActor({ rules: { rules: [own], managed: [managed('allow') as never] } });
  expectBlocked(await lifted.act({ path: '/x' }), 'rules_denied', 'rules');
  expect([...denied.canaries.calls, ...lifted.canaries.calls]).toEqual([]);
});

verifies(
  ['INV-R3', 'G-39', 'G-40'],
  'an advisory rule is recorded and decides nothing',
  async () => {
    const base = { scope: 'workspace', class: 'workspaceMutation' } as const;
    const advisory = rule({ ...base, id: 'later', decision: 'deny', enforcement: 'advisory' });
    const { act, canaries, records } = makeActor({ rules: { rules: [advisory] } });
    expectCommitted(await act({ path: '/x' }));
    expect(canaries.calls).toHaveLength(1);
    const admission = records().find(({ kind }) => kind === 'admission');
    expect(JSON.stringify(admission)).toContain('"advisory":["later:deny"]');
    const hidden = rule({ ...base, decision: 'allow', enforcement: 'advisory' });
    const hard = rule({ ...base, decision: 'deny' });
    const still = makeActor({ rules: { rules: [hidden, hard] } });
    expectBlocked(await still.act({ path: '/x' }), 'rules_denied', 'rules');
  },
);

verifies(
  ['INV-R4', 'G-39', 'C19'],
  'a soft rule is lifted by reason and permission, no other',
  async () => {
    const base = { scope: 'workspace', class: 'workspaceMutation', decision: 'deny' } as const;
    const soft = rule({ ...base, id: 'soft', enforcement: 'soft' });
    const override = { rule: 'soft', by: 'alice', justification: 'tonight only', expiresAt: 4e12 };
    const rules = { rules: [soft], overrides: [override] };
    const without = makeActor({ rules });
    expectBlocked(await without.act({ path: '/x' }), 'rules_denied', 'rules');
    const holds = makeActor({ rules, grant: ['act', 'policy:override'] });
    expectCommitted(await holds.act({ path: '/x' }));
    const admission = holds.records().find(({ kind }) => kind === 'admission');
    expect(JSON.stringify(admission)).toContain('"overridden":["soft"]');
    const late = makeActor({
      rules: { rules: [soft], overrides: [{ ...override, expiresAt: 1 }] },
      grant: ['act', 'policy:override'],
    });
    expectBlocked(await late.act({ path: '/x' }), 'rules_denied', 'rules');
    const hard = makeActor({
      rules: { rules: [rule({ ...base, id: 'soft' })], overrides: [override] },
      grant: ['act', 'policy:override'],
    });
    expectBlocked(await hard.act({ path: '/x' }), 'rules_denied', 'rules');
  },
);

verifies(['INV-R5', 'G-38'], 'a rule is gone at the very instant of its expiry', async () => {
  const expiresAt = 1_000;
  const deny = rule({
    scope: 'workspace',
    class: 'workspaceMutation',
    decision: 'deny',
    expiresAt,
  });
  for (const [now, status] of [
    [999, 'blocked'],
    [1_000, 'committed'],
  ] as const) {
    const { act } = makeActor({ rules: { rules: [deny] }, ports: { clock: { now: () => now } } });
    expect((await act({ path: '/x' })).status).toBe(status);
  }
});

verifies('INV-R6', 'sub-kernels draw on the budget of their run', async () => {
  const { kernel, canaries } = makeActor({
    rules: { budgets: { act: { run: { count: 2 } } } },
    declassify: [
      release('release', always),
      release('release', always, { id: 'd', argument: 'decision' }),
    ],
    planner: scriptedPlanner([planOf(call('a', 'act', {}), call('b', 'act', {}))]),
  });
  const plan = planOf(constant('c', 'text'), call('one', 'act', {}), child('k', ref('c'), ['act']));
  const result = await kernel.run('Act.', { plan });
  expectBlocked(result, 'budget_exhausted', 'rules');
  expect(canaries.calls).toHaveLength(2);
});

verifies(
  'INV-R6',
  'cents are counted by run and by principal; a negative amount makes no room',
  async () => {
    const budgets = { act: { run: { cents: 500 }, principal: { cents: 800 } } };
    const { act, canaries } = makeActor({ rules: { budgets } });
    expectCommitted(await act({ cents: 500 }));
    expectBlocked(await act({ cents: -400 }), 'amount_invalid', 'rules');
    expectBlocked(await act({ cents: 0.5 }), 'amount_invalid', 'rules');
    expectBlocked(await act({}), 'amount_invalid', 'rules');
    expectBlocked(await act({ cents: 301 }), 'budget_exhausted', 'rules');
    expectCommitted(await act({ cents: 300 }));
    expectBlocked(await act({ cents: 1 }), 'budget_exhausted', 'rules');
    expect(canaries.calls).toHaveLength(2);
  },
);

function folder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'sluice-rules-')));
}

verifies(
  ['INV-R7', 'G-30'],
  'a directory that becomes a link while the user thinks stops the call',
  async () => {
    const root = folder();
    mkdirSync(join(root, 'in'));
    mkdirSync(join(root, 'out'));
    const prompt = rule({ scope: 'workspace', class: 'workspaceMutation', decision: 'prompt' });
    const swap = approverThat('allow', (ruling) => {
      renameSync(join(root, 'in'), join(root, 'was'));
      symlinkSync(join(root, 'out'), join(root, 'in'));
      return ruling;
    });
    const { act, canaries } = makeActor({ rules: { rules: [prompt] }, ports: { approver: swap } });
    expectBlocked(await act({ path: join(root, 'in', 'f') }), 'path_changed', 'admission');
    expect(canaries.calls).toEqual([]);
    const again = makeActor({
      rules: { rules: [prompt] },
      ports: { approver: approverThat('allow') },
    });
    expectCommitted(await again.act({ path: join(root, 'in', 'f') }));
  },
);

verifies(['INV-R7', 'G-30', 'C23'], 'a link to a forbidden path is what it leads to', async () => {
  const root = folder();
  symlinkSync('/etc/shadow', join(root, 'notes.txt'));
  const { act, canaries } = makeActor({ rules: { rules: [allowAll] } });
  expectBlocked(await act({ path: join(root, 'notes.txt') }), 'guard_forbidden_path', 'rules');
  writeFileSync(join(root, 'plain.txt'), '');
  expectCommitted(await act({ path: join(root, 'plain.txt') }));
  expect(canaries.calls).toHaveLength(1);
});

verifies('INV-R7', 'a resolver that throws, lies or is absent opens nothing', async () => {
  const inside = rule({
    scope: 'workspace',
    class: 'workspaceMutation',
    decision: 'allow',
    constraint: { paths: ['/work/**'] },
  });
  const deny = rule({ scope: 'workspace', class: 'workspaceMutation', decision: 'deny' });
  const resolvers = [
    {
      resolve: () => {
        throw new Error('no');
      },
    },
    { resolve: () => null },
    { resolve: () => ({ real: 'work/x', names: 1 }) },
    { resolve: () => ({ real: '/work/x', names: -1 }) },
    { resolve: () => 'x' as never },
    null,
  ];
  for (const paths of resolvers) {
    const { act, canaries } = makeActor({ rules: { rules: [inside, deny] }, ports: { paths } });
    expect((await act({ path: '/work/x' })).status).toBe('blocked');
    expect(canaries.calls).toEqual([]);
  }
  const { act } = makeActor({
    rules: { rules: [inside, deny] },
    ports: { paths: nodePathResolver },
  });
  expectCommitted(await act({ path: '/work/x' }));
});

verifies(
  ['INV-R8', 'G-26', 'G-15'],
  'a rule about what the action does not say asks, and nobody there is a no',
  async () => {
    const noMain = rule({
      scope: 'workspace',
      class: 'workspaceMutation',
      decision: 'deny',
      constraint: { refs: ['main'] },
    });
    const silent = makeActor({ rules: { rules: [noMain, allowAll] } });
    expectBlocked(await silent.act({ path: '/x' }), 'approval_unavailable', 'approval');
    const approver = approverThat('allow');
    const asked = makeActor({ rules: { rules: [noMain, allowAll] }, ports: { approver } });
    expectCommitted(await asked.act({ path: '/x' }));
    expect(approver.asked[0]?.obligations.map(({ rule: id }) => id)).toEqual([noMain.id]);
    const said = makeActor({ rules: { rules: [noMain, allowAll] } });
    expectCommitted(await said.act({ ref: 'feature/x' }));
    expectBlocked(await said.act({ ref: 'refs/heads/main' }), 'rules_denied', 'rules');
  },
);

verifies(
  ['INV-R9', 'C23'],
  'what no call may touch is denied to a read without a class',
  async () => {
    const { act, canaries } = makeActor({
      spec: { effect: 'read', classes: [], sink: undefined, mutates: false },
      rules: { never: { paths: ['**/.env'] } },
    });
    expectBlocked(await act({ path: '/work/.env' }), 'rules_denied', 'rules');
    expectBlocked(await act({ path: '/work/sub/../.ENV' }), 'rules_denied', 'rules');
    expectCommitted(await act({ path: '/work/prod.env' }));
    expect(canaries.calls).toHaveLength(1);
  },
);

verifies('G-20', 'no rule takes the name of what is built in', () => {
  const named = ['default.gitPush', 'preset.plan', 'never.paths', 'net:git-push', 'autonomy.x'];
  for (const id of named) {
    const rules = [rule({ id, scope: 'workspace', class: 'gitPush', decision: 'allow' })];
    expect(() => compileGuardrails({ version: 1, rules })).toThrow(/built in/);
  }
});

verifies(['INV-R7', 'G-30'], 'more paths than can be followed are too many', async () => {
  const { act, canaries } = makeActor({
    spec: {
      input: z.strictObject({ paths: z.array(z.string()) }),
      args: { '/paths/*': { role: 'content' } },
    },
  });
  const paths = Array.from({ length: 1025 }, (_, at) => `/work/${at}`);
  expectBlocked(await act({ paths }), 'path_unresolved', 'rules');
  expect(canaries.calls).toEqual([]);
});
