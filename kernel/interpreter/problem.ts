/** Why a run did not commit, and what to do about it. Never a value, never text of a tool. */
import { type Code, codes, type RunProblem } from '../../schemas/index.js';
import { EffectDenied, KernelFault, PlanRejected, RunStopped } from '../errors.js';
import { freeze } from '../primordials.js';

/** What is to be done where nobody knows whether an effect happened: never just run again. */
const lookFirst = 'look whether the effect happened before you run it again; nothing is retried';

/** The tool has promised to do the thing of one key once. */
const askAgain =
  'make the same call again with the same idempotency key: the tool does it once; nothing is ' +
  'retried by itself';

function mendOf(error: PlanRejected | RunStopped | KernelFault): string {
  if (!(error instanceof RunStopped) || !error.uncertain) return error.mend;
  return error.mayRetry ? askAgain : lookFirst;
}

/** Where the first fault lies: the code itself stands beside the message wherever it is shown. */
function rejection({ problems }: PlanRejected): string {
  const at = problems[0]?.at ?? '';
  const more = problems.length < 2 ? '' : `, and ${problems.length - 1} more`;
  return `not a plan that may be followed, at \`${at === '' ? '/' : at}\`${more}`;
}

/** Says of an error what a host is told. */
export function problemOf(error: unknown, step: string | null): RunProblem {
  if (error instanceof EffectDenied) {
    const { denial, mend } = error;
    return freeze({ code: error.code, message: error.message, mend, step, denial });
  }
  if (
    error instanceof PlanRejected ||
    error instanceof RunStopped ||
    error instanceof KernelFault
  ) {
    return freeze({
      code: error.code,
      message: error instanceof PlanRejected ? rejection(error) : error.message,
      mend: mendOf(error),
      step,
      denial: null,
    });
  }
  // An error that is none of ours may quote a value: its text stays out.
  const code: Code = 'layer_failed';
  return freeze({
    code,
    message: 'an unexpected error inside the kernel',
    mend: codes[code].mend,
    step,
    denial: null,
  });
}
