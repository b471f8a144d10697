/** A session of the office without a run around it, for what a plan alone cannot reach. */

import {
  memoryAuditSink,
  nodeClock,
  nodeRandom,
  nodeTimer,
  trustQuery,
} from '../../hosts/index.js';
import { rootContext } from '../../kernel/context/planning-context.js';
import {
  AuditChain,
  EffectDispatcher,
  Gate,
  makeEngine,
  makeValidator,
} from '../../kernel/index.js';
import { Session, startRun } from '../../kernel/interpreter/session.js';
import { type RunLimits, unboundedLimits } from '../../schemas/index.js';
import { type Canaries, makeCanaries } from './canary.js';
import { alice, officeGrant, officeSchemas } from './office.js';
import { officeTools } from './office-tools.js';

export interface OpenSession {
  readonly session: Session;
  readonly canaries: Canaries;
}

/** Starts a root session for one query of Alice. */
export function startSession(text = 'Say hello', limits: Partial<RunLimits> = {}): OpenSession {
  const canaries = makeCanaries();
  const grant = [...officeGrant].sort();
  const policy = { current: () => ({ version: '1', grant, declassify: [] }) };
  const gate = new Gate({ policy, home: null, layers: [] });
  const engine = makeEngine({
    dispatcher: new EffectDispatcher(gate, officeTools(canaries, {}), null),
    grant,
    schemas: { words: makeValidator(officeSchemas.words, 'output') },
    planner: null,
    parser: null,
    approver: null,
    limits: { ...unboundedLimits, ...limits },
    audit: new AuditChain(memoryAuditSink()),
    clock: nodeClock,
    timer: nodeTimer,
    random: nodeRandom,
    approval: 'wait',
  });
  const state = startRun(engine, { principal: alice, facts: {}, signal: null });
  const context = rootContext(trustQuery(text, { principal: alice }));
  return { canaries, session: new Session(state, { context, grant, depth: 0, prefix: null }) };
}
