/** The reported cases that the kernel decides, by id. */
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
  ...precisionCases,
  ...taintCases,
} as const satisfies KernelCases);

export type KernelCaseId = keyof typeof kernelCases;
