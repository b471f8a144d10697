/** What a test says of a run that the Gate ended. */
import { expect } from 'vitest';
import type { RunResult } from '../../hosts/index.js';
import type { Code, Denial, StageName } from '../../schemas/index.js';

/** Expects that a run was blocked for one reason at one stage, and returns the denial. */
export function expectBlocked(
  result: RunResult,
  code: Code,
  stage: StageName = 'provenance',
): Denial | null {
  const { status, problem, output } = result;
  expect({ status, code: problem?.code, stage: problem?.denial?.stage, output }).toEqual({
    status: 'blocked',
    code,
    stage,
    output: null,
  });
  return problem?.denial ?? null;
}

/** Expects that a run did everything that its plan says. */
export function expectCommitted(result: RunResult): void {
  expect({ status: result.status, code: result.problem?.code }).toEqual({ status: 'committed' });
}
