/** The reported cases that the kernel decides, by id. */
import { approvalCases } from './approval-cases.js';
import { auditCases } from './audit-cases.js';
import { gitCases } from './git-cases.js';
import { hostCases } from './host-cases.js';
import { jsonCases } from './json-cases.js';
import type { KernelCases } from './kernel-case.js';
import { pathCases } from './path-cases.js';
import { precisionCases } from './precision-cases.js';
import { shellCases } from './shell-cases.js';
import { taintCases } from './taint-cases.js';

export const kernelCases = Object.freeze({
  ...jsonCases,
  ...shellCases,
  ...pathCases,
  ...hostCases,
  ...gitCases,
  ...precisionCases,
  ...approvalCases,
  ...taintCases,
  ...auditCases,
} as const satisfies KernelCases);

export type KernelCaseId = keyof typeof kernelCases;
