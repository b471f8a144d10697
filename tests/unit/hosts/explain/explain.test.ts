// One run out of an audit file: which, what is told of it, and whether a plan is the one that ran.
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { type ExplainFlags, explanationOf } from '../../../../hosts/cli/explain-command.js';
import { explainPage } from '../../../../hosts/explain/explain-page.js';
import { explainText } from '../../../../hosts/explain/explain-text.js';
import {
  openFileAudit,
  openSuspensions,
  openTurnLog,
  type RunResult,
} from '../../../../hosts/index.js';
import type { Ruling, Step } from '../../../../schemas/index.js';
import { approverThat } from '../../../fakes/approvers.js';
import { linesWith, writeAudit } from '../../../fakes/audit-file.js';
import { makeOffice, type OfficeOptions } from '../../../fakes/office.js';
import { call, planOf, ref } from '../../../fakes/plan-steps.js';
import { always, rule } from '../../../fakes/release-rule.js';
import { asksAboutMail } from '../../../fakes/suspensions.js';
import { stepReport, turnReport } from '../../../fakes/turn-reports.js';
import { scratchFile, scratchFolder } from '../stores/scratch.js';
import { codeOf } from '../stores/store-checks.js';

const query = 'Mail "hello" to bob@example.org';
const inbox = call('inbox', 'read_inbox');
const refused = [inbox, call('send', 'send_email', { to: ref('inbox', '0.from'), body: 'hello' })];

/** Follows steps, with the records in a store as a host keeps them. */
async function kept(
  steps: readonly Step[],
  options: OfficeOptions = {},
): Promise<{ readonly path: string; readonly result: RunResult }> {
  const path = scratchFile();
  const audit = openFileAudit(path);
  const result = await makeOffice({ audit, ...options }).run(query, steps);
  await audit.close();
  return { path, result };
}

function textOf(name: string, flags: ExplainFlags): string {
  return explainText(explanationOf(name, flags), pc.createColors(false));
}

function fileOf(value: unknown): string {
  const path = scratchFile();
  writeFileSync(path, JSON.stringify(value));
  return path;
}

describe('a run that was stored and taken up', () => {
  test('is told as one: where it stopped, when it went on, how it ended', async () => {
    const path = scratchFile();
    const folder = openSuspensions(join(scratchFolder(), 'waiting'));
    const steps = [inbox, call('send', 'send_email', { to: 'bob@example.org', body: 'hello' })];
    const guardrails = asksAboutMail;
    const audit = openFileAudit(path);
    const first = makeOffice({ audit, guardrails, approval: 'suspend' });
    const { id, run } = await first.kernel.suspend(await first.run(query, steps), folder);
    expect(explanationOf('last', { audit: path }).run).toMatchObject({
      status: 'needs_approval',
      pauses: [{ kind: 'suspended', step: 'send' }],
    });
    const ports = { approver: approverThat('allow') };
    const second = makeOffice({ audit, guardrails, ports });
    await second.kernel.resume(folder, id);
    await audit.close();
    const told = explanationOf('last', { audit: path });
    expect(told.run).toMatchObject({
      run,
      status: 'committed',
      unread: 0,
      plans: [{ steps: 2 }],
      pauses: [{ kind: 'suspended', step: 'send' }, { kind: 'resumed' }],
    });
    const lines = explainText(told, pc.createColors(false)).split('\n');
    expect(lines.filter((line) => /suspended|taken up/.test(line))).toEqual([
      expect.stringMatching(/^ {2}suspended at step send, 20/),
      expect.stringMatching(/^ {2}taken up, 20/),
    ]);
    expect(explainPage(told)).toMatch(/<p>suspended at step send, 20.*\n?<p>taken up, 20/);
  });
});

describe('a refused call', () => {
  test('is told with the flow that was refused, by whom, to whom, and the mend', async () => {
    const { path, result } = await kept(refused);
    const { run, chain } = explanationOf('last', { audit: path });
    expect(chain).toEqual({ ok: true, problemCount: 0, problems: [] });
    expect(run).toMatchObject({ run: result.run, status: 'blocked', unread: 0, isCut: false });
    const [first, second] = run.calls;
    expect(first).toMatchObject({ verdict: 'admitted', end: { outcome: 'committed' } });
    expect(second).toMatchObject({
      verdict: 'refused',
      denial: {
        stage: 'provenance',
        code: 'critical_untrusted',
        edge: { argument: '/to', failure: 'critical_untrusted', discloses: 'unknown' },
      },
    });
    expect(second?.denial?.edge?.label?.sources).toContain('tool:read_inbox');
    const text = textOf('last', { audit: path });
    expect(text).toContain('x send  send_email  refused at provenance: critical_untrusted');
    expect(text).toMatch(/^\|-X \/to {2}written by .*tool:read_inbox; chosen by /m);
    expect(text).toContain('mend: quote the value in the query');
    const page = explainPage(explanationOf('last', { audit: path }));
    expect(page).toContain('refused-wire');
    expect(page).toMatch(/<tr class="edge"><th scope="row"><code>✗ \/to</);
  });

  test('of an earlier version is told without what its record does not hold', async () => {
    const path = scratchFile();
    const lines = await linesWith('word');
    const bare = lines.map((line) => line.replace(/"edge":\{[^}]*\},/, '"other":1,'));
    writeAudit(path, bare);
    const { run } = explanationOf('r1', { audit: path });
    expect(run.calls.map(({ denial }) => denial?.edge ?? null)).toEqual([null, null]);
  });
});

test('what was released, asked and ruled is told', async () => {
  const { path } = await kept(
    [call('send', 'send_email', { to: 'bob@example.org', body: 'more' })],
    {
      declassify: [rule('ask', always, { id: 'ask-me', tool: 'send_email', argument: '/body' })],
      ports: { approver: { ask: ({ approval, digest }) => ruling(approval, digest) } },
    },
  );
  const text = textOf('last', { audit: path });
  expect(text).toContain('asked about /body, by provenance ask-me');
  expect(text).toContain('ruled: allow by alice');
  expect(text).toContain('o send  send_email  committed');
  const { path: other } = await kept(refused, {
    declassify: [rule('release', always, { id: 'let', tool: 'send_email' })],
  });
  expect(textOf('last', { audit: other })).toContain('released: /to by policy rule let, all');
});

function ruling(approval: string, digest: string): Promise<Ruling> {
  return Promise.resolve({ approval, digest, decision: 'allow', approver: 'alice' });
}

describe('which run', () => {
  test('is named by its id, a beginning of it, or `last`', async () => {
    const { path, result } = await kept(refused);
    const { run } = result;
    for (const name of [run, run.slice(0, 6), 'last'])
      expect(explanationOf(name, { audit: path }).run.run).toBe(run);
  });

  test('is refused where none or several have that beginning, and where there is no file', async () => {
    const { path } = await kept(refused);
    const audit = openFileAudit(path);
    const office = makeOffice({ audit });
    for (let i = 0; i < 16; i += 1) await office.run('Go', [inbox]);
    await audit.close();
    const first = new Set<string>();
    const shared = readFileSync(path, 'utf8').match(/"run":"[0-9a-f]/g) ?? [];
    const twice = shared.find((text) => first.has(text) || first.add(text) === undefined);
    expect(twice).toBeDefined();
    const codes = [
      await codeOf(() => explanationOf('no-such-run', { audit: path })),
      await codeOf(() => explanationOf('', { audit: path })),
      await codeOf(() => explanationOf('last', { audit: `${path}.gone` })),
      await codeOf(() => explanationOf('last', { audit: fileOf('nothing') })),
    ];
    expect(codes).toEqual(['run_unknown', 'run_unknown', 'input_unreadable', 'run_unknown']);
    // Seventeen ids begin with sixteen digits.
    const several = [...'0123456789abcdef'].map((digit) =>
      codeOf(() => explanationOf(digit, { audit: path })),
    );
    expect(await Promise.all(several)).toContain('run_unknown');
  });
});

test('a chain that does not hold is said before all else, in text and on the page', async () => {
  const { path } = await kept(refused);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"code":"critical_untrusted"', '"code":"judge_denied"'));
  chmodSync(path, 0o600);
  const explanation = explanationOf('last', { audit: path });
  expect(explanation.chain.ok).toBe(false);
  const told = explainText(explanation, pc.createColors(false));
  expect(told.split('\n')[0]).toContain('THE CHAIN OF RECORDS DOES NOT HOLD');
  expect(told.split('\n')[1]).toContain('edit');
  expect(explainPage(explanation)).toMatch(/<header>\s*<div class="alarm" role="alert">/);
});

describe('a plan', () => {
  test('is held against the digest in the records', async () => {
    const { path } = await kept(refused);
    const plan = fileOf(planOf(...refused));
    const same = explanationOf('last', { audit: path, plan });
    expect(same.planned?.check).toEqual({ kind: 'same' });
    expect(same.planned?.steps).toMatchObject([
      { step: 'inbox', from: [] },
      { step: 'send', from: [{ step: 'inbox', argument: '/to', path: '0.from' }] },
    ]);
    expect(textOf('last', { audit: path, plan })).toContain('/to <= inbox.0.from');
    expect(explainPage(same)).toContain('wire data');
    const other = explanationOf('last', { audit: path, plan: fileOf(planOf(inbox)) });
    expect(other.planned?.check).toEqual({ kind: 'other' });
    expect(explainPage(other)).toContain('THIS IS ANOTHER PLAN');
    appendFileSync(`${path}.key`, 'x');
    const { planned } = explanationOf('last', { audit: path, plan });
    expect(planned?.check).toMatchObject({ kind: 'unchecked' });
    expect(await codeOf(() => explanationOf('last', { audit: path, plan: fileOf({}) }))).toBe(
      'plan_malformed',
    );
  });

  test('shows the steps of a map under the names of the records', async () => {
    const note = call('note', 'save_note', { text: ref('inbox', '0.text') });
    const map = {
      ...{ kind: 'map', id: 'each', over: { kind: 'ref', ref: 'inbox' }, atMost: 9 },
      ...{ steps: [note, { ...note, id: 'again' }], final: 'again' },
    } as unknown as Step;
    const path = scratchFile();
    writeAudit(path, await linesWith('each.1.note'));
    const plan = fileOf(planOf(inbox, map));
    const { planned } = explanationOf('r1', { audit: path, plan });
    expect(planned?.steps.map(({ step }) => step)).toEqual([
      'inbox',
      'each',
      'each.*.note',
      'each.*.again',
    ]);
    expect(planned?.steps[2]?.from).toEqual([{ step: 'inbox', argument: '/text', path: '0.text' }]);
    const text = textOf('r1', { audit: path, plan });
    expect(text.match(/ each\.1\.note {2}each\.1\.note /g)).toHaveLength(2);
  });
});

test('the log of turns gives the steps of a run that was a turn', async () => {
  const path = scratchFile();
  writeAudit(path, await linesWith('step2'));
  const turns = scratchFolder();
  const log = openTurnLog(turns);
  const second = { step: 2, effect: 'r1.1', args: { name: '{{step1.0.id}}' } };
  log.write(turnReport({ steps: [stepReport({ effect: 'r1.9' }), stepReport(second)] }));
  log.close();
  const { planned } = explanationOf('r1', { audit: path, turns });
  expect(planned?.check).toEqual({ kind: 'recorded' });
  expect(planned?.steps[1]?.from).toEqual([{ step: 'step1', argument: '/name', path: '0.id' }]);
  const both = { audit: path, turns, plan: fileOf({}) };
  expect(await codeOf(() => explanationOf('r1', both))).toBe('usage_malformed');
  const none = { audit: path, turns: scratchFolder() };
  expect(await codeOf(() => explanationOf('r1', none))).toBe('turn_unknown');
});
