// One question and what came of it: who ruled, why it came to nothing, and what is kept of it.
import { describe, expect, test } from 'vitest';
import {
  askApprover,
  recordRuling,
  rulingOn,
} from '../../../../kernel/effects/approval-request.js';
import { Cancellation } from '../../../../kernel/effects/cancellation.js';
import type { DispatchDesk } from '../../../../kernel/effects/dispatcher.js';
import { ApprovalBroker } from '../../../../kernel/index.js';
import type { ApprovalRequest, ApprovalStore, Ruling } from '../../../../schemas/index.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';
import { approverThat } from '../../../fakes/approvers.js';
import { untilQuiet } from '../../../fakes/manual-time.js';
import { makeSharedList } from '../../../fakes/request-list.js';
import { callOf } from '../gate/gate-call.js';
import { deskOf } from './effect-desk.js';

const SOON = { timeout: 4_000 };

interface Asked {
  readonly request?: Partial<ApprovalRequest>;
  readonly desk?: Partial<DispatchDesk>;
  readonly store?: (store: ApprovalStore) => ApprovalStore;
  readonly now?: () => number;
}

function ask({ request = {}, desk = {}, store, now }: Asked = {}) {
  const list = makeSharedList(store);
  const parts = { store: list.store, random: list.random, ...list.time };
  const broker = new ApprovalBroker(now === undefined ? parts : { ...parts, clock: { now } });
  const made = deskOf({ broker: () => broker, ...desk });
  const about = anApprovalRequest(request);
  const ended = rulingOn({ request: about, canonical: '"c"' }, made.desk).then(
    (ruling) => ({ ruling }),
    (error: { code: string; message: string; denial?: { stage: string } }) => ({
      why: [error.denial?.stage ?? 'none', error.code, error.message],
    }),
  );
  const rule = (decision: Ruling['decision'], approver: string) =>
    broker.rule({ approval: about.approval, digest: about.digest, decision, approver });
  return { ...made, list, broker, ended, rule, about };
}

const others = { isAlone: false } as const;
const bySilence = { ask: () => new Promise<never>(() => undefined) };

describe('a ruling', SOON, () => {
  test('of the caller’s own face counts, is traced, and is used up', async () => {
    const { ended, events, broker, about } = ask({ desk: { approver: approverThat('allow') } });
    expect(await ended).toMatchObject({ ruling: { decision: 'allow', approver: 'alice' } });
    expect(events).toEqual([
      { kind: 'asked', call: 'run.1', tool: 'publish', approval: 'r1', expiresAt: 121_000 },
      { kind: 'ruled', call: 'run.1', decision: 'allow', approver: 'alice' },
    ]);
    expect((await broker.show(about.approval))?.state).toBe('used');
  });

  test('of somebody else counts where the list is shared; the face is told that it is over', async () => {
    let told: AbortSignal | null = null;
    const approver = {
      ask: (_: unknown, { signal }: { signal: unknown }) => {
        told = signal as AbortSignal;
        return new Promise<never>(() => undefined);
      },
    };
    const { ended, rule } = ask({ desk: { ...others, approver } });
    await untilQuiet();
    expect((told as AbortSignal | null)?.aborted).toBe(false);
    expect(await rule('allow', 'bob')).toMatchObject({ accepted: true });
    expect(await ended).toMatchObject({ ruling: { approver: 'bob' } });
    const { aborted, reason } = told as unknown as AbortSignal;
    expect([aborted, reason]).toEqual([true, 'ended']);
  });

  test('of two: one that refuses refuses, whoever allowed it before', async () => {
    const needs = { atLeast: 2, signed: false };
    const { ended, rule, events } = ask({ request: { needs }, desk: others });
    await untilQuiet();
    await rule('allow', 'bob');
    await rule('deny', 'carol');
    expect(await ended).toEqual({ why: ['approval', 'approval_denied', 'refused by `carol`'] });
    expect(events.slice(1)).toMatchObject([
      { kind: 'ruled', decision: 'allow', approver: 'bob' },
      { kind: 'ruled', decision: 'deny', approver: 'carol' },
    ]);
  });

  test('is put on record as it was given', async () => {
    const { desk, records } = deskOf();
    const { keyed } = desk.recorder.chain;
    const kept = async (request: Partial<ApprovalRequest>, more: Partial<Ruling> = {}) => {
      const about = anApprovalRequest(request);
      const ruling = { approval: 'r1', digest: about.digest, decision: 'allow', approver: 'bob' };
      await recordRuling(desk, { request: about, canonical: 'c' }, {
        ...ruling,
        ...more,
      } as Ruling);
      return records().at(-1);
    };
    const signed = { needs: { atLeast: 2, signed: true } };
    expect(await kept({})).toMatchObject({
      kind: 'ruling',
      call: 'run.1',
      data: {
        approval: 'r1',
        decision: 'allow',
        approver: 'bob',
        source: null,
        isSigned: false,
        of: 1,
        args: keyed('c'),
        request: keyed(anApprovalRequest().digest),
      },
    });
    expect(await kept(signed)).toMatchObject({ data: { isSigned: false, of: 2 } });
    const more = { signature: 's', source: 'desk' };
    expect(await kept(signed, more)).toMatchObject({ data: { isSigned: true, source: 'desk' } });
    expect(await kept({}, more)).toMatchObject({ data: { isSigned: false } });
  });
});

describe('a question comes to nothing', SOON, () => {
  const failed = (reason: string) => ({ why: ['approval', 'approval_failed', reason] });
  const mismatch = (reason: string) => ({ why: ['approval', 'approval_mismatch', reason] });

  test('where nobody can rule', async () => {
    const { ended, events } = ask();
    expect(await ended).toEqual({
      why: ['approval', 'approval_unavailable', 'no approver is connected'],
    });
    expect(events).toEqual([]);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('out')), failed('the approver threw')],
    ['answers something else', async () => 'yes', failed('the approver returned no ruling')],
  ])('where the only face %s', async (_, answer, why) => {
    const { ended } = ask({ desk: { approver: { ask: answer as never } } });
    expect(await ended).toEqual(why);
  });

  test.each([
    ['on other contents', { digest: 'f'.repeat(64) }],
    ['on another request', { approval: 'r2' }],
  ])('where its ruling is one %s', async (_, change) => {
    const approver = approverThat('allow', (ruling) => ({ ...ruling, ...change }));
    expect(await ask({ desk: { approver } }).ended).toEqual(
      mismatch('a ruling on another request'),
    );
  });

  test('where it has to be signed and is not', async () => {
    const needs = { atLeast: 1, signed: true };
    const { ended } = ask({ request: { needs }, desk: { approver: approverThat('allow') } });
    expect(await ended).toEqual(failed('the ruling needs the signature of an approver'));
  });

  test('where it comes when the time is over', async () => {
    let at = 1_000;
    const approver = approverThat('allow', async (ruling) => {
      await untilQuiet();
      at = 121_000;
      return ruling;
    });
    const { ended } = ask({ desk: { approver }, now: () => at });
    expect(await ended).toEqual({
      why: ['approval', 'approval_expired', 'the ruling came too late'],
    });
  });

  test('where the list cannot keep it, or the ruling', async () => {
    const shut =
      (after: number) =>
      (store: ApprovalStore): ApprovalStore => {
        let writes = 0;
        return {
          ...store,
          read: (...given) => store.read(...given),
          list: (...given) => store.list(...given),
          watch: (...given) => store.watch(...given),
          swap: (...given) => {
            writes += 1;
            if (writes > after) throw new Error('full');
            return store.swap(...given);
          },
        } as ApprovalStore;
      };
    const approver = approverThat('allow');
    expect(await ask({ desk: { approver }, store: shut(0) }).ended).toEqual(
      failed('the request could not be kept'),
    );
    expect(await ask({ desk: { approver }, store: shut(1) }).ended).toEqual({
      why: ['admission', 'audit_unavailable', 'the audit store did not take the `ruling` record'],
    });
  });

  test('where the ruling is used up, or nobody can tell', async () => {
    for (const isThrowing of [true, false]) {
      let writes = 0;
      const store = (own: ApprovalStore): ApprovalStore =>
        ({
          ...own,
          list: (...given) => own.list(...given),
          watch: (...given) => own.watch(...given),
          swap: (...given) => {
            writes += 1;
            return own.swap(...given);
          },
          read: (...given) => {
            if (writes < 3) return own.read(...given);
            if (isThrowing) throw new Error('gone');
            return null;
          },
        }) as ApprovalStore;
      const { ended } = ask({ desk: { approver: approverThat('allow') }, store });
      expect(await ended).toEqual(mismatch('the ruling is used up, or of another call'));
    }
  });

  test('where the list is closed, or the run ends', async () => {
    const closed = ask({ desk: { approver: bySilence } });
    await untilQuiet();
    await closed.broker.close();
    const reason = 'the list of requests was closed';
    expect(await closed.ended).toEqual({ why: ['approval', 'approval_unavailable', reason] });
    const over = ['none', 'cancelled', 'cancelled while waiting for a ruling'];
    const stopped = ask({ desk: { approver: bySilence } });
    await untilQuiet();
    stopped.desk.cancellation.abort();
    expect(await stopped.ended).toEqual({ why: over });
    const cancellation = new Cancellation(null);
    cancellation.abort();
    const approver = approverThat('allow');
    expect(await ask({ desk: { approver, cancellation } }).ended).toEqual({ why: over });
    expect(approver.asked).toEqual([]);
  });

  test('but not because one face of several failed', async () => {
    const approver = { ask: () => Promise.reject(new Error('out')) };
    const { ended, rule } = ask({ desk: { ...others, approver } });
    await untilQuiet();
    await rule('allow', 'bob');
    expect(await ended).toMatchObject({ ruling: { approver: 'bob' } });
  });

  test('and whoever listened for the end of the run is let go', async () => {
    const cancellation = new Cancellation(null);
    const taken: string[] = [];
    const watched = {
      aborted: false,
      onAbort: (listener: () => void) => {
        const letGo = cancellation.onAbort(listener);
        taken.push('listens');
        return () => {
          taken.push('let go');
          letGo();
        };
      },
    } as unknown as Cancellation;
    const desk = { approver: approverThat('allow'), cancellation: watched };
    expect(await ask({ desk }).ended).toHaveProperty('ruling');
    expect(taken).toEqual(['listens', 'let go']);
  });
});

describe('a call', SOON, () => {
  const call = callOf();
  const where = { agent: null, cwd: null };
  const verdict = { args: call.args, tree: call.tree, digest: 'a'.repeat(64), obligations: [] };
  const asked = (more: object) =>
    ({ verdict: { ...verdict, ...more }, policy: '1', where, paths: {} }) as never;

  test('that no stage has read is not asked about', async () => {
    for (const missing of [{ args: null }, { tree: null }, { digest: null }])
      await expect(askApprover(deskOf().desk, call, asked(missing))).rejects.toMatchObject({
        code: 'approval_failed',
        message: 'nothing to ask about',
      });
  });

  test('without a canonical text is recorded by the digest of none', async () => {
    const list = makeSharedList();
    const broker = list.broker();
    const { desk, records } = deskOf({ broker: () => broker, approver: approverThat('allow') });
    const { request, ruling } = await askApprover(desk, call, asked({ canonical: null }));
    expect([request.tool, ruling.approver]).toEqual(['note', 'alice']);
    expect(records().at(-1)?.data).toMatchObject({ args: desk.recorder.chain.keyed('') });
  });
});
