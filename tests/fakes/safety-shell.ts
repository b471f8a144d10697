/** A kernel whose one tool takes command lines and runs nothing, under a safety mode. */

import { classed } from '../../hosts/conformance/classed.js';
import {
  createKernel,
  type KernelConfig,
  memoryAuditSink,
  type RunResult,
} from '../../hosts/index.js';
import type { AuditRecord } from '../../schemas/index.js';
import { pathsWith } from '../cases/ruled-call.js';
import { approverThat, type ScriptedApprover } from './approvers.js';
import { makeCanaries } from './canary.js';
import { alice } from './office.js';
import { planOf } from './plan-steps.js';
import { commandRow, stepsOf } from './safety-rows.js';

export interface RanLine {
  readonly result: RunResult;
  /** `denied`, `asked` and refused, or `ran`. */
  readonly cell: 'd' | 'a' | 'r';
  readonly approver: ScriptedApprover;
  readonly records: readonly AuditRecord[];
}

/** Gives a line to the tool; whoever is asked says no. */
export async function runLine(
  command: string,
  config: Partial<KernelConfig> = {},
): Promise<RanLine> {
  const row = commandRow(command);
  const canaries = makeCanaries();
  const approver = approverThat('deny');
  const sink = memoryAuditSink();
  const kernel = createKernel({
    tools: [canaries.tool(classed(row.tool), null)],
    grant: ['use'],
    principal: alice,
    home: '/home/u',
    cwd: '/workspace',
    audit: sink,
    ports: { approver, paths: pathsWith({}) },
    ...config,
  });
  const result = await kernel.run(`Do it: ${command}`, { plan: planOf(...stepsOf(row)) });
  const records = sink.lines().map((line) => JSON.parse(line) as AuditRecord);
  const stopped = approver.asked.length > 0 ? 'a' : 'd';
  return { result, cell: canaries.calls.length > 0 ? 'r' : stopped, approver, records };
}
