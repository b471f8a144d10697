// What is decided and recorded before an effect, and in which order.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { classed } from '../../../../hosts/conformance/classed.js';
import { admit } from '../../../../kernel/effects/admission.js';
import type { DispatchDesk } from '../../../../kernel/effects/dispatcher.js';
import type { GateOptions } from '../../../../kernel/gate/gate.js';
import type { GateLayer } from '../../../../kernel/index.js';
import { layerThat } from '../../../fakes/layer-that.js';
import { noteSpec } from '../../../fakes/notebook.js';
import { type CallParts, callOf } from '../gate/gate-call.js';
import { deskOf, gateOf, held } from './effect-desk.js';

async function admitted(
  how: {
    readonly call?: CallParts;
    readonly gate?: Partial<GateOptions>;
    readonly desk?: Partial<DispatchDesk>;
  } = {},
) {
  const made = deskOf(how.desk);
  const end = await admit(gateOf(how.gate), callOf(how.call), made.desk).catch(
    (error: unknown) => error,
  );
  return { end, ...made, kinds: made.records().map(({ kind }) => kind) };
}

describe('an admission', () => {
  test('is durable, with what the stages agreed to', async () => {
    const spec = { input: z.strictObject({ text: z.string().trim() }) };
    const { end, kinds, records } = await admitted({ call: { spec, args: { text: ' milk ' } } });
    expect(end).toMatchObject({
      call: { args: { text: 'milk' }, canonical: '{"text":"milk"}', id: 'r.1' },
      rulings: [],
      gathered: {},
      releases: [],
    });
    expect(kinds).toEqual(['admission']);
    expect(records()[0]).toMatchObject({ call: 'r.1', data: { policy: '1', tool: 'note' } });
  });

  test('is refused without a policy, also when it is lost while a layer asks', async () => {
    let reads = 0;
    const current = () => {
      reads += 1;
      if (reads > 1) throw new Error('gone');
      return held;
    };
    const layer: GateLayer = {
      stage: 'judge',
      gather: async () => 1,
      answer: () => ({ stage: 'judge', outcome: 'allow' }),
    };
    const { end, kinds, events } = await admitted({
      gate: { policy: { current }, layers: [layer] },
    });
    expect(end).toMatchObject({ name: 'EffectDenied', code: 'policy_unavailable' });
    expect(kinds).toEqual(['denial']);
    const [event] = events as readonly { answers: readonly { stage: string }[] }[];
    expect(event?.answers.map(({ stage }) => stage)).toContain('provenance');
  });

  test('is refused to a key that came with other arguments', async () => {
    const input = z.strictObject({ text: z.string(), key: z.string() });
    const spec = { ...classed({ ...noteSpec, input }), idempotency: '/key' };
    const args = { '/text': { role: 'content' }, '/key': { role: 'content' } } as const;
    const { desk, records } = deskOf();
    const write = (text: string) => {
      const call = { spec: { ...spec, args } as CallParts['spec'] & {}, args: { text, key: 'k' } };
      return admit(gateOf(), callOf(call), desk);
    };
    await write('milk');
    await write('milk');
    await expect(write('bread')).rejects.toMatchObject({
      code: 'idempotency_conflict',
      message: '`note` was called with the same idempotency key and other arguments',
      denial: { stage: 'admission' },
    });
    expect(records().map(({ kind }) => kind)).toEqual(['admission', 'admission', 'denial']);
  });

  test('that has to be asked about tells every reason where nobody shall be waited for', async () => {
    const layers = [layerThat('rules', 'require_user'), layerThat('judge', 'require_user')];
    const { end, kinds } = await admitted({ gate: { layers }, desk: { approval: 'suspend' } });
    expect(end).toMatchObject({
      code: 'approval_unavailable',
      message: 'always; always',
      denial: { stage: 'approval' },
    });
    expect(kinds).toEqual(['denial']);
  });

  test('is told to whoever keeps verdicts', async () => {
    const told: unknown[] = [];
    const verdictLog = { write: (entry: unknown) => void told.push(entry) };
    await admitted({ desk: { verdictLog } });
    await admitted({ call: { args: { text: '/etc/passwd' } }, desk: { verdictLog } });
    expect(told).toMatchObject([{ tool: 'note', verdict: { approved: false } }]);
  });
});
