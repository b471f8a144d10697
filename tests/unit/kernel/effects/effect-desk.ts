/** The desk of one run, put together by hand: what is told, traced and recorded can be read. */
import { AuditChain, memoryAuditSink } from '../../../../hosts/index.js';
import { Cancellation } from '../../../../kernel/effects/cancellation.js';
import type { DispatchDesk } from '../../../../kernel/effects/dispatcher.js';
import { Gate, type GateOptions } from '../../../../kernel/gate/gate.js';
import type { AuditRecord, EffectRecord, TraceBody } from '../../../../schemas/index.js';

export const held = { version: '1', grant: ['notes.write'], declassify: [] };

/** A gate with the policy of the notebook. */
export function gateOf(options: Partial<GateOptions> = {}): Gate {
  return new Gate({ policy: { current: () => held }, home: null, ...options });
}

export interface EffectDesk {
  readonly desk: DispatchDesk;
  readonly events: TraceBody[];
  readonly effects: EffectRecord[];
  readonly records: () => readonly AuditRecord[];
}

/** A desk without an approver and without limits, with some of it replaced. */
export function deskOf(parts: Partial<DispatchDesk> = {}): EffectDesk {
  const store = memoryAuditSink();
  const events: TraceBody[] = [];
  const effects: EffectRecord[] = [];
  const desk: DispatchDesk = {
    recorder: {
      chain: new AuditChain(store),
      clock: { now: () => 1_000 },
      run: 'r',
      trace: (event) => void events.push(event),
    },
    cancellation: new Cancellation(null),
    timer: { after: () => () => undefined },
    toolTimeoutMs: null,
    reasonerTimeoutMs: null,
    takeModelCall: () => undefined,
    spent: {},
    drawn: { run: {}, principal: {} },
    keys: new Map(),
    approval: 'wait',
    waitsFor: null,
    answers: null,
    verdictLog: null,
    approver: null,
    isAlone: true,
    broker: () => {
      throw new Error('nobody is to be asked');
    },
    random: { id: () => 'id' },
    effects,
    ...parts,
  };
  return {
    desk,
    events,
    effects,
    records: () => store.lines().map((line) => JSON.parse(line) as AuditRecord),
  };
}
