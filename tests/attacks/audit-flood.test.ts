// Content and plans that try to make a record so long that nobody reads it back.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, defineTool, memoryAuditSink, openFileAudit } from '../../hosts/index.js';
import { AuditChain, appendAudit, verifyAudit } from '../../kernel/index.js';
import { type Json, type Label, MAX_RECORD_TEXT } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { recordsLike } from '../fakes/audit-records.js';
import { call, planOf, ref } from '../fakes/plan-steps.js';
import { expectCommitted } from '../fakes/refusal.js';
import { scratchFile } from '../unit/hosts/stores/scratch.js';

const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks some ids up.',
  effect: 'read',
  capabilities: ['mail.read'],
  args: { '/ids/*': {} },
  input: z.strictObject({ ids: z.array(z.string()) }),
  output: z.number(),
  run: () => 1,
});

const compare = defineTool({
  name: 'compare',
  description: 'Compares three texts.',
  effect: 'pure',
  capabilities: [],
  args: { '/a': {}, '/b': {}, '/c': {} },
  input: z.strictObject({ a: z.string(), b: z.string(), c: z.string() }),
  output: z.number(),
  run: () => 1,
});

function inbox(from: Json, parse: 'email' | 'principal'): ReturnType<typeof defineTool> {
  return defineTool({
    name: 'inbox',
    description: 'One mail.',
    effect: 'read',
    capabilities: ['mail.read'],
    result: { '/text': { readers: ['user'], subjectsFrom: { from: '/from', parse } } },
    input: z.strictObject({}),
    output: z.json(),
    run: () => ({ from, text: 'hi' }),
  });
}

/** The labels of the last admission, after a run that is read back from its file. */
async function labelsAfter(
  plan: ReturnType<typeof planOf>,
  ...tools: ReturnType<typeof defineTool>[]
): Promise<Readonly<Record<string, Label>>> {
  const sink = memoryAuditSink();
  const means = { grant: ['mail.read'], principal: 'user:alice@example.com', home: '/home/alice' };
  const kernel = createKernel({ ...means, tools, audit: sink });
  expectCommitted(await kernel.run('Look.', { plan }));
  const lines = sink.lines();
  expect(verifyAudit(lines).ok).toBe(true);
  for (const line of lines) expect(line.length).toBeLessThan(MAX_RECORD_TEXT);
  const path = scratchFile();
  const file = openFileAudit(path);
  await file.append(lines, sink.head());
  await file.close();
  const again = openFileAudit(path);
  expect(again.head()).toEqual(sink.head());
  await again.close();
  return recordsLike(lines, 'admission').at(-1)?.data.labels ?? {};
}

verifies('INV-T9', 'a plan with any number of arguments has a short record', async () => {
  const ids = Array.from({ length: 5000 }, () => 'x');
  const labels = await labelsAfter(planOf(call('a', 'look_up', { ids })), lookUp);
  expect(Object.keys(labels)).toHaveLength(258);
  // The shape of the list is a part too.
  expect(labels['+4745']?.sources).toEqual(['planner']);
  expect(labels['decision']?.sources).toBeDefined();
});

const asked = planOf(
  call('i', 'inbox', {}),
  call('c', 'compare', { a: ref('i', 'text'), b: ref('i', 'text'), c: ref('i', 'text') }),
);

verifies('INV-T9', 'so has a mail with any number of addresses', async () => {
  const people = Array.from({ length: 20_000 }, (_, i) => `person.${100_000 + i}@company.example`);
  const labels = await labelsAfter(asked, inbox(people, 'email'), compare);
  const { subjects = [] } = labels['/a'] ?? {};
  expect(subjects).toHaveLength(257);
  expect(subjects.at(-1)).toMatch(/^\+19744:[0-9a-f]{64}$/);
  // The same names have the same digest.
  expect(labels['/b']?.subjects).toEqual(subjects);
});

verifies('INV-T9', 'so has a name of any length', async () => {
  const labels = await labelsAfter(
    asked,
    inbox(`user:${'a'.repeat(9_000_000)}`, 'principal'),
    compare,
  );
  for (const pointer of ['/a', '/b', '/c'])
    for (const name of labels[pointer]?.subjects ?? []) expect(name.length).toBeLessThan(600);
});

verifies('INV-T9', 'a record that is too long all the same is not written, alone', async () => {
  const path = scratchFile();
  const file = openFileAudit(path);
  const chain = new AuditChain(file);
  const ended = (status: string): void | Promise<void> =>
    appendAudit(chain, {
      body: { kind: 'run_ended', data: { status, effects: 0 } },
      run: 'r',
      call: null,
      at: 1,
    });
  const before = ended('committed');
  // While that is written, others queue up.
  const others = [ended('blocked'), ended('aborted')];
  expect(() => ended('x'.repeat(MAX_RECORD_TEXT))).toThrow('too long');
  await Promise.all([before, ...others]);
  await file.close();
  const again = openFileAudit(path);
  expect(again.head().seq).toBe(3);
  await again.close();
});
