/** Every behaviour item taken up, by id. A new family: a file in behaviour/, a line here. */
import { guardItems } from './behaviour/guard.js';
import { guardrailItems } from './behaviour/guardrails.js';
import { judgeItems } from './behaviour/judge.js';
import { kernelItems } from './behaviour/kernel.js';
import { resolvedItems } from './behaviour/resolved.js';
import type { BehaviourRows } from './item.js';

export const behaviour = Object.freeze({
  ...kernelItems,
  ...guardItems,
  ...judgeItems,
  ...guardrailItems,
  ...resolvedItems,
} as const satisfies BehaviourRows);

export type BehaviourId = keyof typeof behaviour;
