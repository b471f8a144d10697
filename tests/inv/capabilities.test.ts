// Family C: what a run may use at all.
import { expect } from 'vitest';
import { createKernel, defineTool, type Tool } from '../../hosts/index.js';
import {
  type DefinitionInput,
  type EngineParts,
  makeEngine,
  runQuery,
  trustQuery,
} from '../../kernel/index.js';
import { scriptedPlanner } from '../../reasoner/index.js';
import type { Step } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { type Canaries, makeCanaries } from '../fakes/canary.js';
import { dispatcherOf, engineParts } from '../fakes/engine-parts.js';
import { makeNotebook, noteSpec } from '../fakes/notebook.js';
import { call, child, constant, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

const principal = 'user:alice@example.com';

/** A tool that reads and needs these capabilities. */
function reader({ tool }: Canaries, name: string, capabilities: string[]): Tool {
  const { sink: _, args: __, ...spec } = noteSpec;
  const definition: DefinitionInput = { ...spec, name, effect: 'read', capabilities };
  return tool(definition, { ok: true });
}

verifies('INV-C1', 'a tool runs only if every capability that it requires is granted', async () => {
  const granted = [[], ['a.read'], ['b.read'], ['a.read', 'b.rea'], ['a', 'b', 'a.read.b.read']];
  for (const grant of granted) {
    const canaries = makeCanaries();
    const tools = [reader(canaries, 'both', ['a.read', 'b.read'])];
    const kernel = createKernel({ tools, grant, principal });
    const plan = planOf(call('s', 'both', { text: 'x' }));
    expectBlocked(await kernel.run('Read.', { plan }), 'capability_missing', 'capability');
    expect(canaries.calls).toEqual([]);
  }
  const canaries = makeCanaries();
  const tools = [reader(canaries, 'both', ['a.read', 'b.read'])];
  const kernel = createKernel({ tools, grant: ['b.read', 'a.read'], principal });
  expectCommitted(await kernel.run('Read.', { plan: planOf(call('s', 'both', { text: 'x' })) }));
  expect(canaries.calls).toHaveLength(1);
});

verifies('INV-C1', 'a list of capabilities that is edited later widens nothing', async () => {
  const canaries = makeCanaries();
  const capabilities = ['a.read'];
  const tool = reader(canaries, 'one', capabilities);
  const grant: string[] = [];
  const kernel = createKernel({ tools: [tool], grant, principal });
  capabilities.length = 0;
  grant.push('a.read');
  const plan = planOf(call('s', 'one', { text: 'x' }));
  expectBlocked(await kernel.run('Read.', { plan }), 'capability_missing', 'capability');
});

/** Runs `steps` in a child with one grant, whose planner emits the steps of the next child. */
async function nested(
  grants: readonly (readonly string[])[],
  last: Step,
): Promise<{ readonly status: string; readonly code?: string | undefined; ran: number }> {
  const canaries = makeCanaries();
  const tools = ['a', 'b'].map((name) => reader(canaries, name, [`${name}.read`]));
  const plans = grants.map((_, depth) =>
    planOf(constant('c', 'text'), depth + 1 === grants.length ? last : next(depth + 1)),
  );
  function next(depth: number): Step {
    return child('k', ref('c'), grants[depth] ?? []);
  }
  const kernel = createKernel({
    tools,
    grant: ['a.read', 'b.read'],
    principal,
    planner: scriptedPlanner(plans),
  });
  const result = await kernel.run('Do it.', { plan: planOf(constant('c', 'text'), next(0)) });
  return { status: result.status, code: result.problem?.code, ran: canaries.calls.length };
}

verifies(['INV-C2', 'K-13'], 'a child holds what it asked for and its parent holds', async () => {
  const useA = call('s', 'a', { text: 'x' });
  const useB = call('s', 'b', { text: 'x' });
  const denied = { status: 'blocked', code: 'capability_missing', ran: 0 };
  const passed = { status: 'committed', code: undefined, ran: 1 };
  expect(await nested([['a.read']], useA)).toEqual(passed);
  expect(await nested([['a.read']], useB)).toEqual(denied);
  expect(await nested([[]], useA)).toEqual(denied);
  // The parent gave `b` away: its child cannot ask for it again.
  expect(await nested([['a.read'], ['b.read']], useB)).toEqual(denied);
  expect(await nested([['a.read'], ['a.read', 'b.read']], useA)).toEqual(passed);
});

verifies('INV-C2', 'the planner of a child is told only of tools that it may use', async () => {
  const canaries = makeCanaries();
  const tools = ['a', 'b'].map((name) => reader(canaries, name, [`${name}.read`]));
  const planner = scriptedPlanner(planOf(constant('c', 1)));
  const kernel = createKernel({ tools, grant: ['a.read', 'b.read'], principal, planner });
  const steps = [constant('c', 'text'), child('k', ref('c'), ['b.read', 'z.read'])];
  expectCommitted(await kernel.run('Do it.', { plan: planOf(...steps) }));
  expect(planner.seen[0]).toMatchObject({ grant: ['b.read'], tools: [{ name: 'b' }] });
});

/** The parts of an engine whose gate grants `notes.write`. */
function noteParts(): { readonly canaries: Canaries; readonly parts: EngineParts } {
  const canaries = makeCanaries();
  const tools = [canaries.tool(noteSpec, { ok: true })];
  return { canaries, parts: engineParts(dispatcherOf(tools, ['notes.write'])) };
}

verifies('INV-C3', 'an engine takes at most what its gate grants', async () => {
  const { parts: given, canaries } = noteParts();
  for (const grant of [['mail.send'], ['notes.write', 'mail.send']]) {
    expect(() => makeEngine({ ...given, grant })).toThrow(
      expect.objectContaining({ code: 'grant_widens' }),
    );
  }
  const query = trustQuery('Note milk.', { principal });
  const plan = planOf(call('n', 'note', { text: 'milk' }));
  const less = await runQuery(makeEngine(given), query, { plan });
  expectBlocked(less, 'capability_missing', 'capability');
  const all = makeEngine({ ...given, grant: ['notes.write'] });
  expectCommitted(await runQuery(all, query, { plan }));
  expect(canaries.calls).toHaveLength(1);
});

verifies(
  ['INV-B15', 'INV-C3'],
  'an engine that was not put together by `makeEngine` does not run',
  async () => {
    const { parts: given } = noteParts();
    const engine = makeEngine(given);
    const query = trustQuery('Note milk.', { principal });
    const { broker } = engine;
    const copy = {
      ...given,
      selection: 'unique',
      drawn: {},
      away: new Map(),
      broker,
    } as const;
    const forgeries = [{ ...engine, grant: ['mail.send'] }, copy, new Proxy(engine, {})];
    for (const forged of forgeries) {
      await expect(runQuery(forged, query)).rejects.toMatchObject({ code: 'config_malformed' });
    }
    expect(Object.isFrozen(engine.grant)).toBe(true);
  },
);

verifies('INV-C4', 'a tool that reads or writes and requires nothing is not defined', () => {
  const { sink: _, args: __, ...spec } = noteSpec;
  const run = (): unknown => ({ ok: true });
  for (const effect of ['read', 'write'] as const) {
    expect(() => defineTool({ ...spec, effect, capabilities: [], run })).toThrow(
      expect.objectContaining({ code: 'tool_malformed' }),
    );
  }
  const { classes: ___, ...bare } = spec;
  expect(defineTool({ ...bare, effect: 'pure', capabilities: [], run }).name).toBe('note');
  expect(makeNotebook().kernel).toBeDefined();
});
