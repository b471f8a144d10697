/** Every behaviour item taken up, by id. A new family: a file in behaviour/, a line here. */
import { approvalItems } from './behaviour/approvals.js';
import { auditChainItems } from './behaviour/audit-chain.js';
import { auditStoreItems } from './behaviour/audit-store.js';
import { guardItems } from './behaviour/guard.js';
import { guardrailItems } from './behaviour/guardrails.js';
import { judgeItems } from './behaviour/judge.js';
import { kernelItems } from './behaviour/kernel.js';
import { resolvedItems } from './behaviour/resolved.js';
import { reviewerItems } from './behaviour/reviewer.js';
import { safetyItems } from './behaviour/safety.js';
import { turnItems } from './behaviour/turns.js';
import type { BehaviourRows } from './item.js';

export const behaviour = Object.freeze({
  ...kernelItems,
  ...auditChainItems,
  ...guardItems,
  ...judgeItems,
  ...guardrailItems,
  ...approvalItems,
  ...reviewerItems,
  ...resolvedItems,
  ...safetyItems,
  ...auditStoreItems,
  ...turnItems,
} as const satisfies BehaviourRows);

export type BehaviourId = keyof typeof behaviour;
