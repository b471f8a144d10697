/** The parts of an engine around a dispatcher, with no model, nothing granted and Node's ports. */
import { memoryAuditSink, nodeClock, nodeRandom, nodeTimer } from '../../hosts/index.js';
import {
  AuditChain,
  EffectDispatcher,
  type EngineParts,
  Gate,
  type Tool,
} from '../../kernel/index.js';
import { operationalLimits } from '../../schemas/index.js';

/** A dispatcher whose gate grants these capabilities and releases nothing. */
export function dispatcherOf(
  tools: readonly Tool[] = [],
  grant: readonly string[] = [],
): EffectDispatcher {
  const policy = { version: '1', grant, declassify: [] };
  const gate = new Gate({ policy: { current: () => policy }, home: null });
  return new EffectDispatcher(gate, tools, null);
}

/** Parts that `makeEngine` takes. */
export function engineParts(dispatcher: EffectDispatcher = dispatcherOf()): EngineParts {
  return {
    dispatcher,
    grant: [],
    schemas: {},
    planner: null,
    parser: null,
    approver: null,
    limits: operationalLimits,
    audit: new AuditChain(memoryAuditSink()),
    clock: nodeClock,
    timer: nodeTimer,
    random: nodeRandom,
    approval: 'wait',
  };
}
