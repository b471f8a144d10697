// Brokers over one store against a list of plain words: whatever the order, one ruling counts.
import fc from 'fast-check';
import { expect } from 'vitest';
import { openQuestion } from '../../kernel/approval/broker.js';
import type { ApprovalRequest, Ruling, RulingAnswer } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { asking } from '../fakes/layer-that.js';
import { makeNotebook } from '../fakes/notebook.js';
import { makeSharedList, rulingOn } from '../fakes/request-list.js';

interface Move {
  readonly face: number;
  readonly decision: Ruling['decision'];
  readonly isRight: boolean;
  readonly wait: number;
}

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({
    face: fc.nat(3),
    decision: fc.constantFrom('allow', 'deny'),
    isRight: fc.boolean(),
    wait: fc.constantFrom(0, 1, 60_000, 119_999, 120_000),
  }),
  { minLength: 1, maxLength: 12 },
);

/** What becomes of rulings one after another: the first right one in time counts. */
function naive(drawn: readonly Move[]): readonly string[] {
  let now = 0;
  let end: 'conflict' | 'expired' | null = null;
  return drawn.map(({ isRight, wait }) => {
    now += wait;
    if (end === null && now >= 120_000) end = 'expired';
    if (end !== null) return end;
    if (!isRight) return 'digest_mismatch';
    end = 'conflict';
    return 'accepted';
  });
}

function worded(answer: RulingAnswer): string {
  return answer.accepted ? 'accepted' : answer.code;
}

async function someRequest(): Promise<ApprovalRequest> {
  const approver = approverThat('deny');
  const clock = { now: () => 1000 };
  await makeNotebook({ layers: asking, ports: { approver, clock } }).note();
  return approver.asked[0] as ApprovalRequest;
}

verifies(['INV-Q7', 'INV-Q6', 'A-24'], 'one after another: as the plain words say', async () => {
  const request = await someRequest();
  await fc.assert(
    fc.asyncProperty(moves, async (drawn) => {
      const list = makeSharedList();
      const owner = list.broker();
      const faces = [owner, list.broker(), list.broker(), list.broker()];
      const recorded: Ruling[] = [];
      const record = (ruling: Ruling): void => void recorded.push(ruling);
      await openQuestion(owner, { request, isAlone: false, record }).ready;
      const ticket = { request } as Parameters<typeof rulingOn>[0];
      const said: string[] = [];
      for (const { face, decision, isRight, wait } of drawn) {
        list.time.pass(wait);
        const ruling = rulingOn(ticket, decision, `face${face}`);
        const given = isRight ? ruling : { ...ruling, digest: 'f'.repeat(64) };
        said.push(worded(await (faces[face] ?? owner).rule(given)));
      }
      const expected = naive(drawn);
      expect(said).toEqual(expected);
      expect(recorded).toHaveLength(expected.includes('accepted') ? 1 : 0);
    }),
  );
});

/** A list whose store answers after as many turns as drawn. */
function slowList(turns: readonly number[]) {
  let at = 0;
  const wait = async (): Promise<void> => {
    at += 1;
    for (let i = turns[at % turns.length] ?? 0; i > 0; i -= 1) await Promise.resolve();
  };
  const slowly = async <T>(work: () => T | Promise<T>): Promise<T> => {
    await wait();
    const done = await work();
    await wait();
    return done;
  };
  const list = makeSharedList((store) => ({
    ...store,
    read: (id) => slowly(() => store.read(id)),
    swap: (id, revision, text) => slowly(() => store.swap(id, revision, text)),
  }));
  return { list, wait };
}

verifies('INV-Q7', 'at once, over a store that answers when it likes: one counts', async () => {
  const request = await someRequest();
  const delays = fc.array(fc.nat(5), { minLength: 64, maxLength: 64 });
  await fc.assert(
    fc.asyncProperty(delays, fc.integer({ min: 2, max: 8 }), async (drawn, faces) => {
      const { list, wait } = slowList(drawn);
      const owner = list.broker();
      const recorded: Ruling[] = [];
      const waiting = openQuestion(owner, {
        request,
        isAlone: false,
        record: async (ruling) => {
          await wait();
          recorded.push(ruling);
        },
      });
      await waiting.ready;
      const ticket = { request } as Parameters<typeof rulingOn>[0];
      const answers = await Promise.all(
        Array.from({ length: faces }, (_, face) =>
          (face === 0 ? owner : list.broker()).rule(rulingOn(ticket, 'allow', `face${face}`)),
        ),
      );
      const words = answers.map(worded);
      expect(words.filter((word) => word === 'accepted')).toHaveLength(1);
      expect(words.filter((word) => word === 'conflict')).toHaveLength(faces - 1);
      expect(recorded.map(({ approver }) => approver)).toEqual([
        `face${words.indexOf('accepted')}`,
      ]);
      expect(await waiting.asked).toMatchObject({ kind: 'ruled', decision: 'allow' });
    }),
  );
});
