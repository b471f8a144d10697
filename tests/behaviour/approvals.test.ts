// Family A, the broker: real kernels over one shared list of requests.
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect } from 'vitest';
import type { KernelConfig } from '../../hosts/index.js';
import { memoryAuditSink } from '../../hosts/index.js';
import { claimTicket, openQuestion } from '../../kernel/approval/broker.js';
import { ApprovalBroker, type ApproverKeys } from '../../kernel/index.js';
import {
  type ApprovalRequest,
  type AuditSink,
  type PortCall,
  type Ruling,
  rulingText,
  type Ticket,
} from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { asking, layerThat } from '../fakes/layer-that.js';
import { untilQuiet } from '../fakes/manual-time.js';
import { makeNotebook, type Notebook } from '../fakes/notebook.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { makeSharedList, onlyOpen, rulingOn, type SharedList } from '../fakes/request-list.js';

/** A notebook whose every note is asked about, on a shared list. */
function askingNotebook(
  list: SharedList,
  { ports = {}, ...config }: Partial<KernelConfig> & { readonly spec?: object } = {},
): Notebook & { readonly broker: ReturnType<SharedList['broker']> } {
  const broker = list.broker();
  const shared = { approvals: broker, ...list.ports, ...ports };
  return { ...makeNotebook({ layers: asking, ports: shared, ...config }), broker };
}

/** An audit store that fails for records of one kind, while it is told to. */
function failingAudit(kind: string): { readonly sink: AuditSink; fails: boolean } {
  const inner = memoryAuditSink();
  const state = {
    fails: true,
    sink: {
      key: inner.key,
      head: () => inner.head(),
      append(lines: readonly string[], head: ReturnType<typeof inner.head>): void {
        if (state.fails && lines.some((line) => line.includes(`"kind":"${kind}"`)))
          throw new Error('disk full');
        inner.append(lines, head);
      },
    },
  };
  return state;
}

verifies(
  ['A-20', 'A-22', 'A-27', 'A-37', 'INV-F3'],
  'a ruling binds all that was shown, by digest',
  async () => {
    const list = makeSharedList();
    const notebook = askingNotebook(list);
    const face = list.broker();
    const run = notebook.note('x'.repeat(5000));
    const ticket = await onlyOpen(face);
    const { request } = ticket;
    expect(request.view[0]).toMatchObject({ place: '/text', cut: true, length: 5002 });
    const wrong: readonly Partial<Ruling>[] = [
      { digest: request.args },
      { digest: request.definition },
      { digest: request.tool },
      { digest: '' },
    ];
    for (const change of wrong)
      expect(await face.rule({ ...rulingOn(ticket), ...change })).toEqual({
        accepted: false,
        code: 'digest_mismatch',
      });
    expect(notebook.notes()).toEqual([]);
    expect(await face.rule(rulingOn(ticket))).toEqual({ accepted: true, outstanding: 0 });
    expectCommitted(await run);
  },
);

verifies(['A-20', 'INV-Q7'], 'each thing that shapes a call changes the digest', async () => {
  const digests = new Set<string>();
  const seen: ApprovalRequest[] = [];
  for (const config of [
    {},
    { agent: 'scribe' },
    { cwd: '/elsewhere' },
    { principal: 'user:bob@example.org' },
    { limits: { toolTimeoutMs: 5 } },
    { spec: { description: 'Writes another note.' } },
    { grant: ['notes.write', 'notes.read'] },
  ]) {
    const approver = approverThat('deny');
    // The same ids and time each time: what differs is the call alone.
    const random = { id: () => 'f'.repeat(32) };
    const clock = { now: () => 1 };
    await makeNotebook({ layers: asking, ...config, ports: { approver, random, clock } }).note();
    for (const request of approver.asked) {
      digests.add(request.digest);
      seen.push(request);
    }
  }
  expect([digests.size, seen.length]).toEqual([7, 7]);
  expect(seen[0]).toMatchObject({ expiresAt: 120_001, timeoutMs: 60_000, environment: [] });
});

verifies(
  ['A-21', 'INV-Q7', 'A-39'],
  'of many faces exactly one rules, and all others learn it',
  async () => {
    const list = makeSharedList();
    const notebook = askingNotebook(list);
    const run = notebook.note();
    const ticket = await onlyOpen(notebook.broker);
    const faces = Array.from({ length: 12 }, () => list.broker());
    const answers = await Promise.all(
      faces.map((face, at) =>
        face.rule(rulingOn(ticket, at % 2 === 0 ? 'allow' : 'deny', `face${at}`)),
      ),
    );
    const won = answers.flatMap(({ accepted }, at) => (accepted ? [at] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter((one) => !one.accepted && one.code === 'conflict')).toHaveLength(11);
    const result = await run;
    const isAllowed = (won[0] ?? 0) % 2 === 0;
    expect([result.status, notebook.notes().length]).toEqual(
      isAllowed ? ['committed', 1] : ['blocked', 0],
    );
    const rulings = notebook.records().filter(({ kind }) => kind === 'ruling');
    expect(rulings.map(({ data }) => data)).toMatchObject([{ approver: `face${won[0]}` }]);
  },
);

verifies(
  ['A-26', 'A-39'],
  'a face that is quicker cancels the prompt of the process itself',
  async () => {
    const list = makeSharedList();
    let cancelled = false;
    const approver = {
      ask: (_: ApprovalRequest, { signal }: PortCall) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            cancelled = true;
            reject(new Error('cancelled'));
          });
        }),
    };
    const notebook = askingNotebook(list, { ports: { approver } });
    const run = notebook.note();
    const ticket = await onlyOpen(notebook.broker);
    expect(await list.broker().rule(rulingOn(ticket))).toMatchObject({ accepted: true });
    expectCommitted(await run);
    expect(cancelled).toBe(true);
  },
);

verifies(['A-23', 'A-24', 'C28', 'INV-Q6'], 'over at the very instant, and for good', async () => {
  const list = makeSharedList();
  const notebook = askingNotebook(list);
  const run = notebook.note();
  const ticket = await onlyOpen(notebook.broker);
  expect(ticket.request.expiresAt - ticket.request.openedAt).toBe(120_000);
  list.time.pass(119_999);
  expect(await list.broker().rule({ ...rulingOn(ticket), digest: '0' })).toMatchObject({
    code: 'digest_mismatch',
  });
  list.time.pass(1);
  expect(await list.broker().rule(rulingOn(ticket))).toEqual({ accepted: false, code: 'expired' });
  expectBlocked(await run, 'approval_expired', 'approval');
  list.time.pass(1000);
  expect(await list.broker().rule(rulingOn(ticket))).toEqual({ accepted: false, code: 'expired' });
  expect(notebook.notes()).toEqual([]);
});

verifies(['A-24', 'A-39'], 'what was ruled on stays ruled on, also after its time', async () => {
  const list = makeSharedList();
  const notebook = askingNotebook(list);
  const run = notebook.note();
  const ticket = await onlyOpen(notebook.broker);
  await list.broker().rule(rulingOn(ticket, 'deny'));
  expectBlocked(await run, 'approval_denied', 'approval');
  list.time.pass(200_000);
  for (const decision of ['allow', 'deny'] as const)
    expect(await list.broker().rule(rulingOn(ticket, decision, 'bob'))).toEqual({
      accepted: false,
      code: 'conflict',
    });
  // Kept for ten minutes, then put away.
  list.time.pass(400_000);
  await list.broker().list();
  expect(await list.broker().rule(rulingOn(ticket))).toMatchObject({ code: 'not_found' });
});

verifies(['A-24', 'A-27'], 'a ruling is short, plain and of known fields', async () => {
  const list = makeSharedList();
  const notebook = askingNotebook(list);
  const run = notebook.note();
  const ticket = await onlyOpen(notebook.broker);
  const good = rulingOn(ticket);
  const bad: readonly unknown[] = [
    { ...good, approver: 'a'.repeat(129) },
    { ...good, approver: 'a b' },
    { ...good, source: 's'.repeat(33) },
    { ...good, reason: 'é'.repeat(513) },
    { ...good, decision: 'allow_session' },
    { ...good, decision: 'ALLOW' },
    { ...good, remember: true },
    { ...good, approval: undefined },
    [good],
    null,
    'allow',
  ];
  for (const one of bad)
    expect(await notebook.broker.rule(one)).toEqual({ accepted: false, code: 'malformed' });
  const nobody = { ...good, approval: 'nobody' };
  expect(await notebook.broker.rule(nobody)).toMatchObject({ code: 'not_found' });
  await notebook.broker.rule({ ...good, source: 'http', reason: 'é'.repeat(512) });
  expectCommitted(await run);
  const kinds = notebook.records().flatMap(({ kind, data }) => (kind === 'ruling' ? [data] : []));
  expect(kinds).toMatchObject([{ source: 'http', isSigned: false, of: 1 }]);
  expect(JSON.stringify(notebook.records())).not.toContain('éé');
});

verifies(
  ['A-25', 'A-39', 'INV-Q15'],
  'on record first: then the face is told, then the call runs',
  async () => {
    const list = makeSharedList();
    const order: string[] = [];
    const inner = memoryAuditSink();
    const audit: AuditSink = {
      key: inner.key,
      head: () => inner.head(),
      async append(lines, head) {
        for (const line of lines) order.push((JSON.parse(line) as { kind: string }).kind);
        await untilQuiet();
        inner.append(lines, head);
      },
    };
    const notebook = askingNotebook(list, { audit });
    const run = notebook.note().then((result) => {
      order.push('done');
      return result;
    });
    const ticket = await onlyOpen(notebook.broker);
    const told = await list.broker().rule(rulingOn(ticket));
    order.push('told');
    expect(told.accepted).toBe(true);
    expectCommitted(await run);
    expect(order.indexOf('ruling')).toBeGreaterThan(0);
    expect(order.indexOf('ruling')).toBeLessThan(order.indexOf('told'));
    expect(order.indexOf('ruling')).toBeLessThan(order.indexOf('admission'));
  },
);

verifies(
  ['A-25', 'A-39', 'INV-Q15'],
  'a ruling that is not recorded does not count and stays open',
  async () => {
    const list = makeSharedList();
    const audit = failingAudit('ruling');
    const notebook = askingNotebook(list, { audit: audit.sink });
    const run = notebook.note();
    const ticket = await onlyOpen(notebook.broker);
    expect(await list.broker().rule(rulingOn(ticket))).toEqual({
      accepted: false,
      code: 'not_accepted',
    });
    expect((await list.broker().show(ticket.request.approval))?.state).toBe('pending');
    expect(notebook.notes()).toEqual([]);
    audit.fails = false;
    expect(await list.broker().rule(rulingOn(ticket))).toMatchObject({ accepted: true });
    expectCommitted(await run);
  },
);

verifies(['A-25', 'A-39'], 'an accepted ruling that cannot be kept releases nothing', async () => {
  let isFull = false;
  const list = makeSharedList((store) => ({
    ...store,
    // The second write of a request is the one that says it was accepted.
    swap: (id, revision, text) =>
      isFull && revision >= 2 ? false : store.swap(id, revision, text),
  }));
  const notebook = askingNotebook(list);
  const run = notebook.note();
  const ticket = await onlyOpen(notebook.broker);
  isFull = true;
  expect(await notebook.broker.rule(rulingOn(ticket))).toMatchObject({ accepted: false });
  expectBlocked(await run, 'approval_failed', 'approval');
  expect(notebook.notes()).toEqual([]);
  expect(notebook.records().map(({ kind }) => kind)).toContain('ruling');
});

verifies(['A-25'], 'a request that cannot be listed is refused', async () => {
  for (const broken of ['swap', 'list', 'read', 'watch'] as const) {
    const list = makeSharedList((store) => ({
      ...store,
      [broken]: () => {
        throw new Error('no disk');
      },
    }));
    const notebook = askingNotebook(list);
    const result = await notebook.note();
    expect([broken, result.problem?.code, notebook.notes()]).toEqual([
      broken,
      'approval_failed',
      [],
    ]);
  }
});

verifies(
  ['A-26', 'A-39', 'INV-Q16'],
  'a cancelled run takes its request along, whatever the audit does',
  async () => {
    const list = makeSharedList();
    const audit = failingAudit('denial');
    const notebook = askingNotebook(list, { audit: audit.sink });
    const stop = new AbortController();
    const run = notebook.note('milk', { signal: stop.signal });
    const ticket = await onlyOpen(notebook.broker);
    stop.abort();
    expect((await run).status).toBe('aborted');
    await untilQuiet();
    expect((await list.broker().show(ticket.request.approval))?.state).toBe('cancelled');
    expect(await list.broker().rule(rulingOn(ticket))).toMatchObject({ code: 'conflict' });
    expect([notebook.notes(), await list.broker().list()]).toEqual([[], []]);
  },
);

verifies(['A-26', 'INV-Q16'], 'a request dies with the process that asked', async () => {
  const list = makeSharedList();
  const notebook = askingNotebook(list);
  void notebook.note();
  const ticket = await onlyOpen(list.broker());
  // Its timers stand still, as everybody's do here; only the clock goes on.
  const later = { now: () => list.time.clock.now() + 15_000 };
  const next = new ApprovalBroker({
    ...list.time,
    store: list.store,
    random: list.random,
    clock: later,
  });
  expect(await next.rule(rulingOn(ticket))).toEqual({ accepted: false, code: 'not_owned' });
  expect(await next.list()).toEqual([]);
  expect((await next.show(ticket.request.approval))?.state).toBe('cancelled');
  expect(notebook.notes()).toEqual([]);
});

verifies(['A-26'], 'closing a broker ends what its runs ask', async () => {
  const list = makeSharedList();
  const notebook = askingNotebook(list);
  const run = notebook.note();
  await onlyOpen(notebook.broker);
  await notebook.broker.close();
  expectBlocked(await run, 'approval_unavailable', 'approval');
  expect(notebook.notes()).toEqual([]);
});

verifies(['A-20', 'INV-Q7'], 'an allow is used once; another call leaves it as it is', async () => {
  const list = makeSharedList();
  const broker = list.broker();
  const ticket = await allowedTicket(list, broker);
  const { approval, digest } = ticket.request;
  expect(await claimTicket(broker, approval, 'f'.repeat(64))).toBe(false);
  expect(await claimTicket(list.broker(), approval, digest)).toBe(false);
  const both = await Promise.all([
    claimTicket(broker, approval, digest),
    claimTicket(broker, approval, digest),
  ]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await claimTicket(broker, approval, digest)).toBe(false);
});

/** A request that was allowed and not used yet. */
async function allowedTicket(
  list: SharedList,
  broker: ReturnType<SharedList['broker']>,
): Promise<Ticket> {
  const approver = approverThat('deny');
  await makeNotebook({ layers: asking, ports: { approver, clock: list.time.clock } }).note();
  const request = approver.asked[0] as ApprovalRequest;
  await openQuestion(broker, { request, isAlone: false, record: () => undefined }).ready;
  const ticket = await onlyOpen(broker);
  await broker.rule(rulingOn(ticket));
  return ticket;
}

/** Two approvers who sign, and the keys that know them. */
function signingApprovers(): {
  readonly keys: ApproverKeys;
  readonly signed: (ticket: Ticket, name: 'ann' | 'ben', as?: string) => Ruling;
} {
  const pairs = { ann: generateKeyPairSync('ed25519'), ben: generateKeyPairSync('ed25519') };
  const keys: ApproverKeys = Object.fromEntries(
    Object.entries(pairs).map(([name, { publicKey }]) => [
      name,
      {
        key: name,
        verify: (text: string, signature: string) =>
          verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
      },
    ]),
  );
  const signed = (ticket: Ticket, name: 'ann' | 'ben', as: string = name): Ruling => {
    const ruling = rulingOn(ticket, 'allow', as);
    const bytes = sign(null, Buffer.from(rulingText(ruling)), pairs[name].privateKey);
    return { ...ruling, signature: bytes.toString('base64') };
  };
  return { keys, signed };
}

verifies(
  ['INV-Q8', 'A-27'],
  'several approvers are several keys, and each counts once',
  async () => {
    const list = makeSharedList();
    const { keys, signed } = signingApprovers();
    const broker = list.broker(keys);
    const notebook = makeNotebook({
      layers: asking,
      spec: { approval: { signed: true, atLeast: 2 } },
      ports: { approvals: broker, ...list.ports },
    });
    const run = notebook.note();
    const ticket = await onlyOpen(broker);
    const unsigned = { accepted: false, code: 'unsigned' };
    expect(await broker.rule(rulingOn(ticket, 'allow', 'ann'))).toEqual(unsigned);
    expect(await broker.rule(signed(ticket, 'ann', 'ben'))).toEqual(unsigned);
    expect(await broker.rule(signed(ticket, 'ann', 'carl'))).toEqual(unsigned);
    expect(await broker.rule({ ...signed(ticket, 'ann'), decision: 'deny' })).toEqual(unsigned);
    expect(await broker.rule(signed(ticket, 'ann'))).toEqual({ accepted: true, outstanding: 1 });
    expect(await broker.rule(signed(ticket, 'ann'))).toMatchObject({ code: 'conflict' });
    expect(notebook.notes()).toEqual([]);
    expect(await broker.rule(signed(ticket, 'ben'))).toEqual({ accepted: true, outstanding: 0 });
    expectCommitted(await run);
    const rulings = notebook
      .records()
      .flatMap(({ kind, data }) => (kind === 'ruling' ? [data] : []));
    expect(rulings).toMatchObject([
      { approver: 'ann', isSigned: true, of: 2 },
      { approver: 'ben', isSigned: true, of: 2 },
    ]);
  },
);

verifies(
  'INV-Q8',
  'a signature is verified by the process that asks, whatever the face knows or lets pass',
  async () => {
    const list = makeSharedList();
    const { keys, signed } = signingApprovers();
    const broker = list.broker(keys);
    const notebook = makeNotebook({
      layers: asking,
      spec: { approval: { signed: true } },
      ports: { approvals: broker, ...list.ports },
    });
    const run = notebook.note();
    const ticket = await onlyOpen(broker);
    const knowing = list.broker({ carl: { key: 'carl', verify: () => true } });
    const ignorant = list.broker();
    expect(await ignorant.rule(rulingOn(ticket))).toMatchObject({ code: 'unsigned' });
    for (const face of [knowing, ignorant]) {
      const answers = face.rule({ ...rulingOn(ticket, 'allow', 'carl'), signature: 'c2ln' });
      expect(await answers).toEqual({ accepted: false, code: 'not_accepted' });
      expect((await broker.show(ticket.request.approval))?.state).toBe('pending');
    }
    expect(notebook.notes()).toEqual([]);
    expect(await ignorant.rule(signed(ticket, 'ann'))).toEqual({ accepted: true, outstanding: 0 });
    expectCommitted(await run);
  },
);

verifies('INV-Q9', 'a row that somebody else wrote, or moved, is no row', async () => {
  const list = makeSharedList();
  const notebook = askingNotebook(list);
  const run = notebook.note();
  const ticket = await onlyOpen(notebook.broker);
  const { approval } = ticket.request;
  const row = await list.store.read(approval);
  const forged = JSON.stringify({ v: 1, value: { ...ticket, state: 'allowed' } });
  const text = row?.text ?? '';
  // Under its own seal, under none, at another revision, under another id.
  for (const made of [`${text.slice(0, 64)}${forged}`, forged, text])
    await list.store.swap(approval, (await list.store.read(approval))?.revision ?? 0, made);
  await list.store.swap('elsewhere', 0, text);
  expect(await list.broker().show('elsewhere')).toBeNull();
  expect(await list.broker().rule(rulingOn(ticket))).toMatchObject({ code: 'not_found' });
  expectBlocked(await run, 'approval_failed', 'approval');
  expect(notebook.notes()).toEqual([]);
});

verifies(
  ['A-28', 'A-29', 'C20', 'C35'],
  'no answer is remembered, and none lifts a denial',
  async () => {
    const approver = approverThat('allow');
    const notebook = makeNotebook({ layers: asking, ports: { approver } });
    for (let i = 0; i < 3; i += 1) expectCommitted(await notebook.note());
    expect(approver.asked).toHaveLength(3);
    const list = makeSharedList();
    const denying = askingNotebook(list, { layers: [...asking, layerThat('judge', 'deny')] });
    expectBlocked(await denying.note(), 'rules_denied', 'judge');
    expect([await list.store.list(), denying.notes()]).toEqual([[], []]);
  },
);

verifies(['A-29', 'A-38'], 'each way in which a question ends has a code', async () => {
  const list = makeSharedList();
  const late = askingNotebook(list);
  const run = late.note();
  await onlyOpen(late.broker);
  list.time.pass(120_000);
  const throwing = approverThat('allow', () => {
    throw new Error('gone');
  });
  const ends: Readonly<Record<string, Notebook>> = {
    approval_unavailable: makeNotebook({ layers: asking }),
    approval_denied: makeNotebook({ layers: asking, ports: { approver: approverThat('deny') } }),
    approval_failed: makeNotebook({ layers: asking, ports: { approver: throwing } }),
    audit_unavailable: makeNotebook({
      layers: asking,
      audit: failingAudit('ruling').sink,
      ports: { approver: approverThat('allow') },
    }),
    approval_mismatch: makeNotebook({
      layers: asking,
      ports: { approver: approverThat('allow', (ruling) => ({ ...ruling, approval: 'x' })) },
    }),
  };
  expect((await run).problem?.code).toBe('approval_expired');
  for (const [code, notebook] of Object.entries(ends)) {
    const { problem } = await notebook.note();
    expect([problem?.code, notebook.notes()]).toEqual([code, []]);
    expect(problem?.mend).not.toBe('');
  }
});

verifies(
  'A-29',
  'a face of the process that fails leaves a shared question to the others',
  async () => {
    const list = makeSharedList();
    const approver = approverThat('allow', () => 'nonsense');
    const notebook = askingNotebook(list, { ports: { approver } });
    const run = notebook.note();
    const ticket = await onlyOpen(notebook.broker);
    await untilQuiet();
    expect(approver.asked).toHaveLength(1);
    expect(await list.broker().rule(rulingOn(ticket))).toMatchObject({ accepted: true });
    expectCommitted(await run);
  },
);

verifies('A-24', 'what is over is put away where one process asks alone too', async () => {
  const list = makeSharedList();
  const broker = list.broker();
  const approver = approverThat('deny');
  const clock = list.time.clock;
  await makeNotebook({ layers: asking, ports: { approver, clock } }).note();
  const [request] = approver.asked;
  for (let i = 0; i < 400; i += 1) {
    const of = { ...(request as ApprovalRequest), approval: `a${i}` };
    const waiting = openQuestion(broker, { request: of, isAlone: true, record: () => undefined });
    await waiting.ready;
    await broker.rule(rulingOn({ request: of } as Ticket, 'deny'));
    expect(await waiting.asked).toMatchObject({ kind: 'ruled', decision: 'deny' });
  }
  expect((await list.store.list()).length).toBeLessThanOrEqual(256 + 64);
});
