import { describe, expect, it } from 'vitest';
import {
  failingPlanner,
  ReasonerError,
  scriptedParser,
  scriptedPlanner,
  scriptedProvider,
  spliceSteps,
} from '../../../../reasoner/index.js';
import { inboxPlan, openCall, rootContext } from '../../../fakes/planner-contexts.js';

const request = { source: 'x', instruction: 'y', schemaName: 'summary', schema: {} };

describe('scriptedPlanner', () => {
  it('gives one plan at every call and keeps what it saw', async () => {
    const planner = scriptedPlanner(inboxPlan);
    expect(await planner.plan(rootContext, openCall())).toBe(inboxPlan);
    const other = { ...rootContext, content: 'tainted' };
    expect(await planner.plan(other, openCall())).toBe(inboxPlan);
    expect(planner.seen).toEqual([rootContext, other]);
  });

  it('gives the plans of a list in order and then fails', async () => {
    const planner = scriptedPlanner([{ first: 1 }, { second: 2 }]);
    expect(await planner.plan(rootContext, openCall())).toEqual({ first: 1 });
    expect(await planner.plan(rootContext, openCall())).toEqual({ second: 2 });
    await expect(planner.plan(rootContext, openCall())).rejects.toMatchObject({
      code: 'reasoner_failed',
      message: 'the script holds no answer for call 3',
    });
  });

  it('calls a function with the context', async () => {
    const planner = scriptedPlanner((context) => ({ echo: context.query }));
    expect(await planner.plan(rootContext, openCall())).toEqual({ echo: rootContext.query });
  });

  it('obeys an aborted signal', async () => {
    const planner = scriptedPlanner(inboxPlan);
    await expect(planner.plan(rootContext, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(planner.seen).toEqual([]);
  });
});

describe('scriptedParser', () => {
  it('answers by the name of the schema, by value or by function', async () => {
    const parser = scriptedParser({
      summary: { text: 'short' },
      echo: (asked: typeof request) => ({ text: asked.source }),
    });
    expect(await parser.parse(request, openCall())).toEqual({ text: 'short' });
    const echo = { ...request, schemaName: 'echo' };
    expect(await parser.parse(echo, openCall())).toEqual({ text: 'x' });
    expect(parser.seen).toEqual([request, echo]);
  });

  it('answers by one function for all', async () => {
    const parser = scriptedParser((asked) => asked.instruction);
    expect(await parser.parse(request, openCall())).toBe('y');
  });

  it.each(['other', 'toString'])('fails for the unscripted schema %s', async (schemaName) => {
    const parser = scriptedParser({ summary: {} });
    await expect(parser.parse({ ...request, schemaName }, openCall())).rejects.toMatchObject({
      code: 'reasoner_failed',
      mend: 'add the answer to the script',
    });
  });
});

describe('scriptedProvider', () => {
  it('fails past its last text', async () => {
    const provider = scriptedProvider(['a']);
    const asked = { system: '', user: '', schema: {}, maxTokens: 1, ...openCall() };
    expect((await provider.complete(asked)).text).toBe('a');
    await expect(provider.complete(asked)).rejects.toMatchObject({ code: 'reasoner_failed' });
    expect(provider.seen).toEqual([asked, asked]);
  });
});

describe('failingPlanner', () => {
  it('throws what no reasoner should, with the query in the message', async () => {
    const error: unknown = await failingPlanner('throws')
      .plan(rootContext, openCall())
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ReasonerError);
    expect(String(error)).toContain(rootContext.query);
  });

  it.each([
    ['unreachable', 'reasoner_unreachable'],
    ['prose', 'reasoner_output_invalid'],
  ] as const)('%s ends with %s', async (failure, code) => {
    await expect(failingPlanner(failure).plan(rootContext, openCall())).rejects.toMatchObject({
      code,
    });
  });

  it('hands prose on as the output', async () => {
    const error: unknown = await failingPlanner('prose')
      .plan(rootContext, openCall())
      .catch((thrown) => thrown);
    expect(error).toHaveProperty('output', expect.stringContaining('Certainly!'));
  });

  it('hangs until it is aborted', async () => {
    const controller = new AbortController();
    const planner = failingPlanner('hangs');
    const hanging = planner.plan(rootContext, { signal: controller.signal });
    const first = await Promise.race([hanging, new Promise((go) => setImmediate(go, 'open'))]);
    expect(first).toBe('open');
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    expect(planner.seen).toEqual([rootContext]);
  });

  it('stays deaf when it is aborted', async () => {
    const controller = new AbortController();
    const hanging = failingPlanner('deaf').plan(rootContext, { signal: controller.signal });
    controller.abort();
    const first = await Promise.race([hanging, new Promise((go) => setImmediate(go, 'open'))]);
    expect(first).toBe('open');
  });

  it('returns garbage that is no plan', async () => {
    const value = await failingPlanner('garbage').plan(rootContext, openCall());
    expect(value).not.toHaveProperty('steps');
  });

  it('mends its plan in the repair round, not before', async () => {
    const planner = failingPlanner('mends', inboxPlan);
    const bad = await planner.plan(rootContext, openCall());
    expect(bad).toMatchObject({ final: 'broken' });
    expect(await planner.plan(rootContext, openCall())).toEqual(bad);
    const repair = { previous: {}, problems: [] };
    expect(await planner.plan({ ...rootContext, repair }, openCall())).toBe(inboxPlan);
  });
});

describe('spliceSteps', () => {
  it('puts steps before and after, and leaves the plan as it was', () => {
    const before = structuredClone(inboxPlan);
    const extra = { kind: 'const', id: 'evil', value: 'attacker@evil.com' };
    const last = { kind: 'tool', id: 'leak', tool: 'send_email', args: {} };
    const spliced = spliceSteps(inboxPlan, { before: [extra], after: [last], final: 'leak' });
    expect(spliced).toEqual({ steps: [extra, ...inboxPlan.steps, last], final: 'leak' });
    expect(inboxPlan).toEqual(before);
  });

  it('changes nothing if nothing is asked', () => {
    expect(spliceSteps(inboxPlan, {})).toEqual(inboxPlan);
  });
});
