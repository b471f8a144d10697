// Conditions that choose more than whether: which of several, by half a word, by a key; and one
// that takes long to refuse.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel, type Tool } from '../../hosts/index.js';
import type { Condition, Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { type Canaries, makeCanaries } from '../fakes/canary.js';
import { alice } from '../fakes/office.js';
import { call, fact, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked } from '../fakes/refusal.js';

const text = z.string();
const host = { minted: true as const, readers: ['user'] };

function makeTools(canaries: Canaries): readonly Tool[] {
  const reads = { description: 'x', effect: 'read' as const, capabilities: ['go'] };
  return [
    canaries.tool(
      {
        ...reads,
        name: 'entries',
        input: z.strictObject({}),
        output: z.array(z.strictObject({ id: text, title: text })),
        result: { '': host, '/*': host, '/*/id': { minted: 'entry', readers: ['user'] } },
      },
      [
        { id: 'e1', title: 'Dentist' },
        { id: 'e2', title: 'B' },
      ],
    ),
    canaries.tool(
      {
        ...reads,
        name: 'letter',
        input: z.strictObject({}),
        output: z.strictObject({ choice: text }),
        result: { '': { readers: ['user'] } },
      },
      { choice: 'A2' },
    ),
    canaries.tool(
      {
        name: 'close',
        description: 'x',
        effect: 'write',
        commit: true,
        capabilities: ['go'],
        classes: ['workspaceMutation'],
        input: z.strictObject({ id: text.optional() }),
        output: z.null(),
        args: { '/id': { handle: 'entry', orNamed: true } },
        sink: 'own',
      },
      null,
    ),
  ];
}

function setStage() {
  const canaries = makeCanaries();
  const kernel = createKernel({ tools: makeTools(canaries), grant: ['go'], principal: alice });
  const facts = {
    accounts: { value: ['A1', 'A2', 'A3'] },
    contacts: { value: { bob: { name: 'Bob', account: 'A1' }, carol: { account: 'A3' } } },
  };
  const run = (...steps: readonly Step[]) =>
    kernel.run('Cancel the Budget meeting of Bob', { plan: planOf(...steps), facts });
  return { canaries, run };
}

function whenSaid(left: Condition): Step {
  return { kind: 'when', id: 'w', if: left, tool: 'close', args: { id: { kind: 'each' } } };
}

verifies(['INV-P24', 'INV-P25'], 'content does not say of which, item by item', async () => {
  const { canaries, run } = setStage();
  const each = whenSaid({ test: 'equals', left: { kind: 'each' }, right: ref('l', 'choice') });
  const steps = [each] as never;
  const over = fact('accounts');
  const map: Step = { kind: 'map', id: 'm', over, atMost: 9, steps, final: 'w' };
  expectBlocked(await run(call('l', 'letter'), map), 'decision_tainted', 'provenance');
  const nothing: Step = {
    kind: 'when',
    id: 'w',
    if: { test: 'equals', left: ref('l', 'choice'), right: 'A2' },
    tool: 'close',
    args: {},
  };
  expectBlocked(await run(call('l', 'letter'), nothing), 'decision_tainted', 'provenance');
  expect(canaries.of('close')).toEqual([]);
});

verifies('INV-P22', 'a title that is a letter of the user\u2019s words names nothing', async () => {
  const { canaries, run } = setStage();
  const title = { kind: 'item', path: 'title' } as const;
  const words = 'Cancel the Budget meeting of Bob';
  const conditions: readonly Condition[] = [
    { test: 'in', left: title, right: words },
    { test: 'contains', left: words, right: title },
  ];
  for (const where of conditions) {
    const list = ref('e');
    const select: Step = { kind: 'compute', id: 'x', fn: 'select', args: { list }, where };
    const steps = [call('e', 'entries'), select, call('c', 'close', { id: ref('x', 'id') })];
    expectBlocked(await run(...steps), 'control_tainted', 'provenance');
  }
  expect(canaries.of('close')).toEqual([]);
});

verifies(
  'INV-P5',
  'a key into what the host vouches for is the planner\u2019s, by any way',
  async () => {
    const { canaries, run } = setStage();
    const where: Condition = {
      test: 'equals',
      left: { kind: 'item', path: 'bob.name' },
      right: 'Bob',
    };
    const list = [fact('contacts')];
    const select: Step = { kind: 'compute', id: 's', fn: 'select', args: { list }, where };
    const close = call('c', 'close', { id: ref('s', 'carol.account') });
    expectBlocked(await run(select, close), 'target_unanchored', 'provenance');
    const direct = call('c', 'close', { id: fact('contacts', 'carol.account') });
    expectBlocked(await run(direct), 'target_unanchored', 'provenance');
    expect(canaries.of('close')).toEqual([]);
  },
);

test('a malformed condition of many branches is refused without trying them all', async () => {
  const { run } = setStage();
  let condition: object = { x: 1 };
  for (let i = 0; i < 9; i += 1) condition = { all: [condition], any: [condition], not: condition };
  const step = { kind: 'when', id: 'w', if: condition, tool: 'close', args: {} };
  const result = await run(step as never);
  expect(result).toMatchObject({ status: 'rejected', problem: { code: 'plan_malformed' } });
});
