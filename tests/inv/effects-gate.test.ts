// Family B, the gate: nothing goes round it, and no later voice undoes an earlier refusal.
import { expect } from 'vitest';
import { EffectDispatcher, Gate } from '../../kernel/index.js';
import type { Outcome } from '../../schemas/index.js';
import { verifies } from '../claims/verifies.js';
import { approverThat } from '../fakes/approvers.js';
import { layerThat } from '../fakes/layer-that.js';
import { makeNotebook, noteSpec } from '../fakes/notebook.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import { always, rule } from '../fakes/release-rule.js';

const policy = { current: () => ({ version: '1', grant: [], declassify: [] }) };

verifies(['INV-B1', 'K-7'], 'a dispatcher needs a gate that this kernel made', () => {
  const gate = new Gate({ policy, home: null });
  expect(new EffectDispatcher(gate, [], null).definitions).toEqual({});
  const forgeries: readonly unknown[] = [
    undefined,
    null,
    {},
    { policy, home: null },
    new Proxy(gate, {}),
    Object.create(gate),
    Object.create(Gate.prototype),
    Object.setPrototypeOf({ ...gate }, Gate.prototype),
  ];
  for (const forged of forgeries) {
    expect(() => new EffectDispatcher(forged as Gate, [], null)).toThrow(
      expect.objectContaining({ name: 'KernelFault', code: 'gate_required' }),
    );
  }
});

verifies(['INV-B5', 'K-2'], 'what a stage denies does not run, whichever stage it is', async () => {
  const refused = [
    [{ spec: { name: 'note' } }, '/etc/passwd', 'guard_forbidden_path', 'guard'],
    [{ grant: [] }, 'milk', 'capability_missing', 'capability'],
    [{}, 7, 'schema_invalid', 'schema'],
    [{ spec: { args: {} } }, 'bread', 'critical_untrusted', 'provenance'],
    [{ layers: [layerThat('rules', 'deny')] }, 'milk', 'rules_denied', 'rules'],
  ] as const;
  for (const [options, text, code, stage] of refused) {
    const notebook = makeNotebook(options);
    const result = await notebook.note(text);
    expectBlocked(result, code, stage);
    expect(result.effects).toEqual([]);
    expect(notebook.notes()).toEqual([]);
    expect(notebook.records().some(({ kind }) => kind === 'admission')).toBe(false);
  }
});

verifies('INV-B6', 'a layer that allows takes nothing back of a layer that asks', async () => {
  for (const layers of [
    [layerThat('rules', 'require_user'), layerThat('judge', 'allow')],
    [layerThat('rules', 'allow'), layerThat('judge', 'require_user'), layerThat('review', 'allow')],
  ]) {
    const notebook = makeNotebook({ layers });
    expectBlocked(await notebook.note(), 'approval_unavailable', 'approval');
    expect(notebook.notes()).toEqual([]);
  }
});

verifies('INV-B6', 'no order of answers gives less than the strictest of them', async () => {
  const stages = ['rules', 'judge', 'review'] as const;
  const outcomes: readonly Outcome[] = ['allow', 'require_user', 'deny'];
  for (const a of outcomes) {
    for (const b of outcomes) {
      for (const c of outcomes) {
        const given = [a, b, c];
        const approver = approverThat('allow');
        const layers = stages.map((stage, i) => layerThat(stage, given[i] as Outcome));
        const notebook = makeNotebook({ layers, ports: { approver } });
        const { status } = await notebook.note();
        expect(status).toBe(given.includes('deny') ? 'blocked' : 'committed');
        const asks = given.includes('require_user') && !given.includes('deny');
        expect(approver.asked).toHaveLength(asks ? 1 : 0);
      }
    }
  }
});

verifies('INV-B7', 'a call that a later stage denies is not asked about', async () => {
  const approver = approverThat('allow');
  const layers = [layerThat('rules', 'require_user'), layerThat('judge', 'deny')];
  const notebook = makeNotebook({ layers, ports: { approver } });
  expectBlocked(await notebook.note(), 'rules_denied', 'judge');
  expect(approver.asked).toEqual([]);
  expect(notebook.notes()).toEqual([]);
});

verifies('INV-B7', 'a question of the labels is not asked where a layer denies', async () => {
  const approver = approverThat('allow');
  const options = {
    spec: { args: {} },
    declassify: [rule('ask', always)],
    ports: { approver },
  };
  const open = makeNotebook(options);
  expectCommitted(await open.note('bread'));
  expect(approver.asked).toHaveLength(1);
  const shut = makeNotebook({ ...options, layers: [layerThat('rules', 'deny')] });
  expectBlocked(await shut.note('bread'), 'rules_denied', 'rules');
  expect(approver.asked).toHaveLength(1);
});

verifies('INV-B12', 'neither grant, release, layer nor ruling reaches past the guard', async () => {
  const approver = approverThat('allow');
  const notebook = makeNotebook({
    declassify: () => 'release',
    layers: [layerThat('rules', 'allow'), layerThat('judge', 'require_user')],
    ports: { approver },
  });
  for (const text of ['/etc/shadow', '~/.ssh/id_ed25519', '/home/alice/.aws/credentials']) {
    expectBlocked(await notebook.note(text), 'guard_forbidden_path', 'guard');
  }
  expect(approver.asked).toEqual([]);
  expect(notebook.notes()).toEqual([]);
});

verifies('INV-B12', 'the guard looks again at what the schema made of the arguments', async () => {
  const { input } = noteSpec;
  const trimmed = input.extend({ text: input.shape.text.trim() });
  const notebook = makeNotebook({ spec: { input: trimmed }, declassify: () => 'release' });
  expectCommitted(await notebook.note('  milk '));
  expectBlocked(await notebook.note('  /etc/shadow'), 'guard_forbidden_path', 'guard');
  expect(notebook.notes()).toEqual(['milk']);
});

verifies(
  'INV-B12',
  'nobody is asked, and nothing admitted, of what the schema made forbidden',
  async () => {
    const text = noteSpec.input.shape.text.transform((given) => given.replace('A', '/etc/shadow'));
    const approver = approverThat('allow');
    const notebook = makeNotebook({
      spec: { input: noteSpec.input.extend({ text }) as never },
      declassify: () => 'release',
      layers: [layerThat('rules', 'require_user')],
      ports: { approver },
    });
    expectBlocked(await notebook.note('A'), 'guard_forbidden_path', 'guard');
    expect([...approver.asked, ...notebook.notes()]).toEqual([]);
    expect(notebook.records().some(({ kind }) => kind === 'admission')).toBe(false);
  },
);
