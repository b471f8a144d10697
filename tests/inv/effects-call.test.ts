// Family B, the call: one allow, one effect, on exactly what was decided.
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { z } from 'zod';
import { defineTool, memoryAuditSink } from '../../hosts/index.js';
import type { EffectCall } from '../../kernel/gate/call.js';
import { mintPermit, spendPermit } from '../../kernel/gate/permit.js';
import * as front from '../../kernel/index.js';
import { Gate } from '../../kernel/index.js';
import type { CallScope, PolicySource } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { asking } from '../fakes/layer-that.js';
import { makeNotebook, noteSpec } from '../fakes/notebook.js';
import { eventsOf } from '../fakes/office.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';

/** Everything that can be read off a value: own keys and symbols, prototypes, print-outs. */
function reachable(root: unknown): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const look = (value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
    if (seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      const { get, set, value: data } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
      for (const part of [get, set, data]) look(part);
    }
    look(Reflect.getPrototypeOf(value));
  };
  look(root);
  return seen;
}

verifies(
  'INV-B2',
  'no key of a tool, a gate, a kernel or the front door leads to a callable',
  () => {
    const run = (): unknown => ({ ok: true });
    const tool = defineTool({ ...noteSpec, run });
    const notebook = makeNotebook({ tools: [tool] });
    const gate = new Gate({ policy: { current: () => null as never }, home: null });
    const dispatcher = new front.EffectDispatcher(gate, [tool], null);
    const roots = [tool, notebook.kernel, gate, dispatcher, dispatcher.definitions, front];
    expect(roots.flatMap((root) => [...reachable(root)])).not.toContain(run);
    expect([...reachable({ run })]).toContain(run);
    const shown = inspect([tool, dispatcher], { showHidden: true, depth: null, getters: true });
    expect(shown).not.toContain('run');
  },
);

verifies(
  'INV-B3',
  'a spent permit cannot be replayed, nor used for a call that looks the same',
  () => {
    const call = Object.freeze({ id: 'c1' }) as EffectCall;
    const permit = mintPermit(call);
    expect(() => spendPermit(permit, { ...call })).toThrow('another call');
    expect(spendPermit(permit, call)).toBe('permit.c1');
    expect(() => spendPermit(permit, call)).toThrow(
      expect.objectContaining({ code: 'permit_spent' }),
    );
  },
);

verifies('INV-B3', 'a scope that runs its body twice gets one effect', async () => {
  const thrown: unknown[] = [];
  const scope: CallScope = {
    isInside: () => false,
    enter(_owner, body) {
      const first = body();
      try {
        body();
      } catch (error) {
        thrown.push(error);
      }
      return first;
    },
  };
  const notebook = makeNotebook({ ports: { scope } });
  expectCommitted(await notebook.note());
  expect(notebook.notes()).toEqual(['milk']);
  expect(thrown).toEqual([expect.objectContaining({ code: 'permit_spent' })]);
});

verifies(['INV-B3', 'INV-T1'], 'as many allows as effects, joined by their permits', async () => {
  const notebook = makeNotebook();
  const result = await notebook.note();
  const allowed = eventsOf(result, 'gate_allowed').map(({ permit }) => permit);
  expect(allowed).toHaveLength(notebook.notes().length);
  expect(eventsOf(result, 'effect_started').map(({ permit }) => permit)).toEqual(allowed);
});

verifies('INV-B4', 'the tool gets what the schema made and what the approver saw', async () => {
  const input = z.strictObject({
    text: z.string().trim(),
    tags: z.array(z.string()).default(['list']),
  });
  const approver = approverThat('allow');
  const seen: unknown[] = [];
  const notebook = makeNotebook({
    spec: { input, args: { '/text': { role: 'content' }, '/tags': { role: 'content' } } },
    answer: (args: unknown) => {
      seen.push(args);
      return { ok: true };
    },
    layers: [
      {
        stage: 'judge',
        answer: (_call, { args }) => {
          seen.push(args);
          return { stage: 'judge', outcome: 'allow' };
        },
      },
      ...asking,
    ],
    ports: { approver },
  });
  expectCommitted(await notebook.note(' milk '));
  const [request] = approver.asked;
  expect(request?.view.map(({ text }) => text)).toEqual(['"milk"', '["list"]']);
  expect(seen[0]).toEqual({ text: 'milk', tags: ['list'] });
  // Judged, decided again, run: the very same object.
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
});

verifies(['INV-B4', 'INV-H2'], 'a tool cannot change what it was given', async () => {
  const caught: unknown[] = [];
  const notebook = makeNotebook({
    answer: async (args: { text: string; list: string[] }) => {
      await null;
      for (const edit of [
        () => (args.text = 'bread'),
        () => Object.defineProperty(args, 'bcc', { value: 'x' }),
        () => Object.setPrototypeOf(args, { bcc: 'x' }),
      ]) {
        try {
          edit();
        } catch (error) {
          caught.push(error);
        }
      }
      return { ok: true };
    },
  });
  expectCommitted(await notebook.note());
  expect(caught).toHaveLength(3);
  expect(notebook.notes()).toEqual(['milk']);
});

/** A policy that takes the grant back when told. */
function withdrawable(): PolicySource & { readonly withdraw: () => void } {
  let grant: readonly string[] = ['notes.write'];
  return {
    current: () => ({ version: `${grant.length}`, grant, declassify: [] }),
    withdraw: () => {
      grant = [];
    },
  };
}

verifies('INV-B8', 'a grant taken back while the user was asked counts', async () => {
  const policy = withdrawable();
  const approver = approverThat('allow', (ruling) => {
    policy.withdraw();
    return ruling;
  });
  const notebook = makeNotebook({ layers: asking, ports: { policy, approver } });
  const result = await notebook.note();
  expectBlocked(result, 'capability_missing', 'capability');
  expect(result.effects).toMatchObject([{ outcome: 'withdrawn' }]);
  expect(notebook.notes()).toEqual([]);
});

verifies(
  ['INV-B8', 'INV-T5'],
  'a policy that changes while the record is written counts',
  async () => {
    const policy = withdrawable();
    const inner = memoryAuditSink();
    const notebook = makeNotebook({
      ports: { policy },
      audit: {
        ...inner,
        append(lines, head) {
          inner.append(lines, head);
          if (lines.some((line) => line.includes('"kind":"admission"'))) policy.withdraw();
        },
      },
    });
    expectBlocked(await notebook.note(), 'capability_missing', 'capability');
    expect(notebook.notes()).toEqual([]);
    const kinds = inner.lines().map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(['run_started', 'plan_verified', 'admission', 'terminal', 'run_ended']);
  },
);

verifies('INV-B13', 'a schema that would change its own output is refused', async () => {
  const growing = z.strictObject({ text: z.string().transform((text) => `${text}!`) });
  const notebook = makeNotebook({ spec: { input: growing } });
  expectBlocked(await notebook.note(), 'schema_not_idempotent', 'schema');
  let calls = 0;
  const moody = z.strictObject({
    text: z.string().transform(() => {
      calls += 1;
      return calls === 1 ? 'to the user' : 'to the attacker';
    }),
  });
  const other = makeNotebook({ spec: { input: moody } });
  expectBlocked(await other.note(), 'schema_not_idempotent', 'schema');
  expect([...notebook.notes(), ...other.notes()]).toEqual([]);
});
