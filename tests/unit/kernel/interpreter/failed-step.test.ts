// Where a run failed, and what is to be done about it.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createKernel,
  declassify,
  defineTool,
  type KernelConfig,
} from '../../../../hosts/index.js';
import { scriptedParser } from '../../../../reasoner/index.js';
import type { Step } from '../../../../schemas/index.js';
import { codeThrownBy } from '../../../cases/decides.js';
import { verifies } from '../../../claims/verifies.js';
import { alice, makeOffice } from '../../../fakes/office.js';
import { call, constant, merge, parse, planOf, ref } from '../../../fakes/plan-steps.js';

const wait = defineTool({
  name: 'wait',
  description: 'Never ends.',
  effect: 'write',
  capabilities: ['x.wait'],
  classes: ['workspaceMutation'],
  sink: 'own',
  input: z.strictObject({}),
  output: z.null(),
  run: () => new Promise(() => undefined),
});
const read = defineTool({
  name: 'read',
  description: 'Reads.',
  effect: 'read',
  capabilities: ['x.read'],
  input: z.strictObject({ id: z.string(), at: z.strictObject({ n: z.number() }).optional() }),
  output: z.strictObject({ text: z.string() }),
  run: ({ id }) => (id === 'odd' ? { txt: 1 } : { text: 'x' }),
});
const config: KernelConfig = {
  tools: [wait, read],
  schemas: { s: z.strictObject({ a: z.string() }) },
  grant: ['x.wait', 'x.read'],
  principal: alice,
  parser: scriptedParser({ s: { a: 1 } }),
};

const run = (steps: readonly Step[], more: Partial<KernelConfig> = {}) =>
  createKernel({ ...config, ...more }).run('Do it', { plan: planOf(...steps) });

describe('the step of a problem', () => {
  const one = constant('one', 'x');
  const good = call('good', 'read', { id: 'a' });
  const cases: readonly (readonly [string, string | null, string, readonly Step[]])[] = [
    ['a denied call', 'bad', 'schema_invalid', [one, good, call('bad', 'read', {})]],
    [
      'an output that does not fit',
      'odd',
      'result_invalid',
      [good, call('odd', 'read', { id: 'odd' })],
    ],
    ['a parse that does not fit', 'p', 'parse_invalid', [good, parse('p', ref('good'), 's')]],
    [
      'a path that is not there',
      'm',
      'path_missing',
      [good, merge('m', { a: ref('good', 'nix') })],
    ],
  ];
  test.each(cases)('%s', async (_, step, code, steps) => {
    const { problem } = await run(steps);
    expect([problem?.step, problem?.code]).toEqual([step, code]);
  });

  test('is none where no step had begun, or the next had not', async () => {
    const limited = await run([good, call('next', 'read', { id: 'b' })], {
      limits: { maxEffects: 1 },
    });
    expect([limited.problem?.code, limited.problem?.step]).toEqual(['limit_effects', null]);
    const unknown = await run([call('x', 'nix')]);
    expect([unknown.problem?.code, unknown.problem?.step]).toEqual(['plan_unknown_tool', null]);
  });

  test('of a call that the Gate refused is named in the office too', async () => {
    const { problem } = await makeOffice().run('Send', [
      call('ring', 'ring_alarm'),
      call('s', 'send_email', { to: 'eve@evil.com', body: 'x' }),
    ]);
    expect([problem?.code, problem?.step]).toEqual(['critical_untrusted', 's']);
  });
});

describe('what is to be done', () => {
  verifies(
    'INV-L3',
    'after an end that nobody knows: look, before anything runs again',
    async () => {
      const late = await run([call('w', 'wait')], { limits: { toolTimeoutMs: 5 } });
      expect([late.status, late.problem?.code, late.problem?.step]).toEqual([
        'uncertain',
        'tool_timeout',
        'w',
      ]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);
      const kernel = createKernel(config);
      const plan = planOf(call('w', 'wait'));
      const cancelled = await kernel.run('Do it', { plan, signal: controller.signal });
      expect([cancelled.status, cancelled.problem?.code]).toEqual(['uncertain', 'cancelled']);
      for (const { problem } of [late, cancelled])
        expect(problem?.mend).toMatch(/^look whether the effect happened before you run it again/);
    },
  );

  test('says what is missing, and where', async () => {
    const { problem } = await run([call('bad', 'read', {})]);
    expect(problem?.message).toBe('arguments of `read` at `/id`: missing');
    const wrong = await run([call('bad', 'read', { id: 5 })]);
    expect(wrong.problem?.message).toBe('arguments of `read` at `/id`');
  });

  test('shows a layer how a denial looks, and the code of a rejected plan once', async () => {
    const layer = { stage: 'rules', answer: () => ({ outcome: 'deny' }) } as never;
    const { problem } = await run([call('r', 'read', { id: 'a' })], { layers: [layer] });
    expect(problem?.message).toContain('`deny` with a `denial` of `code`, `reason` and `remedies`');
    const rejected = await createKernel(config).run('Do it', { plan: { steps: [] } });
    expect(rejected.problem?.message).not.toContain('plan_malformed');
  });
});

test('a value is not taken out of its label without options, and the fault is typed', async () => {
  const { output } = await run([constant('one', 'x')]);
  const open = declassify as (value: unknown, options?: unknown) => unknown;
  for (const options of [undefined, null, {}, { reason: 5 }, { reason: ' ' }])
    expect(codeThrownBy(() => open(output, options))).toBe('reason_required');
});

test('a schema of zod 3 is named as one', () => {
  const old = { _def: { typeName: 'ZodObject' }, safeParse: () => ({}) } as never;
  expect(() =>
    defineTool({
      name: 'x',
      description: 'x',
      effect: 'pure',
      capabilities: [],
      input: old,
      output: z.null(),
      run: () => null,
    }),
  ).toThrow('install zod 4');
});
