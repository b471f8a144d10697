/**
 * `sluice run --confirm-plan`: shows what the plan can cause and asks once about the calls that
 * ask and are fixed. Without a yes nothing runs.
 */
import type { Kernel } from '../create-kernel.js';
import { HostError } from '../errors.js';
import type { QueryOptions } from '../kernel-config.js';
import { previewText } from '../preview-text.js';
import type { Screen } from './screen.js';

/**
 * The options of a run that the user was asked about; where there is no plan yet, the planner
 * writes it first. Beside the results, which go to stdout.
 * @throws HostError with the code of the refusal; PlanRejected and KernelFault of the kernel
 */
export async function confirmedPlan(
  kernel: Kernel,
  query: string,
  options: QueryOptions,
  screen: Screen,
): Promise<QueryOptions> {
  const { plan: given, signal, facts } = options;
  const known = facts === undefined ? {} : { facts };
  const stopped = signal === undefined ? {} : { signal };
  const plan =
    given === undefined ? (await kernel.plan(query, { ...known, ...stopped })).plan : given;
  const preview = kernel.preview(query, { plan, ...known });
  screen.note(previewText(preview, screen.errorPaint));
  const { approved, denial } = await kernel.approvePlan(preview, stopped);
  if (denial !== null) throw new HostError(denial.code, `the plan: ${denial.reason}`);
  if (approved === null) screen.note('no call of the plan can be asked about beforehand');
  return { ...options, plan, approved };
}
