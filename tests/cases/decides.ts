/** Ties a test to a case: what came out must be what the table says. */
import { expect, test } from 'vitest';
import type { Code } from '../../schemas/index.js';
import type { KernelCase } from './kernel-case.js';
import { type KernelCaseId, kernelCases } from './kernel-cases.js';

/** The code that said no; null where nothing did. */
export type CaseOutcome = Code | null;

/** Registers the test of a case; the body tells what came out and checks what else must hold. */
export function decides(id: KernelCaseId, body: () => CaseOutcome | Promise<CaseOutcome>): void {
  const row: KernelCase = kernelCases[id];
  test(`${id}: ${row.what}`, async () => {
    expect(await body()).toBe(row.code);
  });
}

/** The code of what a function throws; null if it does not. */
export function codeThrownBy(work: () => unknown): CaseOutcome {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { readonly code: Code }).code;
  }
}
