// Family A: what a model may see, and how its words are labelled after it has read content.
import { expect } from 'vitest';
import { createKernel, trustQuery } from '../../hosts/index.js';
import { makeEngine, runQuery } from '../../kernel/index.js';
import { scriptedParser, scriptedPlanner } from '../../reasoner/index.js';
import type { PlannerContext } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { engineParts } from '../fakes/engine-parts.js';
import { alice, makeOffice } from '../fakes/office.js';
import { officeData } from '../fakes/office-tools.js';
import { call, child, constant, merge, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const injected = officeData.mails[1]?.body ?? '';
const inbox = call('inbox', 'read_inbox');
const rootKeys = ['facts', 'grant', 'query', 'schemas', 'tools'];

/** Every key and text of a context. */
function textOf(context: PlannerContext | undefined): string {
  return JSON.stringify(context);
}

verifies(['INV-A1', 'K-1', 'K-17'], 'the root planner sees no tool output, in no run', async () => {
  const planner = scriptedPlanner(planOf(inbox));
  const office = makeOffice({ planner });
  expectCommitted(await office.run('Read my mail.'));
  expectCommitted(await office.run('Read my mail.'));
  expect(office.canaries.of('read_inbox')).toHaveLength(2);
  expect(planner.seen).toHaveLength(2);
  for (const context of planner.seen) {
    expect(Object.keys(context).sort()).toEqual(rootKeys);
    expect(Object.isFrozen(context)).toBe(true);
    expect(context.query).toBe('Read my mail.');
    expect(textOf(context)).not.toContain(injected);
    expect(textOf(context)).not.toContain('PIN-4711');
  }
});

verifies('INV-A1', 'a planner that edits its context edits nothing of the next run', async () => {
  const seen: PlannerContext[] = [];
  const planner = scriptedPlanner((context: PlannerContext) => {
    seen.push(structuredClone(context));
    const lists = [context.tools, context.schemas, context.facts, context.grant, context];
    for (const list of lists as readonly object[]) {
      Reflect.set(list, 0, { name: 'evil', type: 'string' });
      for (const item of Object.values(list)) Reflect.set(Object(item), 'name', 'evil');
    }
    return planOf(inbox);
  });
  const office = makeOffice({ planner });
  const facts = { me: 'alice@example.com' };
  await office.run('Read my mail.', undefined, { facts });
  await office.run('Read my mail.', undefined, { facts });
  expect(seen[1]).toEqual(seen[0]);
});

verifies('INV-A2', 'the planner sees names and types of facts, no value', async () => {
  const planner = scriptedPlanner(planOf(constant('c', 1)));
  const office = makeOffice({ planner });
  const facts = {
    pin: '4711-secret',
    limit: 815,
    contact: { value: { email: 'bob-secret@example.org' } },
  };
  expectCommitted(await office.run('Do it.', undefined, { facts }));
  expect(planner.seen[0]?.facts).toEqual([
    { name: 'pin', type: 'string' },
    { name: 'limit', type: 'number' },
    { name: 'contact', type: 'record' },
  ]);
  expect(textOf(planner.seen[0])).not.toMatch(/4711|815|secret/);
});

verifies(['INV-A3', 'K-4'], 'the parser gets content, instruction and schema alone', async () => {
  const parser = scriptedParser({ words: { text: 'x' } });
  const office = makeOffice({ parser });
  const steps = [inbox, parse('p', ref('inbox', '1.body'), 'words', 'Sum it up.')];
  expectCommitted(await office.run('Sum up my mail.', steps, { facts: { pin: '4711' } }));
  const [request] = parser.seen;
  expect(Object.keys(request ?? {}).sort()).toEqual([
    'instruction',
    'schema',
    'schemaName',
    'source',
  ]);
  expect(request).toMatchObject({
    source: injected,
    instruction: 'Sum it up.',
    schemaName: 'words',
  });
  expect(JSON.stringify(request)).not.toMatch(/send_email|mail\.send|4711/);
});

verifies(
  ['INV-A4', 'K-23'],
  'the repair round shows the plan and codes, nothing else',
  async () => {
    const bad = planOf(call('s', 'no_such_tool', { to: 'x' }));
    const planner = scriptedPlanner([bad, planOf(constant('c', 1))]);
    const office = makeOffice({ planner });
    expectCommitted(await office.run('Do it.', undefined, { facts: { pin: '4711-secret' } }));
    const [first, second] = planner.seen;
    const { repair, ...rest } = second ?? {};
    expect(rest).toEqual(first);
    expect(Object.keys(repair ?? {}).sort()).toEqual(['previous', 'problems']);
    expect(repair).toEqual({
      previous: bad,
      problems: [{ code: 'plan_unknown_tool', at: 's: no_such_tool' }],
    });
    expect(JSON.stringify(second)).not.toContain('secret');
  },
);

verifies(
  'INV-A4',
  'the repair round of a child shows its own content, none of the root',
  async () => {
    const planner = scriptedPlanner([{ steps: [] }, planOf(constant('c', 1))]);
    const office = makeOffice({ planner });
    const steps = [inbox, child('k', ref('inbox', '1.body'), [])];
    expectCommitted(await office.run('Do what the PIN-holder says.', steps));
    const [, second] = planner.seen;
    expect(Object.keys(second ?? {}).sort()).toEqual([...rootKeys, 'content', 'repair'].sort());
    expect(second).toMatchObject({ content: injected, query: 'Do what it needs.' });
    expect(textOf(second)).not.toContain('4711');
  },
);

verifies(
  ['INV-A5', 'C9', 'K-10'],
  'what a child writes is written by what it has read',
  async () => {
    const evil = { to: 'attacker@evil.com', body: 'hello' };
    const planner = scriptedPlanner(planOf(call('s', 'send_email', evil)));
    const office = makeOffice({ planner });
    const steps = [inbox, child('k', ref('inbox', '1.body'), ['mail.send'])];
    // Even where the user's own words quote that very address.
    const result = await office.run('Mail attacker@evil.com: hello', steps);
    const denial = expectBlocked(result, 'critical_untrusted');
    expect(denial?.reason).toContain('tool:read_inbox');
    expect(office.canaries.of('send_email')).toEqual([]);
  },
);

verifies('INV-A5', 'an effect that a child decides is decided by what it has read', async () => {
  const planner = scriptedPlanner(planOf(call('s', 'ring_alarm')));
  const office = makeOffice({ planner });
  const steps = [inbox, child('k', ref('inbox', '1.body'), ['alarm.ring'])];
  expectBlocked(await office.run('Ring if needed.', steps), 'decision_tainted');
  expect(office.canaries.of('ring_alarm')).toEqual([]);
});

verifies('INV-A6', 'only `trustQuery` makes a query, and it checks what it is given', async () => {
  const engine = makeEngine(engineParts());
  const query = trustQuery('Do it.', { principal: alice });
  const { text, label, principal } = query;
  const shape = { text, label, principal, quotes: () => true };
  const forgeries = [shape, new Proxy(query, {}), Object.create(query), 'Do it.', null, undefined];
  for (const forged of forgeries) {
    const run = runQuery(engine, forged as typeof query, { plan: planOf(constant('c', 1)) });
    await expect(run).rejects.toMatchObject({ code: 'query_malformed' });
  }
  expectCommitted(await runQuery(engine, query, { plan: planOf(constant('c', 1)) }));
  const kernel = createKernel({ tools: [], principal: alice });
  for (const given of [{ text: 'x' }, ['x'], '', ' ', 'a\ud800', null]) {
    await expect(kernel.run(given as string)).rejects.toMatchObject({ code: 'query_malformed' });
  }
});

verifies(
  ['INV-A7', 'C9'],
  'what a child returns is tainted by its content and its reads',
  async () => {
    const child1 = planOf(call('list', 'list_contacts'), constant('c', 'bob@example.org'));
    const office = makeOffice({ planner: scriptedPlanner(child1) });
    const steps = [inbox, child('k', ref('inbox', '1.body'), ['contacts.read'])];
    const result = await office.run('Find out.', steps);
    expectCommitted(result);
    expect(result.output?.label).toMatchObject({
      sources: expect.arrayContaining(['planner', 'tool:list_contacts', 'tool:read_inbox']),
      readers: [alice],
      subjects: expect.arrayContaining(['third_party']),
    });
  },
);

verifies('INV-A7', 'content is not washed by a child that returns a constant', async () => {
  const query = 'Mail bob@example.org what it says.';
  const office = makeOffice({ planner: scriptedPlanner(planOf(constant('c', 'bob@example.org'))) });
  const send = call('s', 'send_email', { to: ref('k'), body: 'hello' });
  const steps = [inbox, child('k', ref('inbox', '1.body'), []), merge('m', { k: ref('k') }), send];
  expectBlocked(await office.run(query, steps), 'critical_untrusted');
  expect(office.canaries.of('send_email')).toEqual([]);
});
