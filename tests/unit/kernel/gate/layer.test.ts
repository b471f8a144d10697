import { expect, test } from 'vitest';
import type { GateLayer } from '../../../../kernel/index.js';
import { approverThat } from '../../../fakes/approvers.js';
import { makeOffice } from '../../../fakes/office.js';
import { call } from '../../../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../../../fakes/refusal.js';

const question = { source: 'rules', rule: 'r1', reason: 'always' } as const;
const ring = [call('ring', 'ring_alarm')];

function office(obligations: unknown) {
  const answer = { stage: 'rules', outcome: 'require_user', obligations } as never;
  const layers: readonly GateLayer[] = [{ stage: 'rules', answer: () => answer }];
  return makeOffice({ layers, ports: { approver: approverThat('allow') } });
}

test('a layer asks in its own name, and says what it asks', async () => {
  expectCommitted(await office([question, { ...question, pointer: '/to' }]).run('Ring', ring));
  const bad: readonly unknown[] = [
    [],
    [{ ...question, source: 'provenance' }],
    [question, { ...question, source: 'judge' }],
    [{ ...question, pointer: 7 }],
    [{ source: 'rules', rule: 'r1' }],
    undefined,
  ];
  for (const obligations of bad) {
    const one = office(obligations);
    expectBlocked(await one.run('Ring', ring), 'layer_failed', 'rules');
    expect(one.canaries.calls).toEqual([]);
  }
});
