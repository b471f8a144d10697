/** What is told of a fragment, and whether another may follow it. Upholds INV-W3. */
import type { Code, FragmentReport, PlanProblem, StepHandle } from '../../schemas/index.js';
import { RunStopped } from '../errors.js';
import { freeze } from '../primordials.js';
import { statusOf } from './run-end.js';

/** Whether another fragment may follow one that ended so: nothing is unknown, and no limit met. */
export function mayFollow(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 'blocked' || status === 'rejected') return true;
  // INV-W3: after an unknown end, a limit or a cancel nothing more runs on this query.
  return status === 'failed' && error instanceof RunStopped;
}

/** Reports on a fragment. */
export function reportOf(
  status: FragmentReport['status'],
  how: {
    readonly handles?: readonly StepHandle[];
    readonly problems?: readonly PlanProblem[];
    readonly code?: Code | null;
  },
): FragmentReport {
  const { handles = [], problems = [], code = null } = how;
  return freeze({ status, handles: freeze([...handles]), problems: freeze([...problems]), code });
}
