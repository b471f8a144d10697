// Family P: no message, event or record holds a tainted value, a prompt or a secret. The canary
// string stands wherever an attacker or a failing model could put it.
import { expect } from 'vitest';
import { z } from 'zod';
import { createKernel, memoryAuditSink, type RunResult } from '../../hosts/index.js';
import { ReasonerError, scriptedParser, scriptedPlanner } from '../../reasoner/index.js';
import type { PlannerContext } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { makeCanaries } from '../fakes/canary.js';
import { alice, makeOffice, type OfficeOptions } from '../fakes/office.js';
import { call, child, parse, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked } from '../fakes/refusal.js';

const SECRET = 'CANARY-4711';
const query = 'See to my mail';
const inbox = call('inbox', 'read_inbox');
const mails = [{ id: 'm1', from: 'eve@evil.com', body: SECRET }];

/** Everything of a run that a log, a screen or a later model could be shown. */
function saidOf(result: RunResult, lines: readonly string[]): string {
  return [
    JSON.stringify(result),
    JSON.stringify(result.trace),
    ...lines,
    String(result.detail),
  ].join();
}

async function expectSilent(
  steps: Parameters<ReturnType<typeof makeOffice>['run']>[1],
  options: OfficeOptions,
): Promise<RunResult> {
  const office = makeOffice({ answers: { read_inbox: mails }, ...options });
  const result = await office.run(query, steps);
  expect(result.status).not.toBe('committed');
  expect(saidOf(result, office.lines())).not.toContain(SECRET);
  return result;
}

verifies('INV-P6', 'a result that does not fit says where, never what', async () => {
  const odd: readonly unknown[] = [
    [{ id: 'm1', from: 'x', body: 'y', [SECRET]: 1 }],
    { [SECRET]: SECRET },
    SECRET,
    [{ id: SECRET, from: SECRET }],
  ];
  for (const answer of odd) {
    const result = await expectSilent([inbox], { answers: { read_inbox: answer } });
    expect(result.problem?.code).toBe('result_invalid');
  }
  const broken = await expectSilent([inbox], { answers: { read_inbox: [{ [SECRET]: () => 0 }] } });
  expect(broken.problem?.code).toBe('result_refused');
});

verifies('INV-P6', 'a tool that fails is quoted nowhere', async () => {
  const fails = (): never => {
    throw Object.assign(new Error(SECRET), { code: SECRET, name: SECRET, stack: SECRET });
  };
  const rejects = async (): Promise<never> => Promise.reject(SECRET);
  for (const read_inbox of [fails, rejects]) {
    const result = await expectSilent([inbox], { answers: { read_inbox } });
    expect(result.problem?.message).toBe('tool `read_inbox` in step `inbox`');
  }
});

verifies(['INV-P6', 'C10'], 'a model that fails is quoted nowhere', async () => {
  const broken: Readonly<Record<string, () => unknown>> = {
    throws: () => {
      throw new Error(SECRET);
    },
    'with a code': () => {
      throw new ReasonerError('reasoner_output_invalid', SECRET, { output: SECRET });
    },
    'another shape': () => ({ [SECRET]: SECRET }),
    'a getter': () => ({
      get text() {
        throw new Error(SECRET);
      },
    }),
  };
  const steps = [inbox, parse('sum', ref('inbox'), 'words')];
  for (const answer of Object.values(broken)) {
    await expectSilent(steps, { parser: scriptedParser(answer) });
    await expectSilent(undefined, { planner: scriptedPlanner(answer) });
  }
});

verifies(
  ['INV-P6', 'INV-A5'],
  'a planner that has read content says it in no plan error',
  async () => {
    const plans: readonly unknown[] = [
      planOf(call(SECRET.replace('-', '_'), SECRET)),
      { steps: [{ kind: SECRET }], final: SECRET },
      { [SECRET]: SECRET },
      planOf(call('x', 'save_note', { [SECRET]: SECRET })),
      planOf(call('x', 'save_note', { text: ref('CANARY_4711') })),
    ];
    for (const plan of plans) {
      const planner = scriptedPlanner(() => plan);
      const result = await expectSilent([inbox, child('agent', ref('inbox'), ['notes.write'])], {
        planner,
      });
      expect(saidOf(result, [])).not.toContain('CANARY_4711');
    }
  },
);

verifies(['INV-P6', 'INV-T4'], 'a key that content chose is named by its place', async () => {
  const canaries = makeCanaries();
  const sink = memoryAuditSink();
  const planner = scriptedPlanner((context: PlannerContext) =>
    planOf(call('tag', 'tag_file', { [String(context.content)]: 'x', file: 'y' })),
  );
  const tools = [
    canaries.tool(
      {
        name: 'read_file',
        description: 'A file.',
        effect: 'read',
        capabilities: ['file.read'],
        input: z.strictObject({}),
        output: z.string(),
      },
      SECRET,
    ),
    canaries.tool(
      {
        name: 'tag_file',
        description: 'Tags by free keys.',
        effect: 'write',
        capabilities: ['file.write'],
        classes: ['workspaceMutation'],
        input: z.record(z.string(), z.string()),
        output: z.null(),
      },
      null,
    ),
  ];
  const declassify = () => 'release' as const;
  const grant = ['file.read', 'file.write'];
  const plan = planOf(call('file', 'read_file'), child('agent', ref('file'), ['file.write']));
  const blocked = createKernel({ tools, grant, planner, audit: sink, principal: alice });
  const denied = await blocked.run(query, { plan });
  expectBlocked(denied, 'critical_untrusted');
  expect(denied.problem?.message).toContain('`/*0` of `tag_file`');
  const open = createKernel({ tools, grant, planner, declassify, audit: sink, principal: alice });
  const done = await open.run(query, { plan });
  expect(done.status).toBe('committed');
  expect(canaries.of('tag_file')).toEqual([{ [SECRET]: 'x', file: 'y' }]);
  expect(saidOf(denied, []) + saidOf(done, sink.lines())).not.toContain(SECRET);
});

verifies('INV-P6', 'a part that a value lacks is not named', async () => {
  const planner = scriptedPlanner((context: PlannerContext) =>
    context.content === undefined
      ? planOf()
      : planOf(inbox, call('x', 'save_note', { text: ref('inbox', SECRET) })),
  );
  const result = await expectSilent([inbox, child('agent', ref('inbox'), ['mail.read'])], {
    planner,
  });
  expect(result.problem?.code).toBe('path_missing');
});
