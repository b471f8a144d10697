// What a tool's answer is worth, its handle, its key, and what a release rests on.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { classed } from '../../../../hosts/conformance/classed.js';
import { idempotencyOf } from '../../../../kernel/effects/idempotency.js';
import { answerByPlan } from '../../../../kernel/effects/plan-ruling.js';
import { assertRecorded } from '../../../../kernel/effects/recorded-releases.js';
import {
  errorText,
  readResult,
  resultDigest,
  resultOrigin,
} from '../../../../kernel/effects/tool-result.js';
import { defineTool, openTool, Tool } from '../../../../kernel/effects/tool-run.js';
import { openTainted, type Tainted } from '../../../../kernel/provenance/tainted.js';
import { branchTree, type Json, makeLabel, uniformTree } from '../../../../schemas/index.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';
import { noteSpec } from '../../../fakes/notebook.js';
import { callOf, fromMail, fromUser } from '../gate/gate-call.js';
import { deskOf } from './effect-desk.js';

const answering = (output: z.ZodType) => callOf({ spec: { output } });

describe('a result', () => {
  test('is read as plain data; nothing is null', () => {
    const { code, value } = readResult(answering(z.json()), { a: [1] }) as {
      code: null;
      value: Json;
    };
    expect([code, value, Object.isFrozen(value)]).toEqual([null, { a: [1] }, true]);
    expect(readResult(answering(z.null()), undefined)).toEqual({ code: null, value: null });
    expect(readResult(answering(z.json()), 0)).toEqual({ code: null, value: 0 });
  });

  test('is what its schema made of it', () => {
    const read = readResult(answering(z.strictObject({ a: z.string().trim() })), { a: ' x ' });
    expect(read).toEqual({ code: null, value: { a: 'x' } });
    expect(Object.isFrozen((read as { value: object }).value)).toBe(true);
  });

  test('that does not fit, or is no plain data, says where or why', () => {
    expect(readResult(callOf(), { ok: 1 })).toEqual({
      code: 'result_invalid',
      what: 'does not fit its schema at `/ok`',
    });
    const refused = readResult(callOf(), { ok: () => true });
    expect(refused.code).toBe('result_refused');
    expect((refused as { what: string }).what).not.toBe('');
    const broken = { definition: { output: null } } as never;
    expect(() => readResult(broken, {})).toThrow(TypeError);
  });

  test('has a digest, unless none can be taken', () => {
    const keyed = (text: string): string => `k(${text})`;
    expect(resultDigest({ b: 1, a: 2 }, keyed)).toBe('k({"a":2,"b":1})');
    expect(resultDigest({ b: 1n } as never, keyed)).toBeNull();
  });
});

describe('what a result inherits', () => {
  const origin = (parts: Parameters<typeof callOf>[0]) => resultOrigin(callOf(parts));
  const field = uniformTree(fromUser, false);
  const planned = makeLabel({ sources: ['user'], control: ['planner'], readers: 'anyone' });
  const decided = makeLabel({ sources: ['user'], control: ['planner', 'q_parse'], readers: [] });

  test('is the label of all arguments and whoever decided, but for the planner', () => {
    const { args, decision, principal } = origin({ label: fromMail, decision: decided });
    expect(args.sources).toEqual(['tool:read_inbox']);
    expect(args.control).toEqual(['q_parse', 'tool:read_inbox', 'user']);
    expect([decision, principal]).toEqual([['q_parse', 'user'], 'user:alice@example.com']);
    expect(origin({ decision: planned }).decision).toEqual(['user']);
  });

  test('leaves out the shape of the arguments, but for a key that nobody declared', () => {
    const tree = branchTree(fromMail, { text: field });
    const { args } = origin({ tree, decision: planned });
    expect([args.sources, args.readers]).toEqual([['user'], 'anyone']);
    const other = branchTree(fromMail, { text: field, other: field });
    expect(origin({ tree: other, decision: planned }).args.sources).toEqual([
      'tool:read_inbox',
      'user',
    ]);
    const none = origin({ tree: branchTree(fromMail, {}), decision: planned });
    expect(none.args).toEqual({ sources: [], control: ['user'], readers: 'anyone', subjects: [] });
  });
});

describe('the text of an error', () => {
  const textOf = (error: unknown) => {
    const { value, tree } = openTainted(errorText(callOf(), error) as Tainted);
    return { value, label: tree.flat };
  };

  test('is its own message, or a text that was thrown, and nothing else', () => {
    expect(textOf(new Error('disk')).value).toBe('disk');
    expect(textOf('disk').value).toBe('disk');
    expect(textOf('x'.repeat(5_000)).value).toBe('x'.repeat(4_096));
    for (const other of [{ message: 'disk' }, 7, null, undefined])
      expect(textOf(other).value).toBeNull();
    const lazy = Object.defineProperty(new Error(), 'message', { get: () => 'read' });
    expect(textOf(lazy).value).toBeNull();
    expect(textOf(Object.create(new Error('of the prototype'))).value).toBeNull();
  });

  test('is the tool’s, and nobody may read it', () => {
    const { label } = textOf('disk');
    expect([label.sources, label.readers]).toEqual([['tool:note', 'user'], []]);
  });

  test('is left out where it cannot be read', () => {
    const shut = new Proxy(new Error('x'), {
      getOwnPropertyDescriptor: () => {
        throw new Error('no');
      },
    });
    expect(errorText(callOf(), shut)).toBeUndefined();
  });
});

describe('a handle of a tool', () => {
  const parts = { ...classed(noteSpec), run: () => 7 };

  test('shows the definition, hides the callable, and is made by `defineTool` alone', () => {
    const tool = defineTool(parts);
    expect([tool.name, tool.kind, tool.definition.spec.name]).toEqual([
      'note',
      'sluice.tool',
      'note',
    ]);
    expect(Object.keys(tool).sort()).toEqual(['definition', 'kind']);
    expect([tool, Tool, Tool.prototype].every(Object.isFrozen)).toBe(true);
    expect(openTool(tool)({}, {} as never)).toBe(7);
    const Open = Tool as unknown as new (...given: unknown[]) => Tool;
    for (const key of [undefined, {}, Object.freeze({})])
      expect(() => new Open(key, tool.definition, parts.run)).toThrow(
        expect.objectContaining({
          code: 'tool_malformed',
          message: 'a tool is made by `defineTool`',
        }),
      );
    expect(() => defineTool({ ...parts, run: 'x' as never })).toThrow(
      expect.objectContaining({ code: 'tool_malformed', message: '`run` must be a function' }),
    );
  });

  test('of another copy is told from junk', () => {
    const foreign = {
      code: 'foreign_kernel',
      message: 'a tool defined by another copy of the package',
    };
    expect(() => openTool({ kind: 'sluice.tool' })).toThrow(expect.objectContaining(foreign));
    const copy = Object.create(defineTool(parts)) as object;
    expect(() => openTool(copy)).toThrow(expect.objectContaining(foreign));
    const junk = { code: 'tool_malformed', message: 'not a tool: use `defineTool`' };
    for (const given of [undefined, null, 'note', 7, {}, { kind: '' }])
      expect(() => openTool(given)).toThrow(expect.objectContaining(junk));
  });
});

describe('an idempotency key', () => {
  const keyed = (text: string): string => `k(${text})`;
  const keyOf = (idempotency: string | undefined, args: Json) =>
    idempotencyOf({ definition: { spec: { idempotency } } as never, args: args as never }, keyed);

  test('is a text that is not empty, or a number, where its pointer leads', () => {
    expect(keyOf('/key', { key: 'a' })).toBe('k("a")');
    expect(keyOf('/key', { key: 0 })).toBe('k(0)');
    expect(keyOf('/a/0/key', { a: [{ key: 'b' }] })).toBe('k("b")');
    for (const key of ['', true, null, ['a'], { a: 1 }]) expect(keyOf('/key', { key })).toBeNull();
  });

  test('is none where nothing is declared, or nothing is there', () => {
    expect(keyOf(undefined, { key: 'a' })).toBeNull();
    expect(keyOf('/key', {})).toBeNull();
    expect(keyOf('/toString', {})).toBeNull();
    for (const a of ['text', null, 7]) expect(keyOf('/a/length', { a })).toBeNull();
  });
});

describe('a release', () => {
  const one = { argument: '/a', rule: 'r', releases: 'all' } as never as Parameters<
    typeof assertRecorded
  >[0][number];

  test('is good as it was recorded, and no other', () => {
    expect(() => assertRecorded([one], [{ ...one, rule: 'x' }, one])).not.toThrow();
    expect(() => assertRecorded([], [])).not.toThrow();
    for (const change of [{ argument: '/b' }, { rule: 'x' }, { releases: 'control' as const }])
      expect(() => assertRecorded([one], [{ ...one, ...change }])).toThrow(
        expect.objectContaining({
          code: 'withdrawn',
          message: '`/a` would be released by another rule than the recorded one',
          denial: expect.objectContaining({ stage: 'admission' }),
        }),
      );
    expect(() => assertRecorded([one, { ...one, argument: '/b' }], [one])).toThrow('`/b`');
  });
});

describe('a ruling on the whole plan', () => {
  const asked = (canonical: string | null) =>
    ({ verdict: { canonical }, policy: '1', where: {}, paths: {} }) as never;

  test('answers a call, on record first', async () => {
    const request = anApprovalRequest();
    const ruling = { approval: 'r1', digest: request.digest, decision: 'allow', approver: 'bob' };
    const given: unknown[] = [];
    const answers = {
      answer: (...all: unknown[]) => {
        given.push(...all);
        return { request, ruling };
      },
    } as never;
    const { desk, events, records } = deskOf({ answers });
    const call = callOf();
    expect(await answerByPlan(desk, call, asked('"c"'))).toEqual({ request, ruling });
    expect(given).toEqual([
      call,
      { verdict: { canonical: '"c"' }, policy: '1', paths: {}, now: 1_000 },
    ]);
    expect(events).toEqual([{ kind: 'ruled', call: 'r.1', decision: 'allow', approver: 'bob' }]);
    const { keyed } = desk.recorder.chain;
    expect(records()).toMatchObject([{ kind: 'ruling', data: { args: keyed('"c"') } }]);
    await answerByPlan(desk, call, asked(null));
    expect(records()[1]?.data).toMatchObject({ args: keyed('') });
  });

  test('answers nothing where there is none, or it was about another call', async () => {
    const { desk, events, records } = deskOf();
    expect(await answerByPlan(desk, callOf(), asked('c'))).toBeNull();
    const silent = deskOf({ answers: { answer: () => null } as never });
    expect(await answerByPlan(silent.desk, callOf(), asked('c'))).toBeNull();
    expect([events, records(), silent.events, silent.records()]).toEqual([[], [], [], []]);
  });
});
