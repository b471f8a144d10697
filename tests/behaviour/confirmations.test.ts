// Family A, items 11 and 35; C21: what the user confirms, call by call.
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { classed, type DefinitionParts } from '../../hosts/conformance/classed.js';
import { createKernel, memoryAuditSink } from '../../hosts/index.js';
import type { Arg, AuditRecord } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { makeCanaries } from '../fakes/canary.js';
import { noteSpec } from '../fakes/notebook.js';
import { alice } from '../fakes/office.js';
import { call, planOf, ref } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { fetchSpec } from '../fakes/safety-rows.js';

const note: DefinitionParts = { ...noteSpec, capabilities: ['use'], output: z.null() };
const owning: DefinitionParts = {
  ...note,
  input: z.strictObject({ text: z.string(), confirm: z.string().optional() }),
};

interface Made {
  readonly args: Readonly<Record<string, Arg>>;
  readonly spec?: Partial<DefinitionParts>;
  readonly fetched?: unknown;
  readonly decision?: 'allow' | 'deny';
  readonly query?: string;
}

async function make({ args, spec = {}, fetched = 'x', decision = 'allow', query }: Made) {
  const canaries = makeCanaries();
  const approver = approverThat(decision);
  const sink = memoryAuditSink();
  const fetches = { ...fetchSpec, output: z.json() };
  const kernel = createKernel({
    tools: [
      canaries.tool(classed({ ...note, ...spec } as DefinitionParts), null),
      canaries.tool(classed(fetches), fetched),
    ],
    grant: ['use'],
    principal: alice,
    home: null,
    audit: sink,
    ports: { approver },
  });
  const plan = planOf(call('in', 'fetch'), call('a', 'note', args));
  const result = await kernel.run(query ?? 'Note milk.', { plan });
  const records = sink.lines().map((line) => JSON.parse(line) as AuditRecord);
  return { result, asked: approver.asked, ran: canaries.of('note'), records };
}

const rulesOf = (made: Awaited<ReturnType<typeof make>>) =>
  made.asked.map(({ obligations }) => obligations.map(({ source, rule }) => `${source} ${rule}`));

describe('`confirm` of the model', () => {
  verifies(['A-11', 'INV-Q3'], 'is taken out before the digest: both calls are one', async () => {
    const spec = { confirm: 'always' } as const;
    const plain = await make({ args: { text: 'milk' }, spec });
    const forced = await make({ args: { text: 'milk', confirm: true }, spec });
    expectCommitted(forced.result);
    expect(forced.ran).toEqual([{ text: 'milk' }]);
    const [before] = plain.asked;
    const [after] = forced.asked;
    expect(after?.args).toBe(before?.args);
    expect(after?.labels).toBe(before?.labels);
    expect(after?.view).toEqual(before?.view);
    expect(rulesOf(plain)).toEqual([['rules confirm.tool']]);
    expect(rulesOf(forced)).toEqual([['rules confirm.tool', 'rules confirm.asked']]);
  });

  verifies(['A-11', 'INV-Q2'], 'asks the user; a no stops the call', async () => {
    const yes = await make({ args: { text: 'milk', confirm: true } });
    expect(rulesOf(yes)).toEqual([['rules confirm.asked']]);
    expect(yes.ran).toHaveLength(1);
    expect(
      yes.records.find(
        ({ kind, data }) =>
          kind === 'admission' &&
          'answers' in data &&
          data.answers.some(({ rules }) => rules?.decided.includes('confirm:confirm.asked')),
      ),
    ).toBeDefined();
    const no = await make({ args: { text: 'milk', confirm: true }, decision: 'deny' });
    expectBlocked(no.result, 'approval_denied', 'approval');
    expect(no.ran).toEqual([]);
  });

  verifies('A-11', 'says nothing where it is false', async () => {
    const made = await make({ args: { text: 'milk', confirm: false } });
    expect(made.asked).toEqual([]);
    expect(made.ran).toEqual([{ text: 'milk' }]);
    const also = await make({
      args: { text: 'milk', confirm: false },
      spec: { confirm: 'always' },
    });
    expect(rulesOf(also)).toEqual([['rules confirm.tool']]);
  });

  verifies('A-11', 'is refused where it is no boolean', async () => {
    for (const confirm of ['true', 1, null, [true], { kind: 'record', fields: {} } as const]) {
      const made = await make({ args: { text: 'milk', confirm } });
      const denial = expectBlocked(made.result, 'schema_invalid', 'schema');
      expect(denial?.reason).toBe('`confirm` of a call to `note` is a boolean');
      expect([made.asked, made.ran]).toEqual([[], []]);
    }
  });

  verifies('A-11', 'is an argument like any other where the tool has one', async () => {
    const made = await make({ args: { text: 'milk', confirm: 'milk' }, spec: owning });
    expectCommitted(made.result);
    expect(made.ran).toEqual([{ text: 'milk', confirm: 'milk' }]);
    expect(made.asked).toEqual([]);
    const wrong = await make({ args: { text: 'milk', confirm: true }, spec: owning });
    expectBlocked(wrong.result, 'schema_invalid', 'schema');
  });

  verifies(['A-11', 'INV-Q3'], 'tightens at most where content says it', async () => {
    const args = { text: 'milk', confirm: ref('in') };
    // The text decides what is touched: whoever wrote the wish had no part in it.
    const spec = { args: {} };
    const made = await make({ args, spec, fetched: true, query: 'Note "milk".' });
    expectCommitted(made.result);
    expect(rulesOf(made)).toEqual([['rules confirm.asked']]);
    const no = await make({ args, spec, fetched: false, query: 'Note "milk".' });
    expect([no.asked.length, no.ran.length]).toEqual([0, 1]);
    const text = await make({ args, spec, fetched: 'true', query: 'Note "milk".' });
    expectBlocked(text.result, 'schema_invalid', 'schema');
  });

  verifies('A-11', 'inside an argument is a field of it', async () => {
    const input = z.strictObject({ text: z.strictObject({ confirm: z.boolean() }) });
    const text = { kind: 'record', fields: { confirm: true } } as const;
    const made = await make({ args: { text }, spec: { input } });
    expect(made.ran).toEqual([{ text: { confirm: true } }]);
    expect(made.asked).toEqual([]);
  });
});

describe('`confirm` of a tool', () => {
  const kinds: readonly (Partial<DefinitionParts> & Pick<DefinitionParts, 'effect'>)[] = [
    { effect: 'pure', classes: undefined, sink: undefined, capabilities: [] },
    { effect: 'read', classes: undefined, sink: undefined },
    { effect: 'write' },
  ];
  for (const kind of kinds)
    verifies(['A-35', 'INV-Q2'], `asks about every call of a ${kind.effect}`, async () => {
      const spec = { ...kind, confirm: 'always' as const, args: {} };
      const query = 'Note "milk".';
      const yes = await make({ args: { text: 'milk' }, spec, query });
      expect(rulesOf(yes)).toEqual([['rules confirm.tool']]);
      expect(yes.ran).toHaveLength(1);
      const no = await make({ args: { text: 'milk' }, spec, query, decision: 'deny' });
      expect(no.ran).toEqual([]);
    });
});
