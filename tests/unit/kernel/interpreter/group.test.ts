import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel, defineTool } from '../../../../hosts/index.js';
import type { Json } from '../../../../schemas/index.js';

/** Runs two parallel reads, the second of which takes these arguments; tells what it was given. */
async function second(args: Json): Promise<unknown> {
  const given: unknown[] = [];
  const read = defineTool({
    name: 'read',
    description: 'reads',
    effect: 'read',
    capabilities: ['fs.read'],
    input: z.strictObject({
      kind: z.unknown().optional(),
      ref: z.unknown().optional(),
      x: z.unknown().optional(),
    }),
    output: z.unknown(),
    run: (input) => {
      given.push(input);
      return `value ${given.length}`;
    },
  });
  const kernel = createKernel({ tools: [read], grant: ['fs.read'], principal: 'user:me' });
  const step = { kind: 'tool', tool: 'read', parallel: true };
  const steps = [
    { ...step, id: 'a', args: {} },
    { ...step, id: 'b', args },
  ];
  const { status } = await kernel.run('go', { plan: { steps, final: 'b' } });
  return { status, given: given[1] };
}

const a = { kind: 'ref', ref: 'a' };

test('a step waits for what it refers to, also beside arguments that are called `kind` and `ref`', async () => {
  const args = { kind: 'ref', ref: 'other', x: a };
  expect(await second(args)).toEqual({ status: 'committed', given: { ...args, x: 'value 1' } });
});

test('a step waits for what a record of its arguments refers to', async () => {
  const fields = { kind: 'ref', ref: 'other', y: [a] };
  expect(await second({ x: { kind: 'record', fields } })).toEqual({
    status: 'committed',
    given: { x: { ...fields, y: ['value 1'] } },
  });
});

test('arguments that only look like a reference make nobody wait', async () => {
  const args = { kind: 'ref', ref: 'a' };
  expect(await second(args)).toEqual({ status: 'committed', given: args });
});
