// Stores that do not answer, questions that begin as others end, and rulings that are no data.
import { expect } from 'vitest';
import { recordedAs } from '../../kernel/approval/recorded.js';
import type { ApprovalRequest, ApprovalStore, Ruling } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { asking } from '../fakes/layer-that.js';
import { untilQuiet } from '../fakes/manual-time.js';
import { makeNotebook } from '../fakes/notebook.js';
import { expectBlocked } from '../fakes/refusal.js';
import { makeSharedList, onlyOpen, rulingOn } from '../fakes/request-list.js';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** What a promise came to by now; `null` while it waits. */
async function byNow<T>(promise: Promise<T>): Promise<T | null> {
  let result: T | null = null;
  void promise.then((value) => {
    result = value;
  });
  for (let i = 0; i < 20; i += 1) await untilQuiet();
  return result;
}

async function endedNow<T>(promise: Promise<T>): Promise<T> {
  const result = await byNow(promise);
  if (result === null) throw new Error('it still waits');
  return result;
}

for (const method of ['list', 'read', 'swap'] as const)
  verifies(
    'INV-Q6',
    `a store whose \`${method}\` never answers holds no call for ever`,
    async () => {
      const silent = (store: ApprovalStore): ApprovalStore => ({
        ...store,
        [method]: () => never(),
      });
      const list = makeSharedList(silent);
      const notebook = makeNotebook({
        layers: asking,
        ports: { ...list.ports, approvals: list.broker() },
      });
      const run = notebook.note();
      await untilQuiet();
      list.time.pass(120_000);
      const result = await byNow(run);
      expect(result).not.toBeNull();
      expect(notebook.notes()).toEqual([]);
      expect(list.time.waiting()).toBe(0);
    },
  );

verifies('INV-Q6', 'a store that keeps silent can be cancelled', async () => {
  const list = makeSharedList((store) => ({ ...store, list: () => never() }));
  const notebook = makeNotebook({
    layers: asking,
    ports: { ...list.ports, approvals: list.broker() },
  });
  const controller = new AbortController();
  const run = notebook.note('milk', { signal: controller.signal });
  await untilQuiet();
  controller.abort();
  expect((await byNow(run))?.status).toBe('aborted');
});

verifies('INV-Q6', 'a store that never answers a claim holds no call for ever', async () => {
  let isSilent = false;
  const list = makeSharedList((store) => ({
    ...store,
    read: (id) => {
      const row = store.read(id);
      if (row !== null && !(row instanceof Promise) && row.text.includes('"state":"allowed"'))
        isSilent = true;
      return isSilent ? never() : row;
    },
  }));
  const notebook = makeNotebook({
    layers: asking,
    ports: {
      ...list.ports,
      approvals: list.broker(),
      approver: {
        ask: async ({ approval, digest }: ApprovalRequest): Promise<Ruling> => ({
          approval,
          digest,
          decision: 'allow',
          approver: 'alice',
        }),
      },
    },
  });
  const run = notebook.note();
  await untilQuiet();
  list.time.pass(120_000);
  expectBlocked(await endedNow(run), 'approval_mismatch', 'approval');
  expect(notebook.notes()).toEqual([]);
});

verifies('INV-Q16', 'a question that is being listed is given up with its broker', async () => {
  let go: () => void = () => undefined;
  let isHeld = true;
  const list = makeSharedList((store) => ({
    ...store,
    list: async () => {
      if (isHeld)
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      return store.list();
    },
  }));
  const broker = list.broker();
  const notebook = makeNotebook({ layers: asking, ports: { ...list.ports, approvals: broker } });
  const run = notebook.note();
  await untilQuiet();
  const closed = broker.close();
  isHeld = false;
  go();
  await closed;
  expectBlocked(await endedNow(run), 'approval_unavailable', 'approval');
  expect(await list.broker().list()).toEqual([]);
  expect(list.time.waiting()).toBe(0);
});

verifies('INV-Q16', 'a question keeps its lease where another one ends as it begins', async () => {
  const list = makeSharedList();
  const ask = list.broker();
  const first = makeNotebook({ layers: asking, ports: { ...list.ports, approvals: ask } });
  for (let step = 0; step < 60; step += 1) {
    const stop = new AbortController();
    const one = first.note('one', { signal: stop.signal });
    await onlyOpen(ask);
    const other = new AbortController();
    const two = first.note('two', { signal: other.signal });
    for (let tick = 0; tick < step; tick += 1) await Promise.resolve();
    stop.abort();
    await one;
    const ticket = await onlyOpen(ask);
    const answer = await list.broker().rule(rulingOn(ticket, 'deny'));
    expect([step, answer]).toEqual([step, { accepted: true, outstanding: 0 }]);
    other.abort();
    await two;
  }
  await untilQuiet();
  expect(list.time.waiting()).toBe(0);
});

verifies('INV-Q7', 'what is no data is no ruling, and breaks nothing', async () => {
  const list = makeSharedList();
  const broker = list.broker();
  const boom = (): never => {
    throw new Error('boom');
  };
  const traps = { get: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const hostile: readonly unknown[] = [
    new Proxy({}, traps),
    revoked.proxy,
    Object.defineProperty({}, 'approval', { get: boom, enumerable: true }),
    Object.create({ approval: 'a', digest: 'b', decision: 'allow', approver: 'c' }),
    JSON.parse('{"__proto__":{"decision":"allow"},"approval":"a","digest":"b","approver":"c"}'),
    [],
    null,
    undefined,
    1n,
    Symbol('x'),
    () => undefined,
    'text',
  ];
  for (const one of hostile)
    expect(await broker.rule(one)).toEqual({ accepted: false, code: 'malformed' });
});

verifies(
  'INV-Q15',
  'a face is told of its own ruling, not of another by the same name',
  async () => {
    const list = makeSharedList();
    const broker = list.broker();
    const notebook = makeNotebook({ layers: asking, ports: { ...list.ports, approvals: broker } });
    const run = notebook.note();
    const ticket = await onlyOpen(broker);
    await broker.rule(rulingOn(ticket, 'deny'));
    await run;
    const ended = await broker.show(ticket.request.approval);
    if (ended === null) throw new Error('gone');
    expect(recordedAs({ ticket: ended, revision: 1 }, rulingOn(ticket, 'allow'))).toEqual({
      accepted: false,
      code: 'conflict',
    });
  },
);
