// What one layer asks outside: what it is told, and when nobody is asked.
import { describe, expect, test } from 'vitest';
import { Cancellation } from '../../../../kernel/effects/cancellation.js';
import { gatherFor } from '../../../../kernel/effects/gathering.js';
import type { GateLayer } from '../../../../kernel/index.js';
import { callOf, inputsOf } from '../gate/gate-call.js';
import { deskOf } from './effect-desk.js';

const call = callOf();
const verdict = { args: call.args, tree: call.tree, action: null };

async function gather(
  layer: Partial<GateLayer>,
  more: { readonly verdict?: object; readonly cancellation?: Cancellation } = {},
) {
  let taken = 0;
  const { desk } = deskOf({
    takeModelCall: () => {
      taken += 1;
    },
    ...(more.cancellation === undefined ? {} : { cancellation: more.cancellation }),
  });
  const inputs = inputsOf({ gathered: { rules: 'before' } });
  const how = { desk, verdict: { ...verdict, ...more.verdict } as never, inputs, agent: 'scout' };
  const got = await gatherFor({ stage: 'judge', ...layer } as GateLayer, call, how).catch(
    (error: unknown) => error,
  );
  return { got, taken };
}

describe('a layer that asks outside', () => {
  test('is told of the call and by whom it is made; its call has no name', async () => {
    const told: unknown[] = [];
    const { got, taken } = await gather({
      gather: async (asked, checked, port, about) => {
        told.push([asked, checked, (port as { call?: string }).call, about]);
        return 7;
      },
    });
    const about = { policy: '1', agent: 'scout', action: null };
    expect(told).toEqual([[call, { args: call.args, tree: call.tree }, '', about]]);
    expect([got, taken]).toEqual([{ rules: 'before', judge: 7 }, 1]);
    expect(Object.isFrozen(got)).toBe(true);
  });

  test.each([
    ['throws', { gather: () => Promise.reject(new Error('out')) }],
    ['returns what is no data', { gather: async () => () => 1 }],
    ['cannot ask at all', {}],
  ])('and %s got nothing', async (_, layer) => {
    const { got } = await gather(layer as Partial<GateLayer>);
    expect(got).toStrictEqual({ rules: 'before', judge: undefined });
  });

  test.each([{ args: null }, { tree: null }, { args: null, tree: null }])(
    'is a fault of the wiring before the schema: %j',
    async (missing) => {
      const { got, taken } = await gather({ gather: async () => 1 }, { verdict: missing });
      expect(got).toMatchObject({
        name: 'KernelFault',
        code: 'config_malformed',
        message: 'a layer that waits before the schema',
      });
      expect(taken).toBe(0);
    },
  );

  test('is not asked in a run that is over, and costs nothing', async () => {
    const cancellation = new Cancellation(null);
    cancellation.abort();
    let asked = 0;
    const ask = async () => {
      asked += 1;
    };
    const { got, taken } = await gather({ gather: ask }, { cancellation });
    const message = 'cancelled before a model call';
    expect(got).toMatchObject({ name: 'RunStopped', code: 'cancelled', message });
    expect([asked, taken]).toEqual([0, 0]);
  });

  test('is given up on when the run ends while it asks', async () => {
    const cancellation = new Cancellation(null);
    const ask = () => {
      cancellation.abort();
      return new Promise<never>(() => undefined);
    };
    const { got, taken } = await gather({ gather: ask }, { cancellation });
    const message = 'cancelled during a model call';
    expect(got).toMatchObject({ name: 'RunStopped', code: 'cancelled', message });
    expect(taken).toBe(1);
  });
});
