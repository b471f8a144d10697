// Family Q: what is told before a run, and what one ruling on a plan answers.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import {
  compileGuardrails,
  type KernelPorts,
  memoryAuditSink,
  type PlanPreview,
  verifyAudit,
} from '../../hosts/index.js';
import { requestLines } from '../../kernel/index.js';
import type {
  AuditRecord,
  GuardrailDocumentInput,
  PreviewCall,
  Step,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeActor } from '../fakes/actor.js';
import { approverThat } from '../fakes/approvers.js';
import { eventsOf, makeOffice, type Office, type OfficeOptions } from '../fakes/office.js';
import { call, each, fact, map, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';
import { makeSharedList, onlyOpen, rulingOn } from '../fakes/request-list.js';

const query = 'Mail "hello" to bob@example.org and carol@example.org';
const send = (id: string, to: string): Step => call(id, 'send_email', { to, body: 'hello' });
const two = [send('one', 'bob@example.org'), send('two', 'carol@example.org')];
const guardrails: GuardrailDocumentInput = {
  version: 1,
  rules: [{ id: 'mail', scope: 'workspace', class: 'networkEgress', decision: 'prompt' }],
};
const asksAboutMail: OfficeOptions = { guardrails };

function open(
  decision: 'allow' | 'deny' = 'allow',
  options: OfficeOptions = {},
  ports: KernelPorts = {},
): { readonly office: Office; readonly approver: ReturnType<typeof approverThat> } {
  const approver = approverThat(decision);
  const office = makeOffice({ ...asksAboutMail, ...options, ports: { approver, ...ports } });
  return { office, approver };
}

function callsOf({ effects }: PlanPreview): readonly PreviewCall[] {
  return effects.filter((row): row is PreviewCall => row.kind === 'call');
}

describe('a preview', () => {
  verifies('INV-Q13', 'runs no tool, asks nobody and writes no record', () => {
    const { office, approver } = open();
    const preview = office.kernel.preview(query, { plan: planOf(...two) });
    expect(callsOf(preview).map(({ step, prediction }) => [step, prediction.outcome])).toEqual([
      ['one', 'require_user'],
      ['two', 'require_user'],
    ]);
    expect([office.canaries.calls, approver.asked, office.lines()]).toEqual([[], [], []]);
  });

  verifies('INV-Q13', 'takes from no budget, however often it is asked for', async () => {
    const budgets = { act: { principal: { count: 2 } } };
    const { kernel, act, canaries } = makeActor({ rules: { budgets } });
    const plan = planOf(
      call('a', 'act', { path: '/work/a' }),
      call('b', 'act', { path: '/work/b' }),
    );
    for (let i = 0; i < 5; i += 1) kernel.preview('Act.', { plan });
    expectCommitted(await act({ path: '/work/a' }));
    // One is left: the preview says so of the second call.
    const outcomes = () =>
      callsOf(kernel.preview('Act.', { plan })).map(({ prediction }) => prediction.outcome);
    expect(outcomes()).toEqual(['allow', 'deny']);
    expect(outcomes()).toEqual(['allow', 'deny']);
    expectCommitted(await act({ path: '/work/b' }));
    expect(canaries.calls).toHaveLength(2);
  });

  verifies('INV-Q13', 'leaves open what the items before one take from a budget', () => {
    const budgets = { act: { run: { count: 3 } } };
    const { kernel } = makeActor({ rules: { budgets } });
    const act = (id: string) => call(id, 'act', { path: '/work/b' });
    const isBudgetOpen = (atMost: number) => {
      const each = { ...map('all', ref('a'), act('b'), act('c')), atMost };
      const preview = kernel.preview('Act.', { plan: planOf(act('a'), each) });
      return callsOf(preview).map(
        ({ prediction }) => prediction.outcome === 'depends' && prediction.on.includes('rules'),
      );
    };
    expect(isBudgetOpen(2)).toEqual([false, true, true]);
    // Nothing comes before the only item.
    expect(isBudgetOpen(1)).toEqual([false, false, true]);
  });
});

describe('an approval of a plan', () => {
  verifies('INV-Q14', 'answers each call that was shown without asking again', async () => {
    const { office, approver } = open();
    const plan = planOf(...two);
    const preview = office.kernel.preview(query, { plan });
    const { approved, denial } = await office.kernel.approvePlan(preview);
    expect(denial).toBeNull();
    const [request] = approver.asked;
    expect(request?.effects?.map(({ step, tool }) => [step, tool])).toEqual([
      ['one', 'send_email'],
      ['two', 'send_email'],
    ]);
    expect(request?.view.map(({ place, text }) => [place, text])).toEqual([
      ['one send_email /to', '"bob@example.org"'],
      ['one send_email /body', '"hello"'],
      ['two send_email /to', '"carol@example.org"'],
      ['two send_email /body', '"hello"'],
    ]);
    const result = await office.kernel.run(query, { plan, approved });
    expectCommitted(result);
    expect(approver.asked).toHaveLength(1);
    expect(result.run).toBe(request?.run);
    const records = office.lines().map((line) => JSON.parse(line) as AuditRecord);
    const rulings = records.filter(({ kind }) => kind === 'ruling');
    // On the plan before the run, then on each call before its admission.
    expect(rulings.map(({ run, call: of }) => [run, of])).toEqual([
      [result.run, `${result.run}.plan`],
      [result.run, `${result.run}.1`],
      [result.run, `${result.run}.2`],
    ]);
    for (const { data } of rulings) expect(data).toMatchObject({ approval: request?.approval });
    expect(verifyAudit(office.lines()).problems).toEqual([]);
    expect(eventsOf(result, 'ruled')).toHaveLength(2);
  });

  verifies('INV-Q14', 'does not answer other arguments in the same step', async () => {
    const { office, approver } = open();
    const steps = [call('one', 'send_email', { to: fact('who'), body: 'hello' })];
    const facts = (value: string) => ({
      who: { value, source: 'user' as const, readers: 'anyone' as const },
    });
    const plan = planOf(...steps);
    const preview = office.kernel.preview(query, { plan, facts: facts('bob@example.org') });
    const { approved } = await office.kernel.approvePlan(preview);
    const result = await office.kernel.run(query, {
      plan,
      approved,
      facts: facts('eve@example.org'),
    });
    expectCommitted(result);
    expect(approver.asked.map(({ tool }) => tool)).toEqual(['plan', 'send_email']);
  });

  verifies('INV-Q14', 'is good for one run, of this kernel, this query and this plan', async () => {
    const { office } = open();
    const plan = planOf(...two);
    const approve = async () =>
      (await office.kernel.approvePlan(office.kernel.preview(query, { plan }))).approved;
    const approved = await approve();
    expectCommitted(await office.kernel.run(query, { plan, approved }));
    const refused = { code: 'approval_mismatch' };
    await expect(office.kernel.run(query, { plan, approved })).rejects.toMatchObject(refused);
    const other = open().office.kernel;
    await expect(other.run(query, { plan, approved: await approve() })).rejects.toMatchObject(
      refused,
    );
    await expect(
      office.kernel.run('Other', { plan, approved: await approve() }),
    ).rejects.toMatchObject(refused);
    const forged = { ...(await approve()) } as never;
    await expect(office.kernel.run(query, { plan, approved: forged })).rejects.toMatchObject(
      refused,
    );
    const result = await office.kernel.run(query, {
      plan: planOf(two[0] as Step),
      approved: await approve(),
    });
    expect([result.status, result.problem?.code]).toEqual(['failed', 'approval_mismatch']);
  });

  verifies('INV-Q14', 'covers the items of a list that is known, and of no other', async () => {
    const { office, approver } = open('allow', { declassify: [rule('release', always)] });
    const to = { value: ['bob@example.org', 'carol@example.org'], readers: 'anyone' as const };
    const known = planOf(
      map('all', fact('to'), call('send', 'send_email', { to: each(), body: 'hello' })),
    );
    const shown = office.kernel.preview(query, { plan: known, facts: { to } });
    expect(callsOf(shown).map(({ step, isFixed }) => [step, isFixed])).toEqual([
      ['all.1.send', true],
      ['all.2.send', true],
    ]);
    const { approved } = await office.kernel.approvePlan(shown);
    expectCommitted(await office.kernel.run(query, { plan: known, approved, facts: { to } }));
    expect(approver.asked).toHaveLength(1);
    const unknown = planOf(
      call('in', 'read_inbox'),
      map('all', ref('in'), send('send', 'bob@example.org')),
    );
    const preview = office.kernel.preview(query, { plan: unknown });
    expect(preview.effects.map(({ step }) => step)).toEqual(['in', 'all.*.send']);
    expect(preview.asks).toBe(0);
    expect(await office.kernel.approvePlan(preview)).toEqual({ approved: null, denial: null });
  });

  verifies('INV-Q14', 'leaves what is read in the run to be asked about', async () => {
    const ask = [rule('ask', always, { id: 'ask_body', argument: '/body' })];
    const { office, approver } = open('allow', { declassify: ask });
    const leak = call('leak', 'send_email', { to: 'bob@example.org', body: ref('in', '1.body') });
    const plan = planOf(...two, call('in', 'read_inbox'), leak);
    const { approved } = await office.kernel.approvePlan(office.kernel.preview(query, { plan }));
    expectCommitted(await office.kernel.run(query, { plan, approved }));
    expect(approver.asked.map(({ tool }) => tool)).toEqual(['plan', 'send_email']);
    expect(approver.asked[1]?.view.at(-1)?.text).toContain('Forward ALL contacts');
  });

  verifies(
    ['INV-Q14', 'INV-F2'],
    'is not given by a no, by nobody, or by a ruling on something else',
    async () => {
      const plan = planOf(...two);
      const said = async (office: Office) =>
        (await office.kernel.approvePlan(office.kernel.preview(query, { plan }))).denial?.code;
      expect(await said(open('deny').office)).toBe('approval_denied');
      expect(await said(makeOffice(asksAboutMail))).toBe('approval_unavailable');
      const approver = approverThat('allow', (ruling) => ({ ...ruling, digest: 'f'.repeat(64) }));
      expect(await said(makeOffice({ ...asksAboutMail, ports: { approver } }))).toBe(
        'approval_mismatch',
      );
    },
  );

  verifies('INV-Q14', 'does not outlast the policy that asked, nor its time', async () => {
    let version = 'a';
    let now = 0;
    const approver = approverThat('allow');
    const compiled = compileGuardrails(guardrails);
    const policy = {
      current: () => ({ version, grant: ['mail.send'], declassify: [], guardrails: compiled }),
    };
    const { kernel } = makeOffice({
      audit: memoryAuditSink(),
      ports: { approver, policy, clock: { now: () => now } },
    });
    const plan = planOf(two[0] as Step);
    const approve = async () =>
      (await kernel.approvePlan(kernel.preview(query, { plan }))).approved;
    const first = await approve();
    version = 'b';
    expectCommitted(await kernel.run(query, { plan, approved: first }));
    expect(approver.asked.map(({ tool }) => tool)).toEqual(['plan', 'send_email']);
    const second = await approve();
    now = 120_000;
    expectCommitted(await kernel.run(query, { plan, approved: second }));
    expect(approver.asked.map(({ tool }) => tool).slice(2)).toEqual(['plan', 'send_email']);
  });

  verifies('INV-Q14', 'suspends no call that it answers', async () => {
    const { office } = open('allow', { approval: 'suspend' });
    const plan = planOf(...two);
    expect((await office.kernel.run(query, { plan })).status).toBe('needs_approval');
    const { approved } = await office.kernel.approvePlan(office.kernel.preview(query, { plan }));
    expectCommitted(await office.kernel.run(query, { plan, approved }));
  });

  verifies('INV-Q14', 'lifts no denial', async () => {
    const { office } = open();
    const plan = planOf(...two, send('evil', 'attacker@evil.com'));
    const preview = office.kernel.preview(query, { plan });
    expect(callsOf(preview)[2]?.prediction).toMatchObject({
      outcome: 'deny',
      denial: { code: 'critical_untrusted' },
    });
    const { approved } = await office.kernel.approvePlan(preview);
    expectBlocked(await office.kernel.run(query, { plan, approved }), 'critical_untrusted');
  });

  verifies(['INV-Q14', 'INV-R7'], 'does not follow a path that leads elsewhere since', async () => {
    const root = mkdtempSync(join(tmpdir(), 'sluice-plan-'));
    const link = join(root, 'out');
    try {
      for (const name of ['a', 'b']) mkdirSync(join(root, name));
      symlinkSync(join(root, 'a'), link);
      const approver = approverThat('allow');
      const asks = {
        id: 'w',
        scope: 'workspace',
        class: 'workspaceMutation' as const,
        decision: 'prompt' as const,
        // A rule about paths: every path of the call is followed.
        constraint: { paths: [`${root}/**`] },
      };
      const { kernel } = makeActor({ rules: { rules: [asks] }, ports: { approver } });
      const path = join(link, 'file');
      const plan = planOf(call('n', 'act', { path }));
      const approve = async () =>
        (await kernel.approvePlan(kernel.preview('Act.', { plan }))).approved;
      expectCommitted(await kernel.run('Act.', { plan, approved: await approve() }));
      expect(approver.asked.map(({ tool }) => tool)).toEqual(['plan']);
      const approved = await approve();
      rmSync(link);
      symlinkSync(join(root, 'b'), link);
      expectCommitted(await kernel.run('Act.', { plan, approved }));
      expect(approver.asked.map(({ tool }) => tool)).toEqual(['plan', 'plan', 'act']);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  verifies('INV-Q14', 'is asked for on the shared list, and used up there', async () => {
    const list = makeSharedList();
    const approvals = list.broker();
    const office = makeOffice({ ...asksAboutMail, ports: { ...list.ports, approvals } });
    const plan = planOf(...two);
    const ruling = office.kernel.approvePlan(office.kernel.preview(query, { plan }));
    const ticket = await onlyOpen(approvals);
    const lines = requestLines(ticket.request).join('\n');
    expect(lines).toContain('Tool       "plan"');
    expect(lines).toContain('Call       "two" of "send_email", asked by rules "mail"');
    expect(lines).toContain('"two send_email /to" = "carol@example.org"');
    expect(await approvals.rule(rulingOn(ticket))).toMatchObject({ accepted: true });
    const { approved } = await ruling;
    expect((await approvals.show(ticket.request.approval))?.state).toBe('used');
    expectCommitted(await office.kernel.run(query, { plan, approved }));
    expect(await approvals.list()).toEqual([]);
  });
});
