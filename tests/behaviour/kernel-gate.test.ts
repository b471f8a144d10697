// Family K, gate: its order, the grades of effects, capabilities of children.
import { expect } from 'vitest';
import { z } from 'zod';
import { classed, type DefinitionParts } from '../../hosts/conformance/classed.js';
import { createKernel, defineTool, type Tool } from '../../hosts/index.js';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { Code, StageName } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { alice, eventsOf, makeOffice, officeGrant } from '../fakes/office.js';
import { call, child, constant, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const query = 'Mail hello to alice@example.com';
const base = {
  name: 'look',
  description: 'Looks.',
  capabilities: ['a.b'],
  input: z.strictObject({}),
  output: z.null(),
  run: () => null,
};

verifies(
  ['K-8', 'K-17'],
  'the guard comes first, then capability, schema and provenance',
  async () => {
    const forbidden = { to: 'eve@evil.com', body: '/etc/passwd', cc: 1 };
    const malformed = { to: 'eve@evil.com', body: 'x', cc: 1 };
    const forged = { to: 'eve@evil.com', body: 'x' };
    const cases: readonly (readonly [typeof forged, readonly string[], Code, StageName])[] = [
      [forbidden, [], 'guard_forbidden_path', 'guard'],
      [malformed, [], 'capability_missing', 'capability'],
      [malformed, officeGrant, 'schema_unknown_key', 'schema'],
      [forged, officeGrant, 'critical_untrusted', 'provenance'],
    ];
    for (const [args, grant, code, stage] of cases) {
      const office = makeOffice({ grant });
      expectBlocked(await office.run(query, [call('send', 'send_email', args)]), code, stage);
      expect(office.canaries.calls).toEqual([]);
    }
    const office = makeOffice();
    const good = [call('send', 'send_email', { to: 'alice@example.com', body: 'hello' })];
    const [allowed] = eventsOf(await office.run(query, good), 'gate_allowed');
    // Layers may follow; none stands between these.
    expect(allowed?.answers.slice(0, 4).map(({ stage }) => stage)).toEqual([
      'guard',
      'capability',
      'schema',
      'provenance',
    ]);
  },
);

verifies('K-7', 'a tool hands its callable to nobody, and only a tool step acts', async () => {
  const run = (): null => null;
  const tool = defineTool({ ...base, effect: 'read', run });
  const reachable = [...Object.values(tool), ...Object.values(tool.definition)];
  expect(Reflect.ownKeys(tool).sort()).toEqual(['definition', 'kind']);
  expect(reachable).not.toContain(run);
  expect(tool).not.toHaveProperty('run');
  const planner = scriptedPlanner(planOf(constant('x', 1)));
  const office = makeOffice({ planner });
  const steps = [constant('c', 'x'), child('agent', ref('c'), officeGrant)];
  expectCommitted(await office.run(query, steps));
  expect(office.canaries.calls).toEqual([]);
});

const define = (spec: Partial<DefinitionParts>): Tool =>
  defineTool({ ...classed({ ...base, effect: 'read', ...spec }), run: base.run });

verifies(
  ['K-12', 'INV-C4'],
  'effects are pure, read or write; what acts needs a capability',
  () => {
    for (const effect of ['pure', 'read', 'write'] as const) {
      expect(define({ effect }).definition.spec.effect).toBe(effect);
    }
    expect(() => define({ effect: 'delete' as 'write' })).toThrow('/effect');
    expect(() => define({ effect: 'write', capabilities: [] })).toThrow('/capabilities');
    expect(() => define({ effect: 'read', capabilities: [] })).toThrow('/capabilities');
    expect(define({ effect: 'pure', capabilities: [] }).name).toBe('look');
  },
);

verifies('K-12', 'two tools of one name are refused', () => {
  const tools = [define({}), define({ description: 'Another.' })];
  expect(() => createKernel({ tools, principal: alice })).toThrow('two tools are called `look`');
});

verifies(
  'K-12',
  'a literal is the user’s where the query quotes it, the planner’s elsewhere',
  async () => {
    const office = makeOffice();
    const labelOf = async (value: string) =>
      (await office.run(query, [constant('c', value)])).output?.label.sources;
    expect(await labelOf('hello')).toEqual(['user']);
    expect(await labelOf('goodbye')).toEqual(['planner']);
  },
);

verifies(
  ['K-12', 'K-12b'],
  'a result adds its tool to the sources, of a write as of a read',
  async () => {
    const office = makeOffice();
    const labelOf = async (...steps: Parameters<typeof office.run>[1] & object) =>
      (await office.run(query, steps)).output?.label;
    expect((await labelOf(call('a', 'list_contacts')))?.sources).toContain('tool:list_contacts');
    const written = await labelOf(call('a', 'save_note', { text: 'hello' }));
    expect(written?.sources).toEqual(['tool:save_note', 'user']);
    expect(written?.readers).toEqual([]);
  },
);

verifies(
  ['K-13', 'INV-C2'],
  'a child holds what it asked for of what its parent holds',
  async () => {
    const planner = scriptedPlanner(planOf(call('list', 'list_contacts')));
    const run = (grant: readonly string[], asked: readonly string[]) => {
      const office = makeOffice({ planner, grant });
      return office.run(query, [constant('c', 'x'), child('agent', ref('c'), asked)]);
    };
    expectCommitted(await run(['contacts.read'], ['contacts.read', 'mail.send']));
    expectBlocked(await run(['contacts.read'], []), 'capability_missing', 'capability');
    expectBlocked(await run(['mail.send'], ['contacts.read']), 'capability_missing', 'capability');
    expectBlocked(await run(['contacts.read'], ['contacts']), 'capability_missing', 'capability');
    expect(planner.seen.map(({ grant }) => grant)).toEqual([['contacts.read'], [], [], []]);
  },
);
