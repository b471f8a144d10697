// What is waited for, for how long, and what is told of what comes late. A wait that never ends
// fails after a few seconds here.
import { describe, expect, test } from 'vitest';
import { Cancellation } from '../../../../kernel/effects/cancellation.js';
import { type Patience, settle } from '../../../../kernel/effects/settle.js';
import { patched } from '../../../fakes/patched.js';

const SOON = 3_000;

function patienceOf(parts: Partial<Patience> = {}) {
  const late: string[] = [];
  const waits: { readonly ms: number; readonly give: () => void; stopped: number }[] = [];
  const cancellation = new Cancellation(null);
  const patience: Patience = {
    timer: {
      after(ms, give) {
        const wait = { ms, give, stopped: 0 };
        waits.push(wait);
        return () => {
          wait.stopped += 1;
        };
      },
    },
    limitMs: 700,
    cancellation,
    late: (how) => void late.push(how),
    ...parts,
  };
  return { patience, late, waits, cancellation };
}

const thenable = <T extends object>(target: T, value: unknown): T =>
  Object.defineProperty(target, 'then', { value: (done: (given: unknown) => void) => done(value) });
const never = (): Promise<never> => new Promise(() => undefined);
const turns = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await null;
};

describe('what is there already', { timeout: SOON }, () => {
  test.each([[undefined], [null], [0], ['text'], [{ a: 1 }], [[1, 2]]])(
    '%j is the value, and no timer runs',
    async (work) => {
      const { patience, waits } = patienceOf();
      const settled = await settle(work, patience);
      expect(settled).toEqual({ kind: 'value', value: work });
      expect((settled as { value: unknown }).value).toBe(work);
      expect(waits).toEqual([]);
    },
  );

  test('comes before the end of the run', async () => {
    const { patience, cancellation } = patienceOf();
    cancellation.abort();
    expect(await settle({ a: 1 }, patience)).toEqual({ kind: 'value', value: { a: 1 } });
  });
});

describe('what may be a promise is waited for', { timeout: SOON }, () => {
  class Own {
    readonly a = 1;
  }
  test.each([
    ['a promise', Promise.resolve(7), 7],
    ['a thenable', thenable({}, 8), 8],
    ['a thenable on a list', thenable([], 9), 9],
    ['a record of no prototype', Object.create(null), {}],
  ])('%s', async (_, work, value) => {
    const { patience, waits } = patienceOf();
    expect(await settle(work, patience)).toEqual({ kind: 'value', value });
    expect(waits).toMatchObject([{ ms: 700, stopped: 1 }]);
  });

  test('an object of a class, a function, and a proxy that throws', async () => {
    const odd: readonly unknown[] = [new Own(), () => 1, thenable(() => 1, 'called')];
    const settled: unknown[] = [];
    const counted: number[] = [];
    for (const work of odd) {
      const { patience, waits } = patienceOf();
      settled.push(await settle(work, patience));
      counted.push(waits.length);
    }
    expect(settled.map((one) => (one as { kind: string }).kind)).toEqual([
      'value',
      'value',
      'value',
    ]);
    expect((settled[2] as { value: unknown }).value).toBe('called');
    expect(counted).toEqual([1, 1, 1]);
    const shut = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no');
        },
      },
    );
    const { patience, waits } = patienceOf();
    expect(await settle(shut, patience)).toMatchObject({ kind: 'value' });
    expect(waits).toHaveLength(1);
  });

  test.each([
    ['a record under a `then` of its own kind', Object.prototype, { a: 1 }],
    ['a list under a `then` of its own kind', Array.prototype, [1]],
    ['a list under a `then` of every object', Object.prototype, [1]],
  ])('%s', async (_, prototype, work) => {
    const { patience, waits } = patienceOf();
    const then = (): void => undefined;
    patched([{ on: prototype, key: 'then', value: then }], () => void settle(work, patience));
    // It is not there already: somebody may have to be waited for.
    expect(waits).toHaveLength(1);
  });

  test('what it throws, or rejects with, is an error', async () => {
    const error = new Error('disk');
    const get = (): never => {
      throw error;
    };
    const throwing = Object.defineProperty({}, 'then', { get });
    for (const work of [Promise.reject(error), throwing])
      expect(await settle(work, patienceOf().patience)).toEqual({ kind: 'threw', error });
  });
});

describe('the wait ends', { timeout: SOON }, () => {
  test('after its time, and what comes late is told', async () => {
    for (const how of ['resolved', 'rejected'] as const) {
      const { patience, late, waits, cancellation } = patienceOf();
      let end: (value: unknown) => void = () => undefined;
      const work = new Promise((resolve, reject) => {
        end = how === 'resolved' ? resolve : reject;
      });
      const settled = settle(work, patience);
      waits[0]?.give();
      expect(await settled).toEqual({ kind: 'timeout' });
      expect([waits[0]?.stopped, late]).toEqual([1, []]);
      cancellation.abort();
      end(1);
      await turns();
      expect(late).toEqual([how]);
    }
  });

  test('with the run, once', async () => {
    const { patience, late, waits, cancellation } = patienceOf();
    const settled = settle(never(), patience);
    cancellation.abort();
    waits[0]?.give();
    expect(await settled).toEqual({ kind: 'cancelled' });
    expect([waits[0]?.stopped, late]).toEqual([1, []]);
  });

  test('at once in a run that is over', async () => {
    const { patience, cancellation } = patienceOf();
    cancellation.abort();
    expect(await settle(never(), patience)).toEqual({ kind: 'cancelled' });
  });

  test('at once without a timer that works, and never by time without a limit', async () => {
    const timer = {
      after: () => {
        throw new Error('no timer');
      },
    };
    expect(await settle(never(), patienceOf({ timer }).patience)).toEqual({ kind: 'timeout' });
    const unlimited = patienceOf({ limitMs: null });
    const settled = settle(Promise.resolve(1), unlimited.patience);
    expect(await settled).toEqual({ kind: 'value', value: 1 });
    expect(unlimited.waits).toEqual([]);
    const immediate = patienceOf({ limitMs: 0 });
    const waiting = settle(never(), immediate.patience);
    expect(immediate.waits).toMatchObject([{ ms: 0 }]);
    immediate.waits[0]?.give();
    expect(await waiting).toEqual({ kind: 'timeout' });
  });

  test('although the timer cannot be stopped, or rings at once', async () => {
    const stubborn = {
      after: () => () => {
        throw new Error('rings on');
      },
    };
    const value = { kind: 'value', value: 1 };
    expect(await settle(Promise.resolve(1), patienceOf({ timer: stubborn }).patience)).toEqual(
      value,
    );
    const eager = {
      after(_ms: number, give: () => void) {
        give();
        return () => undefined;
      },
    };
    const { patience, late } = patienceOf({ timer: eager });
    expect(await settle(Promise.resolve(1), patience)).toEqual({ kind: 'timeout' });
    await turns();
    expect(late).toEqual(['resolved']);
  });

  test('and whoever listened for the end of the run is let go', async () => {
    const taken: string[] = [];
    const cancellation = {
      aborted: false,
      onAbort: () => {
        taken.push('listens');
        return () => void taken.push('let go');
      },
    } as unknown as Cancellation;
    const { patience } = patienceOf({ cancellation });
    await settle(Promise.resolve(1), patience);
    expect(taken).toEqual(['listens', 'let go']);
  });
});
