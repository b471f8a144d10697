// The one place that runs tools: what it is made of, what it refuses, and when a tool is open.
import { describe, expect, test } from 'vitest';
import { classed } from '../../../../hosts/conformance/classed.js';
import { rootContext } from '../../../../kernel/context/planning-context.js';
import { effectCall } from '../../../../kernel/effects/call-request.js';
import {
  type DispatchDesk,
  EffectDispatcher,
  gateOf as gateOfDispatcher,
  isDispatcher,
} from '../../../../kernel/effects/dispatcher.js';
import { defineTool, type Tool, type ToolRun } from '../../../../kernel/effects/tool-run.js';
import type { Gate } from '../../../../kernel/gate/gate.js';
import { trustQuery } from '../../../../kernel/index.js';
import { labelled, mintTainted } from '../../../../kernel/provenance/tainted.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import { noteSpec } from '../../../fakes/notebook.js';
import { alice } from '../../../fakes/office.js';
import { fromUser } from '../gate/gate-call.js';
import { deskOf, gateOf, held } from './effect-desk.js';

const noteTool = (run: ToolRun, spec: object = {}): Tool =>
  defineTool({ ...classed({ ...noteSpec, ...spec }), run });
const ok: ToolRun = () => ({ ok: true });

function requestOf(tool = 'note', args: unknown = { text: 'milk' }) {
  const query = trustQuery('Note "milk".', { principal: alice });
  return {
    id: 'r.1',
    run: 'r',
    step: 's',
    tool,
    args: mintTainted(labelled(snapshot(args), fromUser)),
    decision: rootContext(query).decision,
    condition: [],
    authority: ['notes.write'],
    principal: alice,
    intent: query.text,
    facts: {},
  };
}

async function dispatched(
  run: ToolRun,
  how: { readonly spec?: object; readonly desk?: Partial<DispatchDesk> } = {},
) {
  const dispatcher = new EffectDispatcher(gateOf(), [noteTool(run, how.spec)], null);
  const made = deskOf(how.desk);
  const end = await dispatcher.dispatch(requestOf(), made.desk).catch((error: unknown) => error);
  return { dispatcher, end, ...made };
}

describe('a dispatcher', () => {
  test('is final, frozen and known by its brand', () => {
    class Loose extends EffectDispatcher {}
    expect(() => new Loose(gateOf(), [], null)).toThrow(
      expect.objectContaining({
        code: 'final_class',
        message: 'EffectDispatcher cannot be extended',
      }),
    );
    const gate = gateOf();
    const dispatcher = new EffectDispatcher(gate, [noteTool(ok)], null);
    const parts = [
      dispatcher,
      dispatcher.definitions,
      EffectDispatcher,
      EffectDispatcher.prototype,
    ];
    expect(parts.every(Object.isFrozen)).toBe(true);
    const others = [null, undefined, 'dispatcher', 7, {}, Object.create(dispatcher)];
    expect([dispatcher, ...others].map(isDispatcher)).toEqual([true, ...others.map(() => false)]);
    expect(gateOfDispatcher(dispatcher)).toBe(gate);
    expect(dispatcher.grant).toEqual(['notes.write']);
    expect(Object.keys(dispatcher.definitions)).toEqual(['note']);
  });

  test('is made of a gate and of tools with a name each', () => {
    expect(() => new EffectDispatcher({} as Gate, [], null)).toThrow('not a gate');
    expect(() => new EffectDispatcher(gateOf(), [noteTool(ok), noteTool(ok)], null)).toThrow(
      expect.objectContaining({
        code: 'tool_duplicate',
        message: 'two tools are called `note`',
      }),
    );
  });

  test.each(['mail', 'toString', '__proto__'])('knows no tool `%s`', async (name) => {
    const dispatcher = new EffectDispatcher(gateOf(), [noteTool(ok)], null);
    await expect(dispatcher.dispatch(requestOf(name), deskOf().desk)).rejects.toMatchObject({
      name: 'KernelFault',
      code: 'tool_unknown',
      message: `unknown tool \`${name}\``,
    });
  });

  test('takes a record as arguments', () => {
    const [definition] = [noteTool(ok).definition];
    for (const args of ['milk', ['milk'], null])
      expect(() => effectCall(requestOf('note', args), definition)).toThrow(
        expect.objectContaining({
          code: 'tainted_required',
          message: 'arguments that are no record',
        }),
      );
    expect(effectCall(requestOf(), definition)).toMatchObject({ args: { text: 'milk' } });
  });
});

describe('a tool is open', () => {
  test('while it runs, and no longer once it has answered or thrown', async () => {
    const runs: readonly ToolRun[] = [
      ok,
      async () => ({ ok: true }),
      () => {
        throw new Error('disk');
      },
      () => Promise.reject(new Error('disk')),
    ];
    for (const run of runs) {
      const inside: boolean[] = [];
      let seen: EffectDispatcher | null = null;
      const tool = noteTool((args, context) => {
        inside.push(seen?.isInside() === true);
        return run(args, context);
      });
      const dispatcher = new EffectDispatcher(gateOf(), [tool], null);
      seen = dispatcher;
      await dispatcher.dispatch(requestOf(), deskOf().desk).catch(() => undefined);
      expect([inside, dispatcher.isInside()]).toEqual([[true], false]);
    }
  });

  test('after the run has given up on it, until it settles', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { dispatcher, end, events } = await dispatched(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      {
        spec: { timeoutMs: 5 },
        desk: {
          timer: {
            after: (_ms, give) => {
              queueMicrotask(give);
              return () => undefined;
            },
          },
        },
      },
    );
    expect(end).toMatchObject({ code: 'tool_timeout' });
    expect(dispatcher.isInside()).toBe(true);
    answer({ ok: true });
    await expect.poll(() => dispatcher.isInside()).toBe(false);
    expect(events.at(-1)).toEqual({ kind: 'late_result', call: 'r.1' });
  });

  test('for as long as its own limit says, else that of the run', async () => {
    const waits: number[] = [];
    const timer = {
      after(ms: number) {
        waits.push(ms);
        return () => undefined;
      },
    };
    const slow: ToolRun = async () => ({ ok: true });
    await dispatched(slow, { spec: { timeoutMs: 5 }, desk: { timer, toolTimeoutMs: 9 } });
    await dispatched(slow, { desk: { timer, toolTimeoutMs: 9 } });
    expect(waits).toEqual([5, 9]);
  });
});

describe('between the admission and the effect', () => {
  test('the end of the run withdraws the call', async () => {
    let runs = 0;
    const made = deskOf();
    const { cancellation } = made.desk;
    const { desk } = made;
    const now = (): number => {
      cancellation.abort();
      return 1_000;
    };
    const recorder = { ...desk.recorder, clock: { now } };
    const count: ToolRun = () => {
      runs += 1;
      return { ok: true };
    };
    const dispatcher = new EffectDispatcher(gateOf(), [noteTool(count)], null);
    await expect(dispatcher.dispatch(requestOf(), { ...desk, recorder })).rejects.toMatchObject({
      name: 'RunStopped',
      code: 'cancelled',
      message: 'cancelled before an effect',
    });
    expect(made.effects).toMatchObject([{ outcome: 'withdrawn' }]);
    expect(runs).toBe(0);
  });

  test('a policy that is taken back withdraws it', async () => {
    let reads = 0;
    const current = () => {
      reads += 1;
      return reads > 1 ? { ...held, grant: [] } : held;
    };
    const gate = gateOf({ policy: { current } });
    const dispatcher = new EffectDispatcher(gate, [noteTool(ok)], null);
    const made = deskOf();
    await expect(dispatcher.dispatch(requestOf(), made.desk)).rejects.toMatchObject({
      code: 'capability_missing',
    });
    expect(made.effects).toMatchObject([{ outcome: 'withdrawn' }]);
  });

  test('an error of the kernel’s own is no answer of the gate: it ends the call as it is', async () => {
    const fault = new TypeError('broken');
    const made = deskOf();
    const recorder = {
      ...made.desk.recorder,
      trace: () => {
        throw fault;
      },
    };
    const dispatcher = new EffectDispatcher(gateOf(), [noteTool(ok)], null);
    const work = dispatcher.dispatch(requestOf(), { ...made.desk, recorder });
    await expect(work).rejects.toBe(fault);
    expect(made.effects).toEqual([]);
    expect(made.records().map(({ kind }) => kind)).toEqual(['admission']);
  });
});
