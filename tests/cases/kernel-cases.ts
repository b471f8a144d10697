/** The reported cases that the kernel decides, by id. */
import { jsonCases } from './json-cases.js';
import type { KernelCases } from './kernel-case.js';
import { taintCases } from './taint-cases.js';

export const kernelCases = Object.freeze({
  ...jsonCases,
  ...taintCases,
} as const satisfies KernelCases);

export type KernelCaseId = keyof typeof kernelCases;
